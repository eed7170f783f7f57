package solve

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// A yukonDuel is a game on two cards, or twice two. Two are twins: cards of one
// rank and colour, which compete for the same two parents. Where these cards lie
// is exact. All others live in the delete relaxation, except that nothing can be
// put on a card, nor can it go up, while a card of this game lies on it. Every
// line of the real game is one of this game too, so if this one is lost, so is
// that one. It proves many positions lost that look well in the relaxation,
// since there both twins can use one parent, and one parent can be up for one
// card and still there for another.
//
// A state of it is the links of its cards, two bits each. What the others can do
// in a state depends on how it was reached; the union over all ways serves.
// (In planning: an abstraction that keeps a few variables and relaxes the rest.)
type yukonDuel struct {
	e       *yukonEngine
	b       *yukonBoard
	n       int // cards
	cards   [yukonDuelMost]uint8
	hopes   [1 << (2 * yukonDuelMost)]yukonHope
	seen    [1 << (2 * yukonDuelMost) / 64]uint64 // states that were reached
	pending [1 << (2 * yukonDuelMost) / 64]uint64 // those to be looked at, or to be looked at again
	won     bool
}

// yukonDuelMost is the most cards in this game.
const yukonDuelMost = 4

// hopeless reports whether the game of the cards and their twins proves b lost.
// There are no kings among them.
func (e *yukonEngine) hopeless(b *yukonBoard, cards []uint8) bool {
	t := &e.duel
	t.e, t.b, t.n, t.won = e, b, 0, false
	t.seen, t.pending = [4]uint64{}, [4]uint64{}
	var state uint8
	for _, c := range cards {
		t.cards[t.n], t.cards[t.n+1] = c, c^3
		state |= (b.key.link(c) | b.key.link(c^3)<<2) << (2 * t.n)
		t.n += 2
	}
	t.reach(state, e.hope(b))
	for state, ok := t.take(); ok && !t.won; state, ok = t.take() {
		t.expand(state)
	}
	return !t.won
}

// take takes a pending state. The higher the links, the nearer the win.
func (t *yukonDuel) take() (state uint8, ok bool) {
	for i := len(t.pending) - 1; i >= 0; i-- {
		if set := &t.pending[i]; *set != 0 {
			at := bits.Len64(*set) - 1
			*set &^= 1 << at
			return uint8(64*i + at), true
		}
	}
	return 0, false
}

// reach comes to a state with what was to be had on the way.
func (t *yukonDuel) reach(state uint8, h yukonHope) {
	word, bit := state/64, uint64(1)<<(state%64)
	if t.seen[word]&bit != 0 {
		h.join(&t.hopes[state])
	}
	h.close(t.e, t.b, t.frozen(state), t.covered(state))
	if h.won(t.e.ranks) {
		t.won = true
		return
	}
	if t.seen[word]&bit == 0 || h != t.hopes[state] {
		t.seen[word] |= bit
		t.pending[word] |= bit
		t.hopes[state] = h
	}
}

// join adds what is to be had in o.
func (h *yukonHope) join(o *yukonHope) {
	h.open |= o.open
	h.face |= o.face
	h.loose |= o.loose
	h.bare = h.bare || o.bare
	var next uint64
	for s := range game.Suits {
		suit := yukonFull << s
		next |= max(h.next&suit, o.next&suit)
	}
	h.next = next
}

func (t *yukonDuel) link(state uint8, i int) uint8 { return state >> (2 * i) & 3 }

// frozen returns the twins that are not up: they move only by the game's moves.
// With return they stay frozen when they are up, for the same reason.
func (t *yukonDuel) frozen(state uint8) (set uint64) {
	for i, c := range t.cards[:t.n] {
		if t.e.ret || t.link(state, i) != linkUp {
			set |= 1 << c
		}
	}
	return set
}

// covered returns the parents that the twins lie on.
func (t *yukonDuel) covered(state uint8) (set uint64) {
	for i, c := range t.cards[:t.n] {
		link := t.link(state, i)
		if link == linkLow || link == linkHigh {
			set |= 1 << yukonParent(c, link)
		}
	}
	return set
}

// expand makes the moves of both twins.
func (t *yukonDuel) expand(state uint8) {
	for i, c := range t.cards[:t.n] {
		h := t.hopes[state]
		suit := yukonFull << (c & 3)
		if t.link(state, i) == linkUp {
			if t.e.ret {
				t.back(state, i, c)
			}
			continue
		}
		if h.open&^t.covered(state)>>c&1 != 0 && h.next&suit >= 1<<c {
			h.next = h.next&^suit | max(h.next&suit, 16<<c)
			t.move(state, i, linkUp, h)
		}
		if h.face>>c&1 != 0 {
			t.build(state, i)
		}
	}
}

// build moves twin i to parents that are to be had.
func (t *yukonDuel) build(state uint8, i int) {
	c := t.cards[i]
	h := t.hopes[state]
	covered := t.covered(state)
	for link := uint8(linkLow); link <= linkHigh; link++ {
		if link != t.link(state, i) && h.canBuild(t.b, c, yukonParent(c, link), covered) {
			t.move(state, i, link, h)
		}
	}
}

// back brings twin i down; its suit's foundation, once filled, stays so.
func (t *yukonDuel) back(state uint8, i int, c uint8) {
	h := t.hopes[state]
	for link := uint8(linkLow); link <= linkHigh; link++ {
		if p := yukonParent(c, link); h.open&^t.covered(state)>>p&1 != 0 {
			h.open |= 1 << c
			h.face |= 1 << c
			t.move(state, i, link, h)
		}
	}
}

// move gives twin i another link.
func (t *yukonDuel) move(state uint8, i int, link uint8, h yukonHope) {
	h.leave(t.b, t.cards[i])
	t.reach(state&^(3<<(2*i))|link<<(2*i), h)
}
