package solve

import "math/bits"

// bound returns a number of draws and moves that no win from here can do
// without. Each term counts moves that no other term counts:
//
//   - each card that is not up is put up once;
//   - each draw of the pass under way that the cards of the stock need;
//   - moves inside the tableau that a pile forces (pileBound);
//   - moves from the waste to the tableau, or draws of a further pass, that the
//     order of the waste forces (wasteBound).
//
// Returning cards from a foundation only adds moves that are not counted.
func (g *impGame) bound(p *impPos) int {
	b := int(p.rest)
	for _, e := range p.extra {
		b += int(e)
	}
	if p.left == 0 {
		return b
	}
	stock, draw := p.talonLeft()-int(p.drawn), g.rules.Draw
	return b + (stock+draw-1)/draw + g.wasteBound(p)
}

// pileBound counts moves inside the tableau that take cards of one pile off
// each other. If card c lies over card d, and d is lower in the same suit, then
// c can't go up before d; so before that, a move inside the tableau has to
// separate them. As long as none has, the cards from d to c lie as they do now,
// so the lowest card of that move is one of those over d, up to c:
//
//   - if c is face down, it is c itself, as those below c are face down too;
//   - else it is one that is face up now, over d, and at most as high as c.
//
// A move has one lowest card, and each pile has its own cards, so the fewest
// cards that meet all these intervals are a lower bound on such moves. Sweeping
// up and taking the last card of each interval that is not met yet gives the
// fewest.
func (g *impGame) pileBound(p *impPos, pile uint8) uint8 {
	var cards [impCards]uint8
	n := 0
	for c := p.top[pile]; c != 0; c = p.below[c] {
		cards[n] = c
		n++
	}
	none := [4]uint8{255, 255, 255, 255}
	lowest, count := none, uint8(0) // by suit: lowest rank over the last card taken, it included
	for n--; n >= 0; n-- {
		c := cards[n]
		suit, rank := impSuit(c), impRank(c)
		if rank > lowest[suit] {
			count++
			if p.isFaceUp(c) {
				lowest = none
			}
		}
		lowest[suit] = min(lowest[suit], rank)
	}
	return count
}

// wasteBound counts what the order of the waste forces. If card c lies over a
// lower card of its suit on the waste, then c leaves for the tableau, unless
// the waste is turned over before. A turn-over that t ≥ 1 such cards wait for
// leaves at least these and one lower card to be drawn again, which the bound
// on the draws of this pass does not count: ⌈(t+1)/draw⌉ draws, while the
// others leave by a move each. With one card a draw that is never cheaper.
func (g *impGame) wasteBound(p *impPos) int {
	if p.drawn < 2 {
		return 0
	}
	lowest := [4]uint8{255, 255, 255, 255}
	over, left := 0, p.left
	for range p.drawn {
		c := g.talon[bits.TrailingZeros64(left)]
		left &= left - 1
		if suit, rank := impSuit(c), impRank(c); rank > lowest[suit] {
			over++
		} else {
			lowest[suit] = rank
		}
	}
	if p.turns == 0 || over == 0 {
		return over
	}
	return min(over, (over+g.rules.Draw)/g.rules.Draw)
}
