package solve

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// A yukonDuel is a game on two cards, twins: cards of one rank and colour, which
// compete for the same two parents. Where the twins lie is exact; all other
// cards live in the delete relaxation, except that a twin covers what it lies
// on. Every line of the real game is one of this game too, so if this one is
// lost, so is that one. It proves many positions lost that look well in the
// relaxation, since there both twins can use one parent.
//
// A state of this game is the links of both, four bits. What the others can do
// in a state depends on how it was reached; the union over all ways serves. (Solvers of planning problems would
// call it an abstraction that keeps two variables and relaxes the others.)
type yukonDuel struct {
	e       *yukonEngine
	b       *yukonBoard
	cards   [2]uint8
	hopes   [16]yukonHope
	seen    uint16 // states that were reached
	pending uint16 // those to be looked at, or to be looked at again
	won     bool
}

// hopeless reports whether the twins c and d prove that b is lost.
func (e *yukonEngine) hopeless(b *yukonBoard, c, d uint8) bool {
	t := yukonDuel{e: e, b: b, cards: [2]uint8{c, d}}
	t.reach(b.key.link(c)|b.key.link(d)<<2, e.hope(b))
	for t.pending != 0 && !t.won {
		// The higher the links, the nearer the win.
		state := uint8(bits.Len16(t.pending) - 1)
		t.pending &^= 1 << state
		t.expand(state)
	}
	return !t.won
}

// reach comes to a state with what was to be had on the way.
func (t *yukonDuel) reach(state uint8, h yukonHope) {
	if t.seen>>state&1 != 0 {
		h.join(&t.hopes[state])
	}
	h.close(t.e, t.b, t.frozen(state), t.covered(state))
	if h.won(t.e.ranks) {
		t.won = true
		return
	}
	if t.seen>>state&1 == 0 || h != t.hopes[state] {
		t.seen |= 1 << state
		t.pending |= 1 << state
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
	for i, c := range t.cards {
		if t.e.ret || t.link(state, i) != linkUp {
			set |= 1 << c
		}
	}
	return set
}

// covered returns the parents that the twins lie on.
func (t *yukonDuel) covered(state uint8) (set uint64) {
	for i, c := range t.cards {
		link := t.link(state, i)
		if link == linkLow || link == linkHigh {
			set |= 1 << yukonParent(c, link)
		}
	}
	return set
}

// expand makes the moves of both twins.
func (t *yukonDuel) expand(state uint8) {
	for i, c := range t.cards {
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
