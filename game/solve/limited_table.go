package solve

import (
	"math"
	"math/bits"
)

// A limTable remembers the positions that were seen. An entry is one word and
// exact, no hash: the tableau, the foundations and the set of talon cards in
// mixed radix make the key, which is multiplied by the number of times and has
// the time, pass and drawn cards, added. Positions with one key stand together,
// since the slot depends on the key only.
type limTable struct {
	slots []uint64 // 0: empty; else entry + 1
	used  int
	most  int // slots there may be
	times uint64
	width uint64 // drawn counts a pass
	draw  uint8
	exact bool // take positions at different times as different

	upTo   [4]uint64 // radix of each suit's foundation
	pileTo [8]uint64
	talon  uint64
	start  limState
}

const limFirstSlots = 1 << 12

// newLimTable returns a table for what can come of a position, within a number
// of bytes. It reports false if such positions don't fit one word.
func newLimTable(d *limDeal, s *limState, memory int64) (*limTable, bool) {
	t := &limTable{draw: d.draw, exact: !d.on(limTime), start: *s, width: uint64(s.left()) + 1}
	t.times = t.width * (uint64(d.passes) + 1)
	size := t.times
	fit := true
	grow := func(radix uint64) uint64 {
		hi, lo := bits.Mul64(size, radix)
		fit = fit && hi == 0
		size = lo
		return radix
	}
	for suit := range t.upTo {
		t.upTo[suit] = grow(uint64(d.deck.len()/4 + 1))
	}
	for p := range d.piles {
		t.pileTo[p] = grow(uint64(s.hidden(p)) + 1)
	}
	t.talon = grow(1 << s.left())
	t.most = 1 << max(bits.Len64(uint64(memory/8))-1, 4)
	t.slots = make([]uint64, min(limFirstSlots, t.most))
	return t, fit && size < math.MaxUint64
}

// key returns the key of a position, with room for the time.
func (t *limTable) key(s *limState) uint64 {
	key := uint64(0)
	for i, radix := range t.upTo {
		key = key*radix + uint64((s.up & limSuits[i]).len())
	}
	for p, radix := range t.pileTo {
		if radix > 1 {
			key = key*radix + uint64(s.hidden(uint8(p)))
		}
	}
	return (key*t.talon + uint64(s.talon)) * t.times
}

// limSuits are the cards of each suit: the places within a rank change by two
// from rank to rank.
var limSuits = [4]limSet{0x1414141414141, 0x2828282828282, 0x4141414141414, 0x8282828282828}

// visit notes a position. It reports false when one was seen before that is as
// good: the same but for the time, and at a time from which this one's can be
// had.
func (t *limTable) visit(s *limState) bool {
	key := t.key(s)
	time := uint64(s.pass)*t.width + uint64(s.drawn)
	mask := uint64(len(t.slots) - 1)
	left := s.left()
	for i := limMix(key) & mask; ; i = (i + 1) & mask {
		e := t.slots[i]
		if e == 0 {
			t.slots[i] = key + time + 1
			t.used++
			return true
		}
		if old := e - 1 - key; old < t.times && t.asGood(old, s, left) {
			return false
		}
	}
}

// asGood reports whether a position at time old can do whatever it can as s.
// Within a pass the later times that need no play are those of further draws.
// A position with passes to spare can behave as if it had fewer, and can begin
// a pass.
func (t *limTable) asGood(old uint64, s *limState, left uint8) bool {
	pass, drawn := uint8(old/t.width), uint8(old%t.width)
	if pass == s.pass && drawn == s.drawn {
		return true
	}
	if t.exact || pass > s.pass {
		return false
	}
	if drawn <= s.drawn && ((s.drawn-drawn)%t.draw == 0 || s.drawn == left) {
		return true
	}
	return pass < s.pass && (s.drawn%t.draw == 0 || s.drawn == left)
}

// full reports whether the table can take no more. It makes room when it must
// and may.
func (t *limTable) full() bool {
	if t.used < len(t.slots)/4*3 {
		return false
	}
	if 2*len(t.slots) > t.most {
		return true
	}
	t.grow()
	return false
}

func (t *limTable) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	mask := uint64(len(t.slots) - 1)
	for _, e := range old {
		if e == 0 {
			continue
		}
		i := limMix((e-1)/t.times*t.times) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = e
	}
}

// limMix scatters keys over the slots.
func limMix(key uint64) uint64 {
	key ^= key >> 32
	key *= 0x9E3779B97F4A7C15
	return key ^ key>>29
}
