package solve

import "math/bits"

// A talon knows the stock and waste of one game: which cards there are, in
// the order in which they are turned. What is left of them is a mask over
// these places together with the number of cards on the waste.
type talon struct {
	cards [talonSize]bit
	place [64]uint8 // of a card; meaningful for cards of the talon only
	draw  int       // cards turned at once
}

// talonSize is the most cards a talon holds.
const talonSize = 24

// normal returns the offset that stands for all offsets with the same future,
// under unlimited passes: 0 for a pure one. With waste cards drawn and left
// cards in all, the next tops are the waste's own, then every draw-th card,
// the last card, and those of a fresh pass. If waste is a multiple of draw,
// or all is waste, the first kind is part of the others.
func (t *talon) normal(waste, left int) int {
	if waste%t.draw == 0 || waste == left {
		return 0
	}
	return waste
}

// reach returns the cards that can become the top of the waste by drawing and
// turning over, without a limit on passes.
func (t *talon) reach(mask uint32, waste int) set {
	var cards set
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
		cards |= one(t.cards[p])
		if i == here {
			here += t.draw
		}
		if i == fresh {
			fresh += t.draw
		}
	}
	return cards
}
