package solve

import "math/bits"

// A position is one state of the abstract game: what is up, what is left of
// each pile's structure, what is left of the talon. Where the other visible
// cards lie is no part of it. They lie in runs, and the argument that this
// loses nothing, with or without return and for any number of passes, is:
//
// Call a visible card placed when it isn't locked. A placed card lies on one
// of the two cards that may carry it, or is a king on an empty pile. So for
// each rank and colour the number of open cards (those with nothing on them)
// is the number of visible ones less the number of placed ones of the rank
// below and other colour, whatever the arrangement. Each move of the real game
// asks only for an open card: to put something on it, or to take that card
// itself. In the second case, if just its twin is open, the one card that lies
// on the pair of twins is moved over to the twin together with all that lies
// on it, which is always legal and changes no position. Twins are never in one
// run. Thus the moves of the real game are those of the abstract one, plus
// moves within one position: the two are bisimilar.
type position struct {
	key     uint64 // identity: see the key… constants
	visible set    // face-up cards of the tableau
	locked  set    // those of them that lie on no visible card
	next    set    // the cards that the foundations wait for
	stock   set    // cards of the talon
}

// A kind says what a move of the abstract game does with its card.
type kind uint8

const (
	pileUp   kind = iota // tableau to foundation
	stockUp              // talon to foundation
	turnUp               // locked card with all on it to another pile
	stockPut             // talon to tableau
	takeBack             // foundation to tableau
	kinds
)

// moves holds, for each kind, the cards that can be moved so.
type moves [kinds]set

// A step is one move of the abstract game.
type step struct {
	kind kind
	card bit
}

// open returns the cards whose rank and colour has an open card: both twins if
// either is open.
func (p *position) open() set {
	placed := (p.visible &^ p.locked) << 4
	two, onTwo := p.visible&(p.visible>>1), placed&(placed>>1)
	any, onAny := p.visible|p.visible>>1, placed|placed>>1
	return (any&^onAny | two&^onTwo) & firsts * 3
}

// mask returns the places of the talon that are left.
func (p *position) mask() uint32 { return uint32(p.key>>keyTalon) & (1<<talonSize - 1) }

// waste returns the offset of the talon.
func (p *position) waste() int { return int(p.key >> keyWaste) }

// putUp puts the next card of a suit on its foundation.
func (p *position) putUp(b bit) {
	p.next ^= one(b) | one(b).suitAbove()
	p.key += 1 << (keyFoundation + 4*uint(suitOf(b)))
}

// takeDown takes the top card of a suit from its foundation.
func (p *position) takeDown(b bit) {
	p.next ^= one(b) | one(b).suitAbove()
	p.key -= 1 << (keyFoundation + 4*uint(suitOf(b)))
}

// after returns the position after a legal move.
func (l *layout) after(p *position, s step) position {
	q := *p
	card := one(s.card)
	switch s.kind {
	case pileUp:
		q.visible &^= card
		q.putUp(s.card)
		if q.locked&card != 0 {
			l.uncover(&q, s.card)
		}
	case stockUp:
		l.take(&q, s.card)
		q.putUp(s.card)
	case turnUp:
		l.uncover(&q, s.card)
	case stockPut:
		l.take(&q, s.card)
		q.visible |= card
	case takeBack:
		q.takeDown(s.card)
		q.visible |= card
	}
	return q
}

// uncover lets a locked card leave its place and turns up the one below.
func (l *layout) uncover(p *position, b bit) {
	t := &l.unlock[b]
	p.locked = p.locked&^one(b) | t.locked
	p.visible |= t.visible
	p.key -= t.key
}

// take removes a card from the talon.
func (l *layout) take(p *position, b bit) {
	p.stock &^= one(b)
	place := l.place[b]
	mask := p.mask() &^ (1 << place)
	waste := bits.OnesCount32(mask & (1<<place - 1))
	waste = l.normal(waste, bits.OnesCount32(mask))
	p.key = p.key&(1<<keyTalon-1) | uint64(mask)<<keyTalon | uint64(waste)<<keyWaste
}

// emptyPile reports whether a pile is empty: each pile that isn't has one
// locked card or one king at its bottom.
func (l *layout) emptyPile(p *position) bool {
	return (p.locked | p.visible&l.kings).count() < l.piles
}
