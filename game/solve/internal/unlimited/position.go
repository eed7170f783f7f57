package unlimited

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
)

// A position is one state of the abstract game: what is up, the remaining structure of
// each pile, and the remaining talon. It doesn't say where the other visible cards lie.
// They lie in runs, and this is the proof that omitting them loses nothing, with or
// without return and for any number of passes:
//
// Call a visible card placed if it isn't locked. A placed card lies on one of the two
// cards that may carry it, or is a king on an empty pile. So for each rank and colour,
// the number of open cards (those with nothing on them) is the number of visible ones
// minus the number of placed ones of the next lower rank and the other colour, whatever
// the arrangement. Each move of the real game needs only an open card: to put something
// on it, or to take that card itself. In the second case, if only its twin is open, the
// one card that lies on the pair of twins moves over to the twin with everything on it,
// which is always legal and doesn't change the position. Twins are never in one run. Thus
// the moves of the real game are those of the abstract one, plus moves within one
// position: the two are bisimilar.
type position struct {
	key     uint64    // identity: see the key… constants
	visible cards.Set // face-up cards of the tableau
	locked  cards.Set // those of them that lie on no visible card
	next    cards.Set // the cards that the foundations need next
	stock   cards.Set // cards of the talon
}

// A kind says what a move of the abstract game does with its card.
type kind uint8

const (
	pileUp   kind = iota // tableau to foundation
	stockUp              // talon to foundation
	turnUp               // a locked card, with everything on it, to another pile
	stockPut             // talon to tableau
	takeBack             // foundation to tableau
	kinds
)

// moves holds, for each kind, the cards that can be moved so.
type moves [kinds]cards.Set

// A step is one move of the abstract game.
type step struct {
	kind kind
	card cards.Bit
}

// open returns the cards whose rank and colour has an open card: both twins if either is
// open.
func (p *position) open() cards.Set {
	placed := (p.visible &^ p.locked) << 4
	two, onTwo := p.visible&(p.visible>>1), placed&(placed>>1)
	any, onAny := p.visible|p.visible>>1, placed|placed>>1
	return (any&^onAny | two&^onTwo) & cards.Firsts * 3
}

// mask returns the places of the talon that still hold cards.
func (p *position) mask() uint32 { return uint32(p.key>>keyTalon) & (1<<talonSize - 1) }

// waste returns the offset of the talon.
func (p *position) waste() int { return int(p.key >> keyWaste) }

// putUp puts the next card of a suit on its foundation.
func (p *position) putUp(b cards.Bit) {
	p.next ^= cards.One(b) | cards.One(b).SuitAbove()
	p.key += 1 << (keyFoundation + 4*uint(cards.Suit(b)))
}

// after returns the position after a legal move.
func (l *layout) after(p *position, s step) position {
	q := *p
	card := cards.One(s.card)
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
		q.next ^= card | card.SuitAbove()
		q.key -= 1 << (keyFoundation + 4*uint(cards.Suit(s.card)))
		q.visible |= card
	}
	return q
}

// uncover makes a locked card leave its place, and turns up the one below.
func (l *layout) uncover(p *position, b cards.Bit) {
	t := &l.unlock[b]
	p.locked = p.locked&^cards.One(b) | t.locked
	p.visible |= t.visible
	p.key -= t.key
}

// take removes a card from the talon.
func (l *layout) take(p *position, b cards.Bit) {
	p.stock &^= cards.One(b)
	place := l.place[b]
	mask := p.mask() &^ (1 << place)
	waste := bits.OnesCount32(mask & (1<<place - 1))
	waste = l.normal(waste, bits.OnesCount32(mask))
	p.key = p.key&(1<<keyTalon-1) | uint64(mask)<<keyTalon | uint64(waste)<<keyWaste
}

// reachable returns the cards of the talon that can be the top of the waste.
func (l *layout) reachable(p *position) cards.Set {
	if l.draw == 1 {
		return p.stock
	}
	return l.reach(p.mask(), p.waste())
}

// emptyPile reports whether a pile is empty: each pile that isn't has one
// locked card or one king at its bottom.
func (l *layout) emptyPile(p *position) bool {
	return (p.locked | p.visible&l.kings).Count() < l.piles
}

// A layout is what stays the same while one Klondike position is searched: the rules, the
// order of the cards under each card of a pile, and the talon.
//
// The structure of a pile is the part that the deal (or the position) fixed: the
// face-down cards and the lowest face-up one. Its top card is called locked; when it
// leaves, the card below is turned up and locked in turn. A king that lies on nothing
// isn't locked: it is the same as a king that was moved to an empty pile.
type layout struct {
	talon
	ranks  int
	piles  int
	ret    bool      // cards may return from the foundations
	unlock [64]turn  // what happens when a locked card leaves, by card
	kings  cards.Set // the cards of the highest rank
	done   cards.Set // what the foundations need in a won game
}

// A turn is what changes when a locked card leaves.
type turn struct {
	visible cards.Set // the card turned up; none if the pile is then empty
	locked  cards.Set // the same, unless it is a king on nothing
	key     uint64    // to be subtracted from the key
}

