package shorten

import (
	"slices"
	"unsafe"
)

// A node is a position that waits to be expanded.
type node struct {
	pos    position
	key    key
	parent int32  // the trail's entry of the position before
	length uint16 // draws and moves so far
	bound  uint16
	rank   uint16 // less is better; 0 for positions of the best line
	step   step
}

// rankRange is one more than the highest rank.
const rankRange = 1 << 12

// A layer is a list of nodes in chunks, so that it grows without copying.
type layer struct {
	chunks []*chunk
	n      int
}

const chunkNodes = 1 << 8

type chunk [chunkNodes]node

func (l *layer) node(i int) *node { return &l.chunks[i/chunkNodes][i%chunkNodes] }

// A store hands out chunks and takes them back.
type store struct {
	free  []*chunk
	count int // chunks in all
}

// add appends a node.
func (s *store) add(l *layer, n *node) {
	if l.n == len(l.chunks)*chunkNodes {
		l.chunks = append(l.chunks, s.take())
	}
	*l.node(l.n) = *n
	l.n++
}

func (s *store) take() *chunk {
	if n := len(s.free); n > 0 {
		c := s.free[n-1]
		s.free = s.free[:n-1]
		return c
	}
	s.count++
	return new(chunk)
}

// release takes back the chunks of a layer but for those of its first n nodes.
func (s *store) release(l *layer, n int) {
	keep := (n + chunkNodes - 1) / chunkNodes
	s.free = append(s.free, l.chunks[keep:]...)
	l.chunks, l.n = l.chunks[:keep], n
}

// cut keeps the width best nodes of a layer. Of equal ranks it keeps those that
// came first. It gives up, with the layer undone, when stop says so.
func (s *store) cut(l *layer, width int, stop func() bool) {
	var count [rankRange]int
	for i := range l.n {
		count[l.node(i).rank]++
	}
	limit, room := 0, width
	for limit < rankRange && count[limit] <= room {
		room -= count[limit]
		limit++
	}
	kept := 0
	for i := range l.n {
		if i%chunkNodes == 0 && stop() {
			return
		}
		n := l.node(i)
		rank := int(n.rank)
		if rank > limit || rank == limit && room == 0 {
			continue
		}
		if rank == limit {
			room--
		}
		if kept != i {
			*l.node(kept) = *n
		}
		kept++
	}
	s.release(l, kept)
}

// A trail remembers how each expanded position was reached: the step to it
// and the entry of the position before it. It is kept in chunks, so that it
// grows without copying.
type trail struct {
	chunks []*trailChunk
	n      int32
}

type trailChunk [trailChunkSize]trailEntry

type trailEntry struct {
	parent int32
	step   step
}

const trailChunkSize = 1 << 13

func (t *trail) bytes() int { return len(t.chunks) * int(unsafe.Sizeof(trailChunk{})) }

// add returns the new entry's number. The first is the start's.
func (t *trail) add(parent int32, step step) int32 {
	if int(t.n) == len(t.chunks)*trailChunkSize {
		t.chunks = append(t.chunks, new(trailChunk))
	}
	t.chunks[t.n/trailChunkSize][t.n%trailChunkSize] = trailEntry{parent, step}
	t.n++
	return t.n - 1
}

// steps returns the steps from the start to an entry.
func (t *trail) steps(at int32) []step {
	var steps []step
	for at > 0 {
		e := &t.chunks[at/trailChunkSize][at%trailChunkSize]
		steps = append(steps, e.step)
		at = e.parent
	}
	slices.Reverse(steps)
	return steps
}
