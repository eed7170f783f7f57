package solve

import "math/bits"

// A limTable remembers the positions that were seen. An entry is one word: the
// key of the position, which is a multiple of the number of times, and the
// time, counted in passes and drawn cards. Entries with one key stand together,
// since the slot depends on the key only.
type limTable struct {
	slots []uint64 // 0: empty; else key + time + 1
	used  int
	most  int // slots there may be
	times uint64
	width uint64 // numbers of drawn cards in a pass
	draw  int
	exact bool // positions at different times are different
}

const limFirstSlots = 1 << 10

// newLimTable returns a table for what can come of a position, within a number
// of bytes.
func newLimTable(d *limDeal, s *limState, memory int64) *limTable {
	return sizedLimTable(d, s, memory, limFirstSlots)
}

// sizedLimTable returns a table that begins with so many slots, a power of two.
func sizedLimTable(d *limDeal, s *limState, memory int64, slots int) *limTable {
	t := &limTable{times: d.times, width: uint64(s.left() + 1), draw: int(d.draw), exact: !d.on(limTime)}
	// While the table grows, the old one is there beside one twice its size.
	t.most = 1 << max(bits.Len64(uint64(memory)/8*2/3)-1, 4)
	t.slots = make([]uint64, min(slots, t.most))
	return t
}

// clear forgets all positions.
func (t *limTable) clear() {
	clear(t.slots)
	t.used = 0
}

// visit notes a position. It reports false when one was seen before that is as
// good: the same but for the time, and at a time from which this one's can be
// had.
func (t *limTable) visit(s *limState) bool {
	drawn := s.drawn()
	time := uint64(s.pass)*t.width + uint64(drawn)
	mask := uint64(len(t.slots) - 1)
	for i := limMix(s.key) & mask; ; i = (i + 1) & mask {
		e := t.slots[i]
		if e == 0 {
			t.slots[i] = s.key + time + 1
			t.used++
			return true
		}
		if old := e - 1 - s.key; old < t.times && (old == time || t.asGood(old, s, drawn)) {
			return false
		}
	}
}

// has reports whether a position is noted that is as good.
func (t *limTable) has(s *limState) bool {
	drawn := s.drawn()
	time := uint64(s.pass)*t.width + uint64(drawn)
	mask := uint64(len(t.slots) - 1)
	for i := limMix(s.key) & mask; t.slots[i] != 0; i = (i + 1) & mask {
		if old := t.slots[i] - 1 - s.key; old < t.times && (old == time || t.asGood(old, s, drawn)) {
			return true
		}
	}
	return false
}

// insert notes an entry of another table of this game, with room to spare.
func (t *limTable) insert(entry uint64) {
	mask := uint64(len(t.slots) - 1)
	i := limMix((entry-1)/t.times*t.times) & mask
	for t.slots[i] != 0 {
		if t.slots[i] == entry {
			return
		}
		i = (i + 1) & mask
	}
	t.slots[i] = entry
	t.used++
}

// asGood reports whether a position at the time old can do whatever it can as
// s. Within a pass the later times that need no play are those of further
// draws. A position with passes to spare can behave as if it had fewer, and can
// begin a pass.
func (t *limTable) asGood(old uint64, s *limState, drawn int) bool {
	if t.exact {
		return false
	}
	oldPass, oldDrawn := uint8(old/t.width), int(old%t.width)
	if oldPass > s.pass {
		return false
	}
	atEnd := drawn == s.left()
	if oldDrawn <= drawn && (atEnd || (drawn-oldDrawn)%t.draw == 0) {
		return true
	}
	return oldPass < s.pass && (atEnd || drawn%t.draw == 0)
}

// room makes sure that one more position can be noted. It reports false if the
// table may not grow any more, or if time ran out while it grew.
func (t *limTable) room(b *budget) bool {
	if t.used < len(t.slots)/4*3 {
		return true
	}
	return 2*len(t.slots) <= t.most && t.grow(b)
}

func (t *limTable) grow(b *budget) bool {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	t.used = 0
	for n, e := range old {
		if n%(1<<16) == 0 && b.ctx.Err() != nil {
			b.spent = true
			return false
		}
		if e != 0 {
			t.insert(e)
		}
	}
	return true
}

// limMix scatters keys over the slots.
func limMix(key uint64) uint64 {
	key ^= key >> 32
	key *= 0x9E3779B97F4A7C15
	return key ^ key>>29
}
