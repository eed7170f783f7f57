package solve

import "math/bits"

// talonBound counts draws, and moves from the waste to the tableau, that the
// talon forces.
//
// Draws: the stock has to be gone through.
//
// Moves: while a pass lasts, a card on the waste leaves before those under it.
// So in one suit, cards i and j in this order, i the lower one, are in conflict
//
//   - if both lie on the waste: i has to go up before j, and can't leave before
//     it. So j leaves for the tableau;
//   - if a card k still lower than i comes after j: i can't go up before k is
//     drawn. If i stays on the waste until then, j lies over it, and again j
//     leaves for the tableau or not at all. So one of i and j does.
//
// Conflicts without a common card need a move each, unless the waste is turned
// over before. Then the cards of each conflict that is not solved by a move are
// still there: if t are not, that is at least t+1 cards, to be drawn again in
// ⌈(t+1)/draw⌉ draws that were not counted yet, while the others cost a move
// each. With one card a draw that is never cheaper than the moves.
func (g *impGame) talonBound(p *impPos) uint8 {
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

// talonConflicts counts conflicts without a common card, as many as it finds by
// taking each that is left on the way from the bottom of the waste to the end of
// the stock. It returns the cards in them as well.
func (g *impGame) talonConflicts(p *impPos) (count int, cards uint64) {
	var t impTalonCards
	t.read(g, p)
	for _, c := range t.cards[:p.drawn] {
		suit, bit := impSuit(c), uint16(1)<<impRank(c)
		if t.free[suit]&(bit-1) != 0 {
			count++
			cards |= 1 << c
		} else {
			t.free[suit] |= bit
		}
	}
	for j := int(p.drawn); j < t.n; j++ {
		c := t.cards[j]
		suit, bit := impSuit(c), uint16(1)<<impRank(c)
		lowest := t.later[j] & -t.later[j]
		// ranks over the lowest later one and under c's
		between := t.free[suit] & (bit - 1) &^ (lowest<<1 - 1)
		if lowest == 0 || between == 0 {
			t.free[suit] |= bit
			continue
		}
		count++
		cards |= 1<<c | 1<<(uint8(bits.TrailingZeros16(between))<<2|suit)
		t.free[suit] &^= between & -between
	}
	return count, cards
}

// impTalonCards are the cards of the talon in order.
type impTalonCards struct {
	n     int
	cards [64]uint8
	later [64]uint16 // by place in the stock: ranks of its suit that come later
	free  [4]uint16  // by suit: ranks passed that are in no conflict yet
}

func (t *impTalonCards) read(g *impGame, p *impPos) {
	for left := p.left; left != 0; left &= left - 1 {
		t.cards[t.n] = g.talon[bits.TrailingZeros64(left)]
		t.n++
	}
	var seen [4]uint16
	for j := t.n - 1; j >= int(p.drawn); j-- {
		c := t.cards[j]
		t.later[j] = seen[impSuit(c)]
		seen[impSuit(c)] |= 1 << impRank(c)
	}
}
