package solve

import "math/bits"

// An impUnit is a part of a pile, or of the waste, of which no card is known to
// make a move inside the tableau yet: a face-down card, the face-up part of a
// pile, or a card on the waste.
type impUnit struct {
	cards uint64 // its cards
	after uint64 // cards that can't go up before one that lies under the unit
}

// impUnits are the units of a position.
type impUnits struct {
	list [impCards]impUnit
	n    int
}

// cycleBound counts pairs of units of which one has to make a move that neither
// pileBound nor talonBound counts.
//
// Suppose unit u makes no move inside the tableau (or from the waste to it),
// but goes up card by card from where it lies. Then none of the cards under it
// goes up before all of u. So if a card under u is lower than a card of v in
// the same suit, v goes up after u. If the same holds with u and v exchanged,
// neither can be the first, and one of them makes such a move, whose lowest card
// is u's or v's. That is a further move as long as no unit is in two pairs, and
// none is counted already.
//
// Units of the waste count only in the last pass; before that, turning over
// takes a card off the others as well.
func (g *impGame) cycleBound(p *impPos) int {
	var u impUnits
	for _, top := range p.top[:g.rules.Piles] {
		if top != 0 {
			g.pileUnits(p, top, &u)
		}
	}
	if p.turns == 0 && p.drawn > 1 {
		g.wasteUnits(p, &u)
	}
	return u.pairs()
}

// pairs counts pairs without a common unit.
func (u *impUnits) pairs() int {
	count := 0
	for i := 1; i < u.n; i++ {
		a := &u.list[i]
		for j := range u.list[:i] {
			if b := &u.list[j]; a.cards&b.after != 0 && b.cards&a.after != 0 {
				count++
				a.cards, b.cards = 0, 0
				break
			}
		}
	}
	return count
}

// add adds a unit that has cards under it and no move counted already.
func (u *impUnits) add(cards, after, counted uint64) {
	if after != 0 && cards&(after|counted) == 0 {
		u.list[u.n] = impUnit{cards, after}
		u.n++
	}
}

// pileUnits adds the units of a pile.
func (g *impGame) pileUnits(p *impPos, top uint8, u *impUnits) {
	var cards [impCards]uint8
	n := 0
	for c := top; c != 0; c = p.below[c] {
		cards[n] = c
		n++
	}
	var after uint64
	n--
	for ; !p.isFaceUp(cards[n]); n-- {
		u.add(1<<cards[n], after, 0)
		after |= g.higher[cards[n]]
	}
	// In disordered face-up cards a move among themselves may be counted.
	var all, counted, inside uint64
	for ; n >= 0; n-- {
		bit := uint64(1) << cards[n]
		all |= bit
		counted |= bit & inside
		inside |= g.higher[cards[n]]
	}
	u.add(all, after, counted)
}

// wasteUnits adds the cards on the waste.
func (g *impGame) wasteUnits(p *impPos, u *impUnits) {
	_, counted := g.talonConflicts(p)
	var after uint64
	left := p.left
	for range p.drawn {
		c := g.talon[bits.TrailingZeros64(left)]
		left &= left - 1
		u.add(1<<c, after, counted)
		after |= g.higher[c]
	}
}
