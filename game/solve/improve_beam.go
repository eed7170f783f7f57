package solve

import (
	"context"
	"math/bits"
	"unsafe"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// An impSearch looks for lines shorter than the best one so far.
//
// It goes through the positions in layers of equal length from the start, the
// shortest first, and keeps the best of each layer by rank. A position is
// dropped for good if its length and its bound together reach the length of
// the best line, or if it was reached in as few draws and moves before. When a
// run drops none for want of width, it has proved the best line to be a
// shortest one.
//
// Positions of the best line are never cut. So each run looks for detours
// around the whole of the best line, and reaching one of its positions by a
// shorter way is an improvement at once.
type impSearch struct {
	ctx   context.Context
	game  *impGame
	start impPos

	best   []impStep
	length int      // of best
	onBest impTable // of positions of best: draws and moves from there
	stepAt []int    // by such a number: the step of best

	run      impRun
	noReturn bool // no shorter line does without moves back from a foundation
	nodes    int64
	memory   int  // most bytes
	done     bool // the context has ended
	store    impStore
	moves    impMoves
}

// An impRun is one pass over all layers.
type impRun struct {
	width   int
	weights impWeights
	layers  []impLayer // by length
	trail   impTrail
	seen    impTable
	cut     bool // a layer was too wide
	full    bool // memory ran out
}

// impWeights rank a position: what the bound, each card face down and each card
// of the talon count.
type impWeights struct{ bound, hidden, talon int }

func newImpSearch(ctx context.Context, start *game.State, memory int64) *impSearch {
	g, p := newImpGame(start)
	return &impSearch{ctx: ctx, game: g, start: p, memory: int(memory)}
}

// setBest makes steps, which win, the best line.
func (s *impSearch) setBest(steps []impStep, length int) {
	s.best, s.length = steps, length
	s.onBest = newImpTable()
	s.stepAt = make([]int, length+1)
	p, rest := s.start, length
	for i, step := range steps {
		k := s.game.key(&p)
		s.onBest.lower(&k, rest)
		s.stepAt[rest] = i
		m, _ := s.game.resolve(&p, step)
		rest -= m.cost()
		s.game.play(&p, &m)
	}
}

// stop reports whether the context has ended.
func (s *impSearch) stop() bool {
	s.done = s.done || pace.Ended(s.ctx)
	return s.done
}

// checkEnd looks at the clock and at the memory in use. Half of it is left for
// what the collector has not taken back yet.
func (s *impSearch) checkEnd() {
	s.run.full = s.nodeBytes()+s.run.seen.bytes() > s.memory/2
	s.stop()
}

// ended reports whether the run can't go on.
func (s *impSearch) ended() bool { return s.done || s.run.full }

// nodeBytes is the size of all nodes and of the trail.
func (s *impSearch) nodeBytes() int {
	return s.store.count*int(unsafe.Sizeof(impChunk{})) + s.run.trail.bytes()
}

// pass runs once over all layers and reports whether that was a proof.
func (s *impSearch) pass(width int, w impWeights) bool {
	s.begin(width, w)
	for n := 0; n < s.length && n < len(s.run.layers); n++ {
		l := &s.run.layers[n]
		if l.n > width {
			s.store.cut(l, width, s.stop)
			s.run.cut = true
		}
		for i := range l.n {
			if s.ended() {
				return false
			}
			s.expand(l.node(i))
		}
		s.store.release(l, 0)
	}
	return !s.run.cut && !s.ended()
}

func (s *impSearch) begin(width int, w impWeights) {
	r := &s.run
	r.width, r.weights, r.cut, r.full = width, w, false, false
	r.trail = impTrail{}
	r.seen = newImpTable()
	for i := range r.layers {
		s.store.release(&r.layers[i], 0)
	}
	for len(r.layers) < s.length {
		r.layers = append(r.layers, impLayer{})
	}
	k := s.game.key(&s.start)
	r.seen.lower(&k, 0)
	s.store.add(&r.layers[0], &impNode{pos: s.start, key: k, parent: -1, bound: uint16(s.game.bound(&s.start))})
}

// expand makes all moves of a position.
func (s *impSearch) expand(n *impNode) {
	if int(n.length)+int(n.bound) >= s.length {
		return
	}
	if short, _ := s.run.seen.get(&n.key); short < int(n.length) {
		return
	}
	at := s.run.trail.add(n.parent, n.step)
	s.game.moves(&n.pos, &s.moves)
	for i := range s.moves.list[:s.moves.n] {
		s.child(n, at, &s.moves.list[i])
	}
	s.nodes += int64(s.moves.n)
	if s.nodes>>10 != (s.nodes-int64(s.moves.n))>>10 {
		s.checkEnd()
	}
}

// child makes one move of a position, which has the entry at in the trail, and
// keeps what comes of it if it may be on a shorter line.
func (s *impSearch) child(n *impNode, at int32, m *impMove) {
	length := int(n.length) + m.cost()
	if length >= s.length {
		return
	}
	p := n.pos
	s.game.play(&p, m)
	bound := s.game.bound(&p)
	if length+bound >= s.length {
		return
	}
	k := s.game.key(&p)
	if !s.run.seen.lower(&k, length) {
		return
	}
	if bound += s.game.cycleBound(&p); length+bound >= s.length {
		return
	}
	step := impStep{m.card, m.onto}
	rank := s.rank(&p, bound)
	if rest, ok := s.onBest.get(&k); ok {
		rank = 0
		if length+rest < s.length {
			s.found(at, step, s.best[s.stepAt[rest]:], length+rest)
		}
	}
	if p.won() {
		s.found(at, step, nil, length)
		return
	}
	s.put(length, &impNode{p, k, at, uint16(length), uint16(bound), rank, step})
}

// put adds a node to its layer.
func (s *impSearch) put(length int, n *impNode) {
	l := &s.run.layers[length]
	if l.n >= 2*s.run.width {
		s.store.cut(l, s.run.width, s.stop)
		s.run.cut = true
	}
	s.store.add(l, n)
}

func (s *impSearch) rank(p *impPos, bound int) uint16 {
	w := &s.run.weights
	return uint16(min(1+w.bound*bound+w.hidden*bits.OnesCount64(p.hidden)+w.talon*p.talonLeft(), impRanks-1))
}

// found makes the steps to an entry of the trail, one more step and the rest
// the best line.
func (s *impSearch) found(at int32, last impStep, rest []impStep, length int) {
	steps := append(s.run.trail.steps(at), last)
	s.setBest(append(steps, rest...), length)
}
