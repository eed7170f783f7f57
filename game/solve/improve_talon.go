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
	conflicts := g.talonConflicts(p, n)
	if p.turns > 0 && conflicts > 0 {
		conflicts = min(conflicts, (conflicts+draw)/draw)
	}
	return uint8(draws + conflicts)
}

// talonConflicts counts conflicts without a common card, as many as it finds by
// taking each that is left on the way from the bottom of the waste to the end of
// the stock.
func (g *impGame) talonConflicts(p *impPos, n int) int {
	var cards [64]uint8
	i := 0
	for left := p.left; left != 0; left &= left - 1 {
		cards[i] = g.talon[bits.TrailingZeros64(left)]
		i++
	}
	var free [4]uint16 // by suit: ranks seen that are in no conflict yet
	count := 0
	for _, c := range cards[:p.drawn] {
		suit, bit := impSuit(c), uint16(1)<<impRank(c)
		if free[suit]&(bit-1) != 0 {
			count++
		} else {
			free[suit] |= bit
		}
	}
	if n > int(p.drawn)+1 {
		count += impStockConflicts(cards[p.drawn:n], &free)
	}
	return count
}

// impStockConflicts counts conflicts whose second card is in the stock.
func impStockConflicts(stock []uint8, free *[4]uint16) int {
	var later [64]uint16 // by place: ranks of the suit that come later
	var seen [4]uint16
	for j := len(stock) - 1; j >= 0; j-- {
		suit := impSuit(stock[j])
		later[j] = seen[suit]
		seen[suit] |= 1 << impRank(stock[j])
	}
	count := 0
	for j, c := range stock {
		suit, bit := impSuit(c), uint16(1)<<impRank(c)
		lowest := later[j] & -later[j]
		// ranks over the lowest later one and under c's
		between := free[suit] & (bit - 1) &^ (lowest<<1 - 1)
		if lowest != 0 && between != 0 {
			count++
			free[suit] &^= between & -between
		} else {
			free[suit] |= bit
		}
	}
	return count
}
