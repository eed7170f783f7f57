package solve

// An impNode is a position that waits to be expanded.
type impNode struct {
	pos    impPos
	key    impKey
	parent int32  // the trail's entry of the position before
	length uint16 // draws and moves so far
	bound  uint16
	rank   uint16 // less is better; 0 for positions of the best line
	step   impStep
}

// impRanks is one more than the highest rank.
const impRanks = 1 << 12

// An impLayer is a list of nodes in chunks, so that it grows without copying.
type impLayer struct {
	chunks []*impChunk
	n      int
}

const impChunkNodes = 1 << 8

type impChunk [impChunkNodes]impNode

func (l *impLayer) node(i int) *impNode { return &l.chunks[i/impChunkNodes][i%impChunkNodes] }

// An impStore hands out chunks and takes them back.
type impStore struct {
	free  []*impChunk
	count int // chunks in all
}

// add appends a node.
func (s *impStore) add(l *impLayer, n *impNode) {
	if l.n == len(l.chunks)*impChunkNodes {
		l.chunks = append(l.chunks, s.take())
	}
	*l.node(l.n) = *n
	l.n++
}

func (s *impStore) take() *impChunk {
	if n := len(s.free); n > 0 {
		c := s.free[n-1]
		s.free = s.free[:n-1]
		return c
	}
	s.count++
	return new(impChunk)
}

// release takes back the chunks of a layer but for those of its first n nodes.
func (s *impStore) release(l *impLayer, n int) {
	keep := (n + impChunkNodes - 1) / impChunkNodes
	s.free = append(s.free, l.chunks[keep:]...)
	l.chunks, l.n = l.chunks[:keep], n
}

// cut keeps the width best nodes of a layer. Of equal ranks it keeps those that
// came first. It gives up, with the layer undone, when stop says so.
func (s *impStore) cut(l *impLayer, width int, stop func() bool) {
	var count [impRanks]int
	for i := range l.n {
		count[l.node(i).rank]++
	}
	limit, room := 0, width
	for limit < impRanks && count[limit] <= room {
		room -= count[limit]
		limit++
	}
	kept := 0
	for i := range l.n {
		if i%impChunkNodes == 0 && stop() {
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
