package solve

import (
	"math"

	"github.com/solitaire-chat/solitaire/game"
)

// unlimited decides Klondike with unlimited passes, any draw count, with or
// without return.
type unlimited struct {
	hunt
	root  position
	state game.State
}

// newUnlimited returns an engine for a Klondike position under rules without a
// limit on passes; it takes positions under other rules too and then answers
// for unlimited passes, which is a relaxation. The table is used, and reset,
// by the search. It reports false for positions that it can't represent: see
// newLayout.
func newUnlimited(state game.State, seen *table) (*unlimited, bool) {
	l, root, ok := newLayout(&state)
	if !ok {
		return nil, false
	}
	return &unlimited{hunt{layout: l, rules: pruneAll, seen: seen}, root, state}, true
}

// deadUnlimited reports whether a Klondike position is proved unwinnable even
// with unlimited passes (and return as its own rules say), in at most so many
// nodes. It is a cheap first question for engines of stricter rules. The table
// is reset.
func deadUnlimited(state game.State, seen *table, b *budget, nodes int64) bool {
	e, ok := newUnlimited(state, seen)
	return ok && e.decide(b, nodes) == Unwinnable
}

// How many nodes decide spends on its first two questions.
const (
	glanceNodes  = 2_000
	reserveNodes = 3_000_000
)

// search implements engine.
func (e *unlimited) search(b *budget) (Verdict, []game.Move) {
	verdict := e.decide(b, math.MaxInt64)
	if verdict != Winnable {
		b.spent = verdict == Unknown
		return verdict, nil
	}
	line, ok := e.line()
	if !ok {
		return Unknown, nil // a fault of the search; what doesn't replay is no proof
	}
	return Winnable, line
}

// decide answers without turning the way that wins into moves of the engine.
// Most deals are decided at a glance. If one isn't, the question is whether it
// can be won with one card drawn at a time, which is easier to win (each card
// of the talon is in reach all the time) and a lot faster to refute.
func (e *unlimited) decide(b *budget, nodes int64) Verdict {
	if e.draw == 1 || e.rules&pruneReserve == 0 {
		return e.run(e.root, b, nodes)
	}
	if verdict := e.run(e.root, b, min(nodes, glanceNodes)); verdict != Unknown || b.spent {
		return verdict
	}
	if e.reserveDead(b, min(nodes, reserveNodes)) {
		return Unwinnable
	}
	if b.spent {
		return Unknown
	}
	return e.run(e.root, b, nodes)
}

// reserveDead reports whether the position is proved unwinnable with one card
// drawn at a time.
func (e *unlimited) reserveDead(b *budget, nodes int64) bool {
	l := *e.layout
	l.draw = 1
	root := e.root
	root.key &= 1<<keyWaste - 1
	h := hunt{layout: &l, rules: e.rules, seen: e.seen, stack: e.stack, way: e.way}
	return h.run(root, b, nodes) == Unwinnable
}

// A frame is a position on the way that is searched, with the moves that are
// still to be tried from it.
type frame struct {
	position
	moves moves
	steps int // on the way to it
}

// A hunt is one depth-first search over abstract positions.
type hunt struct {
	*layout
	rules   rules
	seen    *table
	stack   []frame
	way     []step // from the root to the position under way
	verdict Verdict
}

// run searches for a win from a position, in at most so many nodes. The way
// that wins is left in e.way.
func (e *hunt) run(root position, b *budget, nodes int64) Verdict {
	e.seen.reset(b.memory)
	e.stack, e.way = e.stack[:0], e.way[:0]
	e.verdict = Unknown
	part := budget{ctx: b.ctx, limit: nodes}
	if b.limit > 0 {
		part.limit = max(1, min(nodes, b.limit-b.nodes))
	}
	e.visit(&root, &part)
	for len(e.stack) > 0 && e.verdict == Unknown && !part.spent {
		e.next(&part)
	}
	b.nodes += part.nodes
	b.spent = b.ctx.Err() != nil || b.limit > 0 && b.nodes >= b.limit
	if e.verdict == Unknown && !part.spent {
		return Unwinnable
	}
	return e.verdict
}

// next tries one move from the position on top of the stack.
func (e *hunt) next(b *budget) {
	f := &e.stack[len(e.stack)-1]
	s, ok := f.moves.pop()
	if !ok {
		e.stack = e.stack[:len(e.stack)-1]
		return
	}
	e.way = append(e.way[:f.steps], s)
	q := e.after(&f.position, s)
	if s.kind != stockPut || !e.idlePut() {
		e.visit(&q, b)
		return
	}
	b.node()
	open := q.open()
	m := e.legal(&q, open, e.safe(&q))
	m.needing(s.card)
	m[stockPut] &^= open
	e.stack = append(e.stack, frame{q, m, len(e.way)})
}

// visit comes to a position: it plays what is forced and, unless the position
// was seen or is doomed, puts it on the stack.
func (e *hunt) visit(p *position, b *budget) {
	open, safe := p.open(), e.safe(p)
	for {
		s, ok := e.forced(p, open, safe)
		if !ok {
			break
		}
		e.way = append(e.way, s)
		*p = e.after(p, s)
		open, safe = p.open(), e.safe(p)
	}
	if p.next == e.done {
		e.verdict = Winnable
		return
	}
	added, full := e.seen.add(word(p))
	if full {
		b.spent = true
	}
	if !added {
		return
	}
	b.node()
	if e.rules&pruneDoomed != 0 && e.doomed(p) {
		return
	}
	m := e.legal(p, open, safe)
	if e.idlePut() {
		m[stockPut] &^= open
	}
	e.stack = append(e.stack, frame{*p, m, len(e.way)})
}

// word is what the table holds of a position: its key, but never 0.
func word(p *position) uint64 { return p.key | 1<<63 }

// pop takes the next move to try.
func (m *moves) pop() (step, bool) {
	for k := range m {
		if m[k] != 0 {
			b := m[k].first()
			m[k] &= m[k] - 1
			return step{kind(k), b}, true
		}
	}
	return step{}, false
}
