package solve

// bound returns a number of draws and moves that no win from here can do
// without. Each term counts moves that no other term counts:
//
//   - each card that is not up is put up once;
//   - moves inside the tableau that a pile forces (pileBound);
//   - draws, and moves from the waste to the tableau, that the talon forces
//     (talonBound).
//
// Returning cards from a foundation only adds moves that are not counted.
func (g *impGame) bound(p *impPos) int {
	b := int(p.rest)
	for _, e := range p.extra {
		b += int(e)
	}
	return b + int(p.talon)
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
	c := p.top[pile]
	for ; c != 0 && p.isFaceUp(c); c = p.below[c] {
		cards[n] = c
		n++
	}
	// c is the highest card face down, or none
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