// The fields of a position's key. The piles' counts of structure cards are one
// mixed-radix number: pile i (from 0) never has more than i+1 of them.
const (
	keyFoundation = 0  // 4 × 4 bits: cards on each foundation, by Suit
	keyPiles      = 16 // 2·3·4·…·8 = 40,320 values
	keyTalon      = 32 // 24 bits: the places of the talon that are left
	keyWaste      = 56 // 5 bits: the normal offset
)

// newLayout returns the layout of a position's game, and the position. It reports false
// for one that it can't represent: another game than Klondike, a talon of more than 24
// cards, or face-up cards of a pile that aren't a run, which play can't produce.
func newLayout(state *game.State) (*layout, position, bool) {
	rules := state.Rules()
	if rules.Engine != game.KlondikeEngine {
		return nil, position{}, false
	}
	l := &layout{ranks: rules.Ranks, piles: rules.Piles, ret: rules.Return}
	l.kings = cards.RanksUpTo(l.ranks-1) &^ cards.RanksUpTo(l.ranks-2)
	l.done = l.kings << 4
	waste := state.Waste()
	talon := append(waste, state.Stock()...)
	if len(talon) > talonSize {
		return nil, position{}, false
	}
	l.draw = rules.Draw
	for i, c := range talon {
		b := cards.Of(c)
		l.cards[i], l.place[b] = b, uint8(i)
	}
	radix := uint64(1) << keyPiles // the weight of one structure card in the key
	for pile := range rules.Piles {
		column, hidden := state.Pile(game.Pile(pile + 1))
		var below turn // what turns up when the next card leaves; its key is what lies below
		for i, c := range column {
			b := cards.Of(c)
			if i > hidden {
				if cards.Of(column[i-1])|1 != b+4|1 {
					return nil, position{}, false
				}
				continue
			}
			here := turn{visible: cards.One(b), locked: cards.One(b), key: radix * uint64(i+1)}
			if i == 0 && l.kings.Has(b) {
				here.locked, here.key = 0, 0
			}
			l.unlock[b] = turn{below.visible, below.locked, here.key - below.key}
			below = here
		}
		radix *= uint64(pile + 2)
	}
	p, ok := l.read(state)
	return l, p, ok
}

// read converts a position of the layout's game. It reports false for one with another
// talon; the caller must check that it has no other cards.
func (l *layout) read(state *game.State) (position, bool) {
	p := position{next: cards.Aces}
	for suit := game.Clubs; suit <= game.Spades; suit++ {
		for rank := 1; rank <= state.Up(suit); rank++ {
			p.putUp(cards.Of(game.NewCard(rank, suit)))
		}
	}
	waste := state.Waste()
	drawn, talon := len(waste), append(waste, state.Stock()...)
	mask, last := uint32(0), -1
	for _, c := range talon {
		b := cards.Of(c)
		place := int(l.place[b])
		if place <= last {
			return p, false
		}
		mask, last = mask|1<<place, place
		p.stock |= cards.One(b)
	}
	p.key |= uint64(mask)<<keyTalon | uint64(l.normal(drawn, len(talon)))<<keyWaste
	radix := uint64(1) << keyPiles
	for pile := range l.piles {
		column, hidden := state.Pile(game.Pile(pile + 1))
		for _, c := range column[min(hidden, len(column)):] {
			p.visible |= cards.One(cards.Of(c))
		}
		if len(column) > 0 {
			if lowest := cards.Of(column[hidden]); hidden > 0 || !l.kings.Has(lowest) {
				p.locked |= cards.One(lowest)
				p.key += radix * uint64(hidden+1)
			}
		}
		radix *= uint64(pile + 2)
	}
	return p, true
}

// A talon knows the stock and waste of one game: their cards in drawing order. What is
// left of them is a mask over these places, with the number of cards on the waste.
type talon struct {
	cards [talonSize]cards.Bit
	place [64]uint8 // by card; meaningful only for cards of the talon
	draw  int       // cards drawn at once
}

// talonSize is the most cards a talon holds.
const talonSize = 24

// normal returns the offset that represents all offsets with the same future under
// unlimited passes: 0 for a pure one. With waste cards drawn and left cards in all, the
// next tops are the waste's own, then every draw-th card, the last card, and those of a
// fresh pass. If waste is a multiple of draw, or everything is waste, the first kind is
// part of the others.
func (t *talon) normal(waste, left int) int {
	if waste%t.draw == 0 || waste == left {
		return 0
	}
	return waste
}

// reach returns the cards that can become the top of the waste by drawing and turning
// over with unlimited passes.
func (t *talon) reach(mask uint32, waste int) cards.Set {
	var tops cards.Set
	here, fresh := waste, t.draw // the next places, counted from 1, that come up
	if waste == 0 {
		here = fresh
	}
	for i := 1; mask != 0; i++ {
		p := bits.TrailingZeros32(mask)
		mask &= mask - 1
		if i != here && i != fresh && mask != 0 {
			continue
		}
		tops |= cards.One(t.cards[p])
		if i == here {
			here += t.draw
		}
		if i == fresh {
			fresh += t.draw
		}
	}
	return tops
}
