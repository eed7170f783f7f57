package shorten

import "math/bits"

// bound returns a number of draws and moves that every win from here needs. Each term
// counts moves that no other term counts:
//
//   - each card that isn't up is put up once;
//   - moves inside the tableau that a pile forces (pileBound);
//   - draws, and moves from the waste to the tableau, that the talon forces
//     (talonBound).
//
// Returning cards from a foundation only adds moves that aren't counted.
func (g *model) bound(p *position) int {
	b := int(p.rest)
	for _, e := range p.extra {
		b += int(e)
	}
	return b + int(p.talon)
}

// pileBound counts moves inside the tableau that separate cards of one pile. If card c
// lies over a lower card d of its suit, then c can't go up before d, so a move inside the
// tableau must separate them first. Until one does, the cards from d to c lie as they do
// now, so the lowest card of that move is one of those over d, up to c:
//
//   - if c is face down, it is c itself, since those below c are face down too;
//   - otherwise it is one that is face up now, over d, and at most as high as c.
//
// A move has one lowest card, and each pile has its own cards, so the fewest cards that
// meet all these intervals are a lower bound on the number of such moves. A sweep upwards
// that takes the last card of each interval not met yet finds the fewest.
func (g *model) pileBound(p *position, pile uint8) uint8 {
	var cards [cardNumbers]uint8
	n := 0
	c := p.top[pile]
	for ; c != 0 && p.isFaceUp(c); c = p.below[c] {
		cards[n] = c
		n++
	}
	// c is the highest face-down card, if any
	count, after := g.forced[c], g.after[c]
	for n--; n >= 0; n-- {
		c := cards[n]
		if after>>c&1 != 0 {
			count++
			after = 0
		}
		after |= g.higher[c]
	}
	return count
}

// talonBound counts draws, and moves from the waste to the tableau, that the talon
// forces.
//
// Draws: the game must go through the stock.
//
// Moves: during a pass, a card on the waste leaves before those under it. So two cards of
// one suit, i before j and i the lower one, are in conflict
//
//   - if both lie on the waste: i must go up before j, and can't leave before
//     it. So j must leave for the tableau;
//   - if a card k still lower than i comes after j: i can't go up before k is
//     drawn. If i stays on the waste until then, j lies over it, and again j can
//     only leave for the tableau. So i or j does.
//
// Conflicts without a common card need a move each, unless the waste is turned over
// first. In that case, the cards of each conflict that no move resolves are still there.
// If t conflicts are unresolved, that is at least t+1 cards, which take another
// ⌈(t+1)/draw⌉ draws that weren't counted yet, while the other conflicts cost a move
// each. At draw 1 that is never cheaper than the moves.
func (g *model) talonBound(p *position) uint8 {
	n, draw := p.talonLeft(), g.rules.Draw
	if n == 0 {
		return 0
	}
	draws := (n - int(p.drawn) + draw - 1) / draw
	conflicts, _ := g.talonConflicts(p)
	if p.turns > 0 && conflicts > 0 {
		conflicts = min(conflicts, (conflicts+draw)/draw)
	}
	return uint8(draws + conflicts)
}

// talonConflicts counts conflicts without a common card. It goes from the bottom of the
// waste to the end of the stock and takes each conflict that is still possible. It also
// returns the cards in them.
func (g *model) talonConflicts(p *position) (count int, cards uint64) {
	var talon [64]uint8
	n := 0
	for left := p.left; left != 0; left &= left - 1 {
		talon[n] = g.talon[bits.TrailingZeros64(left)]
		n++
	}
	var later [64]uint16 // by place in the stock: ranks of its suit that come later
	var seen [4]uint16
	for j := n - 1; j >= int(p.drawn); j-- {
		c := talon[j]
		later[j] = seen[suitOf(c)]
		seen[suitOf(c)] |= 1 << rankOf(c)
	}
	var free [4]uint16 // by suit: ranks passed that are in no conflict yet
	for _, c := range talon[:p.drawn] {
		suit, bit := suitOf(c), uint16(1)<<rankOf(c)
		if free[suit]&(bit-1) != 0 {
			count++
			cards |= 1 << c
		} else {
			free[suit] |= bit
		}
	}
	for j := int(p.drawn); j < n; j++ {
		c := talon[j]
		suit, bit := suitOf(c), uint16(1)<<rankOf(c)
		lowest := later[j] & -later[j]
		// ranks over the lowest later one and under c's
		between := free[suit] & (bit - 1) &^ (lowest<<1 - 1)
		if lowest == 0 || between == 0 {
			free[suit] |= bit
			continue
		}
		count++
		cards |= 1<<c | 1<<(uint8(bits.TrailingZeros16(between))<<2|suit)
		free[suit] &^= between & -between
	}
	return count, cards
}

// cycleBound counts pairs of units in which one must make a move that neither pileBound
// nor talonBound counts.
//
// Suppose unit u makes no move inside the tableau (or from the waste to it), but goes up
// card by card from where it lies. Then none of the cards under it goes up before all of
// u. So if a card under u is lower than a card of v in the same suit, v goes up after u.
// If the same holds with u and v exchanged, neither can be first, so one of them makes
// such a move, and its lowest card is in u or v. That is another move as long as no unit
// is in two pairs and none is already counted.
//
// Units of the waste count only in the last pass; before that, turning over also takes a
// card off the others.
//
// A unit is a face-down card, the face-up part of a pile, or a card on the waste.
func (g *model) cycleBound(p *position) int {
	u := units{game: g, hidden: p.hidden & g.plain}
	for i, top := range p.top[:g.rules.Piles] {
		var cards uint64
		c := top
		for ; c != 0 && p.isFaceUp(c); c = p.below[c] {
			cards |= 1 << c
		}
		if c != 0 && p.extra[i] == g.forced[c] { // on face-down cards, and pileBound counts no move of it
			u.add(cards, g.after[c])
		}
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

// units are the units of a position that are in no pair yet.
type units struct {
	game   *model
	pairs  int
	hidden uint64 // face-down cards
	n      int
	list   [cardNumbers]unit // others
}

// A unit is the face-up part of a pile, or a card on the waste.
type unit struct {
	cards uint64 // its cards
	after uint64 // cards that can't go up before some card under the unit
}

// add pairs a unit with an earlier one, or stores it.
func (u *units) add(cards, after uint64) {
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
	u.list[u.n] = unit{cards, after}
	u.n++
}

// wasteUnits adds the cards on the waste of which talonBound counts no move.
func (g *model) wasteUnits(p *position, u *units) {
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

// A buried has permanent facts about the cards that were face down at the start: nothing
// under such a card moves until it has left.
type buried struct {
	higher [cardNumbers]uint64 // by card: the higher cards of its suit
	after  [cardNumbers]uint64 // by face-down card: those that can't go up before it or one under it
	under  [cardNumbers]uint64 // by face-down card: those that can't go up before one under it
	forced [cardNumbers]uint8  // by face-down card: forced moves of it and those under it, see pileBound
	rivals [cardNumbers]uint64 // by face-down card: those with which it forms a pair, see cycleBound
	plain  uint64              // face-down cards of which pileBound counts no move
}
