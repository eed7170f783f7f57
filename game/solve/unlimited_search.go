package solve

import "math"

// A frame is a position on the way that is searched, with the moves that are
// still to be tried from it.
type frame struct {
	position
	moves moves
	steps int   // on the way to it
	since int64 // nodes when it was reached
	quota int64 // nodes after which the reserve is asked about it
}

// maxDepth bounds the stack, for the sake of memory: 128 MiB. Lines to a win
// have a few hundred steps.
const maxDepth = 1 << 20

// A hunt is one depth-first search over abstract positions.
type hunt struct {
	*layout
	rules rules
	patience
	seen    *table
	memory  int64 // most bytes for seen
	stack   []frame
	way     []step // from the root to the position under way
	verdict Verdict
	reserve *reserve // to be asked about positions that take long, or nil
	asked   int64    // nodes that the reserve spent on that
	known   *reserve // what is known of this very game, or nil
}

// run searches for a win from a position, in at most so many nodes. The way
// that wins is left in e.way.
func (e *hunt) run(root position, b *budget, nodes int64) Verdict {
	e.seen.reset(e.memory, func() bool { return b.ctx.Err() != nil })
	e.stack, e.way = e.stack[:0], e.way[:0]
	e.verdict, e.asked = Unknown, 0
	part := budget{ctx: b.ctx, limit: nodes}
	if b.limit > 0 {
		part.limit = max(1, min(nodes, b.limit-b.nodes))
	}
	e.visit(&root, &part)
	for len(e.stack) > 0 && e.verdict == Unknown && !part.spent {
		e.next(&part)
	}
	b.nodes += part.nodes + e.asked
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
	if !ok || e.hopeless(f, b) {
		e.stack = e.stack[:len(e.stack)-1]
		return
	}
	e.way = append(e.way[:f.steps], s)
	p := e.after(&f.position, s)
	if s.kind != stockPut || !e.idlePut() {
		e.visit(&p, b)
		return
	}
	// The position is only passed through: it isn't marked as seen, since most
	// of its moves are not tried.
	b.node()
	open := p.open()
	m := e.legal(&p, open, e.safe(&p))
	m.needing(s.card)
	e.push(&p, m, open, b)
}

// visit comes to a position: it plays what is forced and, unless the position
// was seen or is known to be lost, puts it on the stack.
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
	b.spent = b.spent || full
	if !added {
		return
	}
	b.node()
	if !e.lost(p) {
		e.push(p, e.legal(p, open, safe), open, b)
	}
}

// push puts a position on the stack.
func (e *hunt) push(p *position, m moves, open set, b *budget) {
	quota := e.first
	if e.reserve == nil {
		quota = math.MaxInt64
	}
	if e.idlePut() {
		m[stockPut] &^= open // not needed: see needing
	}
	b.spent = b.spent || len(e.stack) == maxDepth
	e.stack = append(e.stack, frame{*p, m, len(e.way), b.nodes, quota})
}

// lost reports whether a new position is known to be lost. If it is known to
// be won, that is the end of the search.
func (e *hunt) lost(p *position) bool {
	if e.known != nil {
		switch e.known.lookup(p) {
		case Unwinnable:
			return true
		case Winnable:
			e.verdict = Winnable
			return true
		}
	}
	return e.rules&pruneDoomed != 0 && e.doomed(p)
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
