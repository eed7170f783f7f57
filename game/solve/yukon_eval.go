package solve

import "math/bits"

type yukonWeights [yukonFeatures]int

const (
	yukonFeatures = 15
	yukonViews    = 2
)

var yukonBaseWeights = [yukonViews]yukonWeights{
	{31, 5, 17, 12, 16, -1, 4, 6, 0, -4, 1, 2, 0, 0, 0},
	{35, 23, 13, 19, 16, 0, -5, -4, 4, 0, 4, 0, 0, 0, 0},
}

// eval
func (e *yukonEngine) eval(b *yukonBoard) (scores [yukonViews]int) {
	var f [yukonFeatures]int
	left := 4*int(e.ranks) - int(b.up[0]) - int(b.up[1]) - int(b.up[2]) - int(b.up[3])
	root := e.rootLinked(b)
	f[0] = left - bits.OnesCount64(b.face)
	f[1] = bits.OnesCount64(root)
	f[2] = left
	for _, tip := range b.tip[:b.cols] {
		var high [4]uint8
		for c := tip; c != 0; c = b.below[c] {
			if high[c&3] > c {
				f[5]++
			} else {
				high[c&3] = c
			}
		}
	}
	for s := range b.up {
		if b.up[s] == e.ranks {
			continue
		}
		for d := b.above[(b.up[s]+1)<<2|uint8(s)]; d != 0; d = b.above[d] {
			if root>>d&1 != 0 {
				f[3]++
			} else {
				f[6]++
			}
		}
	}
	f[4] = int(b.cols)
	f[7] = bits.OnesCount64(withParents(b.exposed) & b.face)
	f[8] = e.rounds
	f[9] = int(max(b.up[0], b.up[1], b.up[2], b.up[3]) - min(b.up[0], b.up[1], b.up[2], b.up[3]))
	f[10] = e.late
	f[11] = bits.OnesCount64(root & b.face & e.kings())
	f[12] = bits.OnesCount64(withParents(b.exposed) & b.face &^ root)
	f[13] = bits.OnesCount64(root &^ e.kings() &^ withParents(b.face))
	f[14] = bits.OnesCount64(b.next() & b.face)
	for view := range e.w {
		h := 0
		for i, x := range f {
			h += e.w[view][i] * x
		}
		scores[view] = min(max(h>>2, 0), yukonBuckets-1)
	}
	return scores
}
