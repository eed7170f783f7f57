package shorten

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game/solve/internal/chunks"
)

// A node is a position to be expanded.
type node struct {
	pos    position
	key    key
	parent int32  // the trail's entry of the position before
	length uint16 // draws and moves so far
	bound  uint16
	rank   uint16 // lower is better; 0 for positions of the best line
	step   step
}

// rankRange is one more than the highest rank.
const rankRange = 1 << 12

// A layer is a list of nodes of one length.
type layer struct{ chunks.List[node] }

// cut keeps the width best nodes of a layer, the earlier ones if ranks are equal. If stop
// returns true it gives up, and the layer is then incomplete.
func (l *layer) cut(width int, stop func() bool) {
	var count [rankRange]int
	for i := range l.Len() {
		count[l.At(i).rank]++
	}
	limit, room := 0, width
	for limit < rankRange && count[limit] <= room {
		room -= count[limit]
		limit++
	}
	kept := 0
	for i := range l.Len() {
		if i%256 == 0 && stop() {
			return
		}
		n := l.At(i)
		rank := int(n.rank)
		if rank > limit || rank == limit && room == 0 {
			continue
		}
		if rank == limit {
			room--
		}
		if kept != i {
			*l.At(kept) = *n
		}
		kept++
	}
	l.Truncate(kept)
}

// A trail records how each expanded position was reached.
type trail struct{ chunks.List[trailEntry] }

type trailEntry struct {
	parent int32 // the entry of the position before; -1 for the start
	step   step
}

// steps returns the steps from the start to an entry.
func (t *trail) steps(at int32) []step {
	var steps []step
	for at > 0 {
		e := t.At(int(at))
		steps = append(steps, e.step)
		at = e.parent
	}
	slices.Reverse(steps)
	return steps
}
