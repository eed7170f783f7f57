package solve

import "math/bits"

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
//
// A unit is a face-down card, the face-up part of a pile, or a card on the waste.
func (g *impGame) cycleBound(p *impPos) int {
	u := impUnits{game: g, hidden: p.hidden & g.plain}
	for i, top := range p.top[:g.rules.Piles] {
		g.faceUpUnit(p, top, p.extra[i], &u)
	}
	if p.turns == 0 && p.drawn > 1 {
		g.wasteUnits(p, &u)
	}
	for h := u.hidden; h != 0; h &= h - 1 {
		c := uint8(bits.TrailingZeros64(h))
		if rivals := g.rivals[c] & u.hidden; u.hidden>>c&1 != 0 && rivals != 0 {
			u.hidden &^= 1<<c | rivals&-rivals
			u.pairs++
		}
	}
	return u.pairs
}

// impUnits are the units of a position that are in no pair yet.
type impUnits struct {
	game   *impGame
	pairs  int
	hidden uint64 // face-down cards
	n      int
	list   [impCards]impUnit // others
}

// An impUnit is a face-up part of a pile, or a card on the waste.
type impUnit struct {
	cards uint64 // its cards
	after uint64 // cards that can't go up before one that lies under the unit
}

// add pairs a unit with an earlier one, or keeps it.
func (u *impUnits) add(cards, after uint64) {
	for i := range u.list[:u.n] {
		if o := &u.list[i]; cards&o.after != 0 && o.cards&after != 0 {
			u.pairs++
			u.n--
			*o = u.list[u.n]
			return
		}
	}
	for h := u.hidden & after; h != 0; h &= h - 1 {
		if cards&u.game.under[bits.TrailingZeros64(h)] != 0 {
			u.pairs++
			u.hidden &^= h & -h
			return
		}
	}
	u.list[u.n] = impUnit{cards, after}
	u.n++
}

// faceUpUnit adds the face-up part of a pile, if it lies on cards that are face
// down and pileBound counts no move of it.
func (g *impGame) faceUpUnit(p *impPos, top, extra uint8, u *impUnits) {
	var cards uint64
	c := top
	for ; c != 0 && p.isFaceUp(c); c = p.below[c] {
		cards |= 1 << c
	}
	if c != 0 && extra == g.forced[c] {
		u.add(cards, g.after[c])
	}
}

// wasteUnits adds the cards on the waste that talonBound counts no move of.
func (g *impGame) wasteUnits(p *impPos, u *impUnits) {
	_, counted := g.talonConflicts(p)
	var after uint64
	left := p.left
	for range p.drawn {
		c := g.talon[bits.TrailingZeros64(left)]
		left &= left - 1
		if counted>>c&1 == 0 && after != 0 {
			u.add(1<<c, after)
		}
		after |= g.higher[c]
	}
}
