package yukon

import "math/bits"

// What positions are judged by. None of it has a say in what is true, only in
// what is looked at first.
const (
	featHidden   = iota // cards face down
	featRoot            // cards where they lay at the start
	featLeft            // cards not up
	featBuried          // cards of the start on the next cards of the foundations
	featColumns         // columns that aren't empty
	featInverse         // cards below a higher one of their suit
	featBuilt           // cards built on the next cards
	featMoves           // cards that can be built
	featRounds          // rounds of the relaxation
	featUneven          // how far the foundations are apart
	featLate            // the rounds in which cards leave their first places, summed
	featKings           // kings where they lay at the start, not at the bottom
	featFlexible        // cards that can be swapped
	featOrphans         // cards both parents of which are face down or up
	featNext            // next cards that are face up
	featureCount
)

const (
	views      = 2
	scoreRange = 1024
)

// viewWeights were found by random changes kept when 111 hard ones of the deals
// 5000 to 5699 of game.Numbered took fewer nodes. Scores are in quarters.
var viewWeights = [views][featureCount]int{
	{31, 5, 17, 12, 16, -4, 4, 6, 2, -4, 1, 2, 0, 0, 0},
	{35, 22, 11, 19, 16, -2, -4, -7, 4, 2, 4, 0, -1, 3, 0},
}

// A depth says how long the relaxation took.
type depth struct{ rounds, late int }

// scores returns how a position looks from each view; lower is better.
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

func (e *Engine) features(b *board, d depth) (f [featureCount]int) {
	root := e.rooted(b)
	built := children(b.exposed) & b.face
	left := 4*int(e.ranks) - b.allUp()
	f[featHidden] = left - bits.OnesCount64(b.face)
	f[featRoot] = bits.OnesCount64(root)
	f[featLeft] = left
	f[featBuried], f[featBuilt] = e.buried(b, root)
	f[featColumns] = int(b.cols)
	f[featInverse] = b.inverse()
	f[featMoves] = bits.OnesCount64(built)
	f[featRounds] = d.rounds
	f[featUneven] = int(max(b.up[0], b.up[1], b.up[2], b.up[3]) - min(b.up[0], b.up[1], b.up[2], b.up[3]))
	f[featLate] = d.late
	f[featKings] = bits.OnesCount64(root & b.face & e.kings())
	f[featFlexible] = bits.OnesCount64(built &^ root)
	f[featOrphans] = bits.OnesCount64(root &^ e.kings() &^ children(b.face))
	f[featNext] = bits.OnesCount64(b.next() & b.face)
	return f
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
