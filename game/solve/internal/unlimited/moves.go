package unlimited

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
)

// rules are the pruning rules. Tests switch off each of them to check that the verdicts
// stay the same.
type rules uint32

const (
	pruneSafe      rules = 1 << iota // a safe card goes up at once: safe
	pruneSafeStock                   // so does one of the talon where that harms no later draw: spare
	pruneSafeBack                    // a safe card never comes back, and isn't laid down when it could go up
	pruneIdlePut                     // a card of a reserve is laid down only just before it is needed: needing
	pruneOrders                      // independent moves of talon and tableau are tried in one order: elsewhere
	pruneDoomed                      // what the relaxed game can't win is lost: doomed
	pruneReserve                     // what draw 1 can't win is lost: reserve

	pruneAll = 1<<iota - 1
)

// safe returns the cards that lose nothing by going up as soon as they can. In the
// tableau, a card of rank r is useful only to carry a card of rank r-1 of the other
// colour. If both foundations of that colour hold r-2 cards, these cards can go up
// themselves as soon as they are free, unless they must carry a card of rank r-2 of the
// first colour. Those can go up if both foundations of the first colour hold r-3 cards,
// and that of the card itself does. Without return, a card is also safe if both cards
// that it could carry are up for good (Blake & Gent, JAIR 85:21, appendix B).
func (l *layout) safe(p *position) cards.Set {
	f := p.key >> keyFoundation
	black := min(int(f&15), int(f>>4&15)) // ranks from 0: the lower of the black cards needed next
	red := min(int(f>>8&15), int(f>>12&15))
	topRed, topBlack := min(black+1, red+2), min(red+1, black+2)
	if !l.ret {
		topRed, topBlack = max(topRed, black), max(topBlack, red)
	}
	return cards.RanksUpTo(topRed)&cards.Reds | cards.RanksUpTo(topBlack)&^cards.Reds
}

// legal returns the moves of a position, without those that are never tried: see
// pruneSafeBack.
func (e *hunt) legal(p *position, open, safe cards.Set) moves {
	var m moves
	l := e.layout
	reach := l.reachable(p)
	room := open >> 4
	if l.emptyPile(p) {
		room |= l.kings
	}
	m[pileUp] = p.visible & open & p.next
	m[stockUp] = reach & p.next
	m[turnUp] = p.locked & room
	m[stockPut] = reach & room
	if l.ret {
		m[takeBack] = p.next.SuitBelow() & room
	}
	if e.rules&pruneSafeBack != 0 {
		m[stockPut] &^= p.next & safe
		m[takeBack] &^= safe
	}
	return m
}

// forced returns a move that loses nothing and is played at once, if there is one.
func (e *hunt) forced(p *position, open, safe cards.Set) (step, bool) {
	if up := p.visible & open & p.next & safe; up != 0 && e.rules&pruneSafe != 0 {
		return step{pileUp, up.First()}, true
	}
	if up := p.stock & p.next & safe; up != 0 && e.rules&pruneSafeStock != 0 {
		if up &= e.spare(p); up != 0 {
			return step{stockUp, up.First()}, true
		}
	}
	return step{}, false
}

// idlePut reports whether pruneIdlePut applies.
func (e *hunt) idlePut() bool { return e.rules&pruneIdlePut != 0 && e.draw == 1 }

// needing returns those of the moves that need a card just laid down from the talon:
// moves that put something on it, or that take its twin up from under a card that moves
// over to it. Only they are tried after it. If a line wins, the card can be laid down
// later, just before the first move that needs it: its place stays free until then, and
// the moves between don't need it. (If the card goes up first, it goes straight from the
// talon.) If a card of its rank and colour is open already, no move needs it, so it isn't
// laid down at all. All this holds where the talon is a reserve: at draw 1 with unlimited
// passes.
func (m *moves) needing(b cards.Bit) {
	on := cards.One(b).Twins() >> 4
	m[pileUp] &= cards.One(b ^ 1)
	m[stockUp] = 0
	m[turnUp] &= on
	m[stockPut] &= on
	m[takeBack] &= on
}

// spare returns the cards of the talon that can be taken without making any other card
// harder to get: all of them at draw 1; otherwise the last one, if the offset is pure, so
// that it stays pure. (The card before it is then always in reach, as the last one was.)
func (e *hunt) spare(p *position) cards.Set {
	mask := p.mask()
	switch {
	case e.draw == 1:
		return p.stock
	case mask == 0 || p.waste() != 0:
		return 0
	}
	return cards.One(e.cards[bits.Len32(mask)-1])
}
