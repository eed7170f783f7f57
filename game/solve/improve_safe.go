package solve

import "math/bits"

// safeMove lists one move that puts up a safe card, if there is one: a shortest
// win may begin with it, so no other move needs to be looked at (pruneImpSafe).
func (g *impGame) safeMove(p *impPos, l *impMoves) bool {
	for i := range uint8(g.rules.Piles) {
		if c := p.top[i]; c != 0 && p.fitsUp(c) && g.safe(p, c) {
			l.add(impMove{card: c, onto: impUp, src: i})
			return true
		}
	}
	if g.rules.Draw != 1 || p.drawn == 0 {
		return false
	}
	if c := g.wasteTop(p); p.fitsUp(c) && g.safe(p, c) {
		l.add(impMove{card: c, onto: impUp, src: impTalon})
		return true
	}
	return false
}

func (g *impGame) wasteTop(p *impPos) uint8 {
	left := p.left
	for range p.drawn - 1 {
		left &= left - 1
	}
	return g.talon[bits.TrailingZeros64(left)]
}

// safe reports whether a card c of rank r that can go up may do so at once
// without making the shortest win longer. Let a line put c up later. Put it up
// now and leave out all later moves of c alone; where c would be carried along,
// the others go without it. What is left is legal as long as nothing is put on
// c, and it is no longer.
//
//   - Nothing ever goes on an ace.
//   - Without return, nothing can be put on c if both foundations of the other
//     colour hold r−1 cards. This holds for Yukon too.
//   - In Klondike without return it is enough that they hold r−2 and the one of
//     c's twin r−3 (Blake and Gent, JAIR 85:21, appendix B): a card x that the
//     line puts on c goes up instead, and the twin's card y of rank r−2, the
//     only one that may lie on x, before it. Each of them goes up once in
//     either line, so the move on to c or x is saved.
//   - In Klondike with return a two is safe: only aces could be put on it, and
//     they go up instead.
//
// On the waste this holds at draw 1 only, where taking a card brings no other
// card later to the top; elsewhere it shifts the draws.
func (g *impGame) safe(p *impPos, c uint8) bool {
	r, suit := impRank(c), impSuit(c)
	if r == 1 {
		return true
	}
	if g.back {
		return r == 2 && !g.groups
	}
	other := min(p.up[suit^1], p.up[suit^2])
	twin := p.up[suit^3]
	return other+1 >= r || !g.groups && other+2 >= r && twin+3 >= r
}
