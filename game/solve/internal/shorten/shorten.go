// Package shorten looks for lines shorter than a given winning one, in all our games.
//
// It goes through the positions in layers of equal length from the start, and keeps the
// best of each layer: narrow at first, then wider. It drops a position for good if its
// length plus a lower bound for the rest reaches the length of the best line, or if it
// was reached as fast before. So a run in which no layer was cut has proved the best line
// minimal; so has a lower bound of the start that equals its length.
//
// Positions are identified by 112 bits of hash: a collision could cost a shorter line.
// The proofs of the bounds (bound.go) and of the pruning rules (moves.go) take the length
// into account, and the rules can be switched off.
//
// Sources: safe cards and partial runs are Blake and Gent's (JAIR 85:21, appendix B); the
// bounds are our own.
package shorten

import (
	"context"
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// Line looks for a line shorter than the given winning one, until the context ends or no
// shorter one is left. Length is that of [game.Length]. It returns the shortest line
// found, under the same rules, and whether it is proved to be as short as possible. The
// caller must replay the line.
//
// The result depends only on how far the search gets, not on chance.
func Line(ctx context.Context, start game.State, line []game.Move, memory int64) (better []game.Move, minimal bool) {
	steps, won := stepsOf(&start, line)
	s := newSearcher(ctx, &start, memory)
	if !won || len(line) > maxLength || !s.setBest(steps) {
		return line, false
	}
	minimal = s.improve()
	if better = s.game.lineOf(start, s.start, s.best); game.Length(better) >= game.Length(line) {
		return line, minimal
	}
	return better, minimal
}

// Widths of the runs. Each is wider than all before it together: what a narrow run finds
// makes the wide one, which may be the proof, cheaper.
const (
	firstWidth  = 64
	widthGrowth = 4
)

// improve makes wider and wider runs, and reports whether one was a proof. If memory is
// too small for that, it ranks positions in other ways.
func (s *searcher) improve() bool {
	if s.length == s.game.bound(&s.start) {
		return true
	}
	first, others := weights{8, 4, 2}, []weights{{8, 8, 4}, {8, 2, 0}, {8, 6, 8}, {8, 0, 0}, {8, 12, 0}}
	width := firstWidth
	for ; !s.stop(); width *= widthGrowth {
		if s.widen(width, first) {
			return true
		}
		if s.run.full {
			break
		}
	}
	for _, w := range others {
		if !s.stop() && s.pass(width/widthGrowth, w) {
			return true
		}
	}
	return false
}

// widen makes a run. If cards may return from a foundation, it first makes one without
// such moves: the shortest lines rarely have any, and without them there are far fewer
// positions. That run proves nothing, but need not be repeated once it was complete.
func (s *searcher) widen(width int, w weights) bool {
	if s.game.rules.Return && !s.noReturn {
		s.game.back = false
		s.noReturn = s.pass(width, w)
		s.game.back = true
	}
	return !s.stop() && s.pass(width, w)
}

// A searcher looks for lines shorter than the best one so far. It never cuts positions of
// the best line. So each run looks for shortcuts along all of it, and reaching one of its
// positions faster is an improvement at once.
type searcher struct {
	ctx   context.Context
	game  *model
	start position

	best   []step
	length int   // of best
	onBest seen  // by position of best: draws and moves from there
	stepAt []int // by such a number: the step of best

	run      sweep
	noReturn bool // every shorter line moves a card back from a foundation
	nodes    int64
	memory   int  // most bytes
	done     bool // the context has ended
	moves    []move
}

// A sweep is one pass over all layers.
type sweep struct {
	width   int
	weights weights
	layers  []layer // by length
	trail   trail
	seen    seen
	cut     bool // a layer was too wide
	full    bool // memory ran out
}

// weights rank a position: the weights of the bound, of each face-down card and of each
// card of the talon.
type weights struct{ bound, hidden, talon int }

func newSearcher(ctx context.Context, start *game.State, memory int64) *searcher {
	g, p := newModel(start)
	return &searcher{ctx: ctx, game: g, start: p, memory: int(memory)}
}

// setBest makes steps the best line. It reports false if they don't win.
func (s *searcher) setBest(steps []step) bool {
	p, length := s.start, 0
	keys, before := make([]key, len(steps)), make([]int, len(steps))
	for i, step := range steps {
		m, ok := s.game.resolve(&p, step)
		if !ok {
			return false
		}
		keys[i], before[i] = s.game.key(&p), length
		length += m.cost()
		s.game.play(&p, &m)
	}
	if !p.won() {
		return false
	}
	s.best, s.length = steps, length
	s.onBest, s.stepAt = seen{}, make([]int, length+1)
	for i := range steps {
		s.onBest.lower(&keys[i], length-before[i])
		s.stepAt[length-before[i]] = i
	}
	return true
}

// stop reports whether the context has ended.
func (s *searcher) stop() bool {
	s.done = s.done || pace.Ended(s.ctx)
	return s.done
}

// bytes is the memory in use.
func (s *searcher) bytes() int {
	bytes := s.run.trail.Bytes() + s.run.seen.bytes()
	for i := range s.run.layers {
		bytes += s.run.layers[i].Bytes()
	}
	return bytes
}

// pass goes once over all layers and reports whether that was a proof.
func (s *searcher) pass(width int, w weights) bool {
	s.begin(width, w)
	for n := 0; n < s.length && n < len(s.run.layers); n++ {
		l := &s.run.layers[n]
		if l.Len() > width {
			l.cut(width, s.stop)
			s.run.cut = true
		}
		for i := range l.Len() {
			if s.done || s.run.full {
				return false
			}
			s.expand(l.At(i))
		}
		l.Truncate(0)
	}
	return !s.run.cut && !s.done && !s.run.full
}

func (s *searcher) begin(width int, w weights) {
	r := &s.run
	*r = sweep{width: width, weights: w, layers: make([]layer, s.length)}
	k := s.game.key(&s.start)
	r.seen.lower(&k, 0)
	r.layers[0].Add(&node{pos: s.start, key: k, parent: -1, bound: uint16(s.game.bound(&s.start))})
}

// expand makes all moves of a position.
func (s *searcher) expand(n *node) {
	if int(n.length)+int(n.bound) >= s.length {
		return
	}
	if short, _ := s.run.seen.get(&n.key); short < int(n.length) {
		return
	}
	at := int32(s.run.trail.Len())
	s.run.trail.Add(&trailEntry{n.parent, n.step})
	s.moves = s.game.moves(&n.pos, s.moves[:0])
	before := s.nodes
	for i := range s.moves {
		s.child(n, at, &s.moves[i])
		s.nodes++
	}
	if s.nodes>>10 != before>>10 { // half of the memory is left for what the collector hasn't freed yet
		s.run.full = s.bytes() > s.memory/2
		s.stop()
	}
}

// child makes one move of a position, whose entry in the trail is at, and stores the new
// position if it can be on a shorter line.
func (s *searcher) child(n *node, at int32, m *move) {
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
	step := step{m.card, m.onto}
	rank := s.rank(&p, bound)
	if rest, ok := s.onBest.get(&k); ok {
		rank = 0
		if length+rest < s.length {
			s.found(at, step, s.best[s.stepAt[rest]:])
		}
	}
	if p.won() {
		s.found(at, step, nil)
		return
	}
	l := &s.run.layers[length]
	if l.Len() >= 2*s.run.width {
		l.cut(s.run.width, s.stop)
		s.run.cut = true
	}
	l.Add(&node{p, k, at, uint16(length), uint16(bound), rank, step})
}

func (s *searcher) rank(p *position, bound int) uint16 {
	w := &s.run.weights
	return uint16(min(1+w.bound*bound+w.hidden*bits.OnesCount64(p.hidden)+w.talon*p.talonLeft(), rankRange-1))
}

// found makes a new best line of the steps to an entry of the trail, one more step, and
// the rest of the old one.
func (s *searcher) found(at int32, last step, rest []step) {
	steps := append(s.run.trail.steps(at), last)
	s.setBest(append(steps, rest...))
}
