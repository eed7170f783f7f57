package limited

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
)

// A timed is the set of positions seen. An entry is one word: the key of the position,
// which is a multiple of the number of times, plus the time, counted in passes and drawn
// cards. Entries with one key are adjacent, since the slot depends only on the key.
type timed struct {
	slots []uint64 // 0 if empty; else key + time + 1
	used  int
	most  int // most slots
	times uint64
	width uint64 // numbers of drawn cards in a pass
	draw  int
	exact bool // positions at different times are different
}

const firstSlots = 1 << 10

// newTimed returns an empty table for the positions that can follow from a given one,
// with a limit in bytes. It begins with the given slots, a power of two.
func newTimed(d *deal, s *state, memory int64, slots []uint64) *timed {
	t := &timed{times: d.times, width: uint64(s.left() + 1), draw: int(d.draw), exact: !d.on(pruneTime)}
	// While the table grows, the old one and one twice its size exist together.
	t.most = 1 << max(bits.Len64(uint64(memory)/8*2/3)-1, 4)
	t.slots = slots[:min(len(slots), t.most)]
	t.clear()
	return t
}

// clear forgets all positions.
func (t *timed) clear() {
	clear(t.slots)
	t.used = 0
}

// visit adds a position. It reports false if one as good was seen before: the same
// position at a time from which this one's time can be reached.
func (t *timed) visit(s *state) bool {
	i, time, known := t.find(s)
	if !known {
		t.slots[i] = s.key + time + 1
		t.used++
	}
	return !known
}

// find looks for a position that is as good. If there is none, it returns the slot for
// this one, and its time.
func (t *timed) find(s *state) (slot, time uint64, known bool) {
	drawn := s.drawn()
	time = uint64(s.pass)*t.width + uint64(drawn)
	mask := uint64(len(t.slots) - 1)
	i := mix(s.key) & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		if old := t.slots[i] - 1 - s.key; old < t.times && (old == time || t.asGood(old, s, drawn)) {
			return i, time, true
		}
	}
	return i, time, false
}

// insert adds an entry of another table of this game, which must leave room.
func (t *timed) insert(entry uint64) {
	mask := uint64(len(t.slots) - 1)
	i := mix((entry-1)/t.times*t.times) & mask
	for t.slots[i] != 0 {
		if t.slots[i] == entry {
			return
		}
		i = (i + 1) & mask
	}
	t.slots[i] = entry
	t.used++
}

// asGood reports whether a position at time old can do everything that it can at the time
// of s. Within a pass, the later times that need no play are those after further draws. A
// position with spare passes can behave as if it had fewer, and can begin a pass.
func (t *timed) asGood(old uint64, s *state, drawn int) bool {
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

// room makes room for one more position. It reports false if the table must not grow any
// more, or if time ran out while it grew.
func (t *timed) room(b *search.Budget) bool {
	if t.used < len(t.slots)/4*3 {
		return true
	}
	if 2*len(t.slots) > t.most {
		return false
	}
	old := t.slots
	t.slots, t.used = make([]uint64, 2*len(old)), 0
	for n, e := range old {
		if n%(1<<16) == 0 && b.Ctx.Err() != nil {
			b.Spent = true
			return false
		}
		if e != 0 {
			t.insert(e)
		}
	}
	return true
}

// mix scatters keys over the slots.
func mix(key uint64) uint64 {
	key ^= key >> 32
	key *= 0x9E3779B97F4A7C15
	return key ^ key>>29
}

// proofs is a cache of what searches of one game have proved about its positions.
type proofs struct {
	lost *timed // a position is lost if one as good is in here
	won  *timed // exact positions that can be won
}

// proofSlots is the initial size of a cache. It is small, since most games are asked
// about only briefly.
const proofSlots = 64

func newProofs(d *deal, s *state, memory int64) proofs {
	p := proofs{
		lost: newTimed(d, s, memory/3*2, make([]uint64, proofSlots)),
		won:  newTimed(d, s, memory/3, make([]uint64, proofSlots)),
	}
	p.won.exact = true
	return p
}

// lookup returns what is known about a position.
func (p *proofs) lookup(s *state) search.Verdict {
	if _, _, lost := p.lost.find(s); lost {
		return search.Unwinnable
	}
	if _, _, won := p.won.find(s); won {
		return search.Winnable
	}
	return search.Unknown
}

// learn stores what a finished search has proved. If it tried everything, all positions
// that it saw are lost; if it won, the positions on the way are won. It drops what
// doesn't fit.
func (p *proofs) learn(h *hunt, end end, b *search.Budget) {
	switch end {
	case exhausted:
		for _, entry := range h.table.slots {
			if entry != 0 && p.lost.room(b) {
				p.lost.insert(entry)
			}
		}
	case won:
		for i := range h.stack {
			if p.won.room(b) {
				p.won.visit(&h.stack[i].s)
			}
		}
	}
}
