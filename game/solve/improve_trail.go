package solve

import (
	"slices"
	"unsafe"
)

// An impTrail remembers how each expanded position was reached: the step to it
// and the entry of the position before it. It is kept in chunks, so that it
// grows without copying.
type impTrail struct {
	chunks []*impTrailChunk
	n      int32
}

type impTrailChunk [impTrailChunkSize]impTrailEntry

type impTrailEntry struct {
	parent int32
	step   impStep
}

const impTrailChunkSize = 1 << 13

func (t *impTrail) bytes() int { return len(t.chunks) * int(unsafe.Sizeof(impTrailChunk{})) }

// add returns the new entry's number. The first is the start's.
func (t *impTrail) add(parent int32, step impStep) int32 {
	if int(t.n) == len(t.chunks)*impTrailChunkSize {
		t.chunks = append(t.chunks, new(impTrailChunk))
	}
	t.chunks[t.n/impTrailChunkSize][t.n%impTrailChunkSize] = impTrailEntry{parent, step}
	t.n++
	return t.n - 1
}

// steps returns the steps from the start to an entry.
func (t *impTrail) steps(at int32) []impStep {
	var steps []impStep
	for at > 0 {
		e := &t.chunks[at/impTrailChunkSize][at%impTrailChunkSize]
		steps = append(steps, e.step)
		at = e.parent
	}
	slices.Reverse(steps)
	return steps
}
