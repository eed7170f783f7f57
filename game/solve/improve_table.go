package solve

import "unsafe"

// An impTable remembers the fewest draws and moves to each position seen, in 16
// bytes an entry. See [impKey] for its exactness.
//
// It is an extendible hash table: the first bits of a key choose a segment, and
// a full segment is split in two. So it never stops for long to grow, which a
// search that has to end within milliseconds can't afford, and needs no second
// copy of itself.
type impTable struct {
	dir   []*impSegment // by the first bits of the key
	bits  uint8         // how many
	count int           // segments
}

// An impSegment is an open-addressing table of the keys that have their first
// depth bits in common.
type impSegment struct {
	slots [impSegmentSlots]impSlot
	n     int // slots taken
	depth uint8
}

// An impSlot holds 64 bits of the key, 48 further ones, and the length plus one
// in the low 16 bits; 0 there means that the slot is free.
type impSlot struct{ lo, hi uint64 }

const (
	impSegmentSlots = 1 << 12
	impSegmentFull  = impSegmentSlots / 4 * 3
	impSlotLength   = 1<<16 - 1
	impMaxLength    = impSlotLength - 1 // the longest line that a table can count
)

func newImpTable() impTable {
	return impTable{dir: []*impSegment{new(impSegment)}, count: 1}
}

func (t *impTable) bytes() int {
	return t.count*int(unsafe.Sizeof(impSegment{})) + len(t.dir)*8
}

func (t *impTable) segment(k *impKey) *impSegment { return t.dir[k.hi>>(64-t.bits)] }

// find returns the slot of a key, or the free slot where it would go.
func (s *impSegment) find(k *impKey) *impSlot {
	for i := k.lo; ; i++ {
		slot := &s.slots[i%impSegmentSlots]
		if slot.hi == 0 || slot.lo == k.lo && (slot.hi^k.hi)>>16 == 0 {
			return slot
		}
	}
}

// get returns the length noted for a key.
func (t *impTable) get(k *impKey) (int, bool) {
	slot := t.segment(k).find(k)
	return int(slot.hi&impSlotLength) - 1, slot.hi != 0
}

// lower notes a length and reports whether it is the shortest so far.
func (t *impTable) lower(k *impKey, length int) bool {
	s := t.segment(k)
	slot := s.find(k)
	if slot.hi != 0 && int(slot.hi&impSlotLength) <= length+1 {
		return false
	}
	if slot.hi == 0 {
		for s.n >= impSegmentFull {
			t.split(s, k)
			s = t.segment(k)
		}
		slot = s.find(k)
		s.n++
	}
	*slot = impSlot{k.lo, k.hi&^impSlotLength | uint64(length+1)}
	return true
}

// split divides the segment of a key by the next bit of its keys.
func (t *impTable) split(s *impSegment, k *impKey) {
	if s.depth == t.bits {
		t.double()
	}
	depth := s.depth + 1
	halves := [2]*impSegment{{depth: depth}, {depth: depth}}
	for i := range s.slots {
		if old := &s.slots[i]; old.hi != 0 {
			half := halves[old.hi>>(64-depth)&1]
			*half.find(&impKey{hi: old.hi, lo: old.lo}) = *old
			half.n++
		}
	}
	t.count++
	span := len(t.dir) >> s.depth
	first := int(k.hi>>(64-t.bits)) / span * span
	for i := range span {
		t.dir[first+i] = halves[i/(span/2)]
	}
}

// double gives each entry of the directory two places.
func (t *impTable) double() {
	dir := make([]*impSegment, 0, 2*len(t.dir))
	for _, s := range t.dir {
		dir = append(dir, s, s)
	}
	t.dir, t.bits = dir, t.bits+1
}
