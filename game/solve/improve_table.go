package solve

// An impTable remembers the fewest draws and moves to each position seen: an
// open-addressing table of 16 bytes an entry. See [impKey] for its exactness.
type impTable struct {
	slots []impSlot
	n     int // slots taken
}

// An impSlot holds 64 bits of the key, 48 further ones, and the length plus one
// in the low 16 bits; 0 there means that the slot is free.
type impSlot struct{ lo, hi uint64 }

const (
	impTableMin  = 1 << 10
	impSlotBytes = 16
	impSlotCost  = 1<<16 - 1
	impMaxLength = impSlotCost - 1 // the longest line that a table can count
)

func (t *impTable) bytes() int { return len(t.slots) * impSlotBytes }

// crowded reports that the table has to grow before it takes more.
func (t *impTable) crowded() bool { return t.n*4 >= len(t.slots)*3 }

// reset makes an empty table with room for some entries.
func (t *impTable) reset(entries int) {
	size := impTableMin
	for size*3 < entries*4 {
		size *= 2
	}
	t.slots, t.n = make([]impSlot, size), 0
}

// find returns the slot of a key, or the free slot where it would go.
func (t *impTable) find(k *impKey) *impSlot {
	mask := uint64(len(t.slots) - 1)
	for i := k.lo & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.hi == 0 || s.lo == k.lo && (s.hi^k.hi)>>16 == 0 {
			return s
		}
	}
}

// lower notes a length and reports whether it is the shortest so far.
func (t *impTable) lower(k *impKey, length int) bool {
	s := t.find(k)
	if s.hi != 0 {
		if int(s.hi&impSlotCost) <= length+1 {
			return false
		}
		s.hi = k.hi&^impSlotCost | uint64(length+1)
		return true
	}
	*s = impSlot{k.lo, k.hi&^impSlotCost | uint64(length+1)}
	t.n++
	return true
}

// get returns the length noted for a key.
func (t *impTable) get(k *impKey) (int, bool) {
	s := t.find(k)
	return int(s.hi&impSlotCost) - 1, s.hi != 0
}

// grow doubles the table. It gives up, with entries lost, when stop says so.
func (t *impTable) grow(stop func() bool) {
	old := t.slots
	t.slots = make([]impSlot, 2*len(old))
	for i, s := range old {
		if i%impStopEvery == 0 && stop() {
			return
		}
		if s.hi != 0 {
			*t.find(&impKey{hi: s.hi, lo: s.lo}) = s
		}
	}
}

// impStopEvery is how many slots are moved between two looks at the clock.
const impStopEvery = 1 << 12
