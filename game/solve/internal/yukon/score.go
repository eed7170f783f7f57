package yukon

import (
	"math/bits"
	"slices"
)

const (
	views      = 2
	features   = 15
	scoreRange = 1024
)

// viewWeights come from random changes that were kept when they reduced the nodes for 111
// hard ones of the deals 5000 to 5699 of game.Numbered. Scores are in quarters.
var viewWeights = [views][features]int{
	{31, 5, 17, 12, 16, -4, 4, 6, 2, -4, 1, 2, 0, 0, 0},
	{35, 22, 11, 19, 16, -2, -4, -7, 4, 2, 4, 0, -1, 3, 0},
}

// A depth says how long the relaxation took: its rounds, and the sum of the rounds in
// which cards leave their first places.
type depth struct{ rounds, late int }

// scores returns the score of a position from each view; lower is better.
func (e *Engine) scores(b *board, d depth) (scores [views]int) {
	f := e.features(b, d)
	for view := range viewWeights {
		sum := 0
		for i, w := range viewWeights[view] {
			sum += w * f[i]
		}
		scores[view] = min(max(sum>>2, 0), scoreRange-1)
	}
	return scores
}

// features returns what the score of a position is made of. They affect only the order of
// the search, never a verdict.
func (e *Engine) features(b *board, d depth) [features]int {
	root, next := e.rooted(b), b.next()
	built := children(b.exposed) & b.face
	left := 4*int(e.ranks) - b.allUp()
	rootsOnNext, builtOnNext := e.buried(b, root)
	return [features]int{
		left - bits.OnesCount64(b.face), // cards face down
		bits.OnesCount64(root),          // cards where they lay at the start
		left,                            // cards not up
		rootsOnNext,                     // cards of the start on the next cards of the foundations
		int(b.cols),                     // columns that aren't empty
		b.inverse(),                     // cards below a higher one of their suit
		builtOnNext,                     // cards built on the next cards
		bits.OnesCount64(built),         // cards that can be built
		d.rounds,
		int(slices.Max(b.up[:]) - slices.Min(b.up[:])), // the distance between the foundations
		d.late,
		bits.OnesCount64(root & b.face & e.kings()),             // kings where they lay at the start, not at the bottom
		bits.OnesCount64(built &^ root),                         // cards that can be swapped
		bits.OnesCount64(root &^ e.kings() &^ children(b.face)), // cards both parents of which are face down or up
		bits.OnesCount64(next & b.face),                         // next cards that are face up
	}
}

// buried counts the cards on the next cards of the foundations.
func (e *Engine) buried(b *board, root uint64) (rooted, built int) {
	for s, up := range b.up {
		if up == e.ranks {
			continue
		}
		for c := b.above[(up+1)<<2|uint8(s)]; c != 0; c = b.above[c] {
			if root>>c&1 != 0 {
				rooted++
			} else {
				built++
			}
		}
	}
	return rooted, built
}

// inverse counts the cards that lie below a higher one of their suit.
func (b *board) inverse() (n int) {
	for _, tip := range b.tip[:b.cols] {
		var high [4]uint8
		for c := tip; c != 0; c = b.below[c] {
			if c < high[c&3] {
				n++
			} else {
				high[c&3] = c
			}
		}
	}
	return n
}
