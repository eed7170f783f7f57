package solve

import "math"

// A frame is a position on the way that is searched, with the moves that are
// still to be tried from it.
type frame struct {
	position
	moves moves
	tried moves // all that were or will be tried
	steps int   // on the way to it
	since int64 // nodes when it was reached
	quota int64 // nodes after which the reserve is asked about it
}

// maxDepth bounds the stack for the sake of memory, to 40 MB. Deals need a few
// hundred frames.
const maxDepth = 1 << 18

// A hunt is one depth-first search over abstract positions.
type hunt struct {
	*layout
	rules rules
	patience
	contrary bool // the order in which moves are tried
	seen     *table
	memory   int64 // most bytes for seen
	stack    []frame
	way      []step // from the root to the position under way
	verdict  Verdict
	reserve  *reserve // to be asked about positions that take long, or nil
	asked    int64    // nodes that the reserve spent on that
	known    *lore    // what is known of this very game, or nil
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
	e.visit(&root, moves{}, &part)
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
	s, ok := f.moves.pop(e.contrary)
	if !ok || e.hopeless(f, b) {
		e.stack = e.stack[:len(e.stack)-1]
		return
	}
	e.way = append(e.way[:f.steps], s)
	p := e.after(&f.position, s)
	if s.kind != stockPut || !e.idlePut() {
		e.visit(&p, f.elsewhere(s, e), b)
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
// was seen or is known to be lost, puts it on the stack, without the moves that
// lead to what is looked at elsewhere.
func (e *hunt) visit(p *position, elsewhere moves, b *budget) {
	open, safe := p.open(), e.safe(p)
	for {
		s, ok := e.forced(p, open, safe)
		if !ok {
			break
		}
		e.way = append(e.way, s)
		*p = e.after(p, s)
		elsewhere = moves{}
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
	if e.lost(p, b.nodes) {
		return
	}
	m := e.legal(p, open, safe)
	for k := range m {
		m[k] &^= elsewhere[k]
	}
	e.push(p, m, open, b)
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
	e.stack = append(e.stack, frame{*p, m, m, len(e.way), b.nodes, quota})
}

// elsewhere returns the moves that needn't be tried after a step s from the
// position of a frame. After a move of the talon they are the moves of the
// tableau that are tried in place of it: what the two lead to in one order,
// they lead to in the other, and that one is looked at for sure, since no move
// of the talon is ever left out so. (If something is forced between the two in
// the other order, that leads to another position, but to one that is won if
// this one is, in fewer moves.)
//
// The two don't disturb each other if each can come first: they need different
// open cards, or there are two of them, and what is in reach of the talon
// doesn't depend on the tableau. A move that isn't legal after s needs no care.
func (f *frame) elsewhere(s step, e *hunt) (m moves) {
	if e.rules&pruneOrders == 0 || e.idlePut() || s.kind != stockUp && s.kind != stockPut {
		return m
	}
	m[pileUp], m[turnUp], m[takeBack] = f.tried[pileUp], f.tried[turnUp], f.tried[takeBack]
	return m
}

// lost reports whether a new position, the nodes-th, is known to be lost. If it
// is known to be won, that is the end of the search.
func (e *hunt) lost(p *position, nodes int64) bool {
	if e.known != nil {
		switch e.known.lookup(p) {
		case Unwinnable:
			return true
		case Winnable:
			e.verdict = Winnable
			return true
		}
	}
	return e.rules&pruneDoomed != 0 && nodes > e.dive && e.doomed(p)
}

// word is what the table holds of a position: its key, but never 0.
func word(p *position) uint64 { return p.key | 1<<63 }

// pop takes the next move to try: up, turning up, down, and low cards first.
// The contrary order wins many of the deals quickly that take long in this one.
func (m *moves) pop(contrary bool) (step, bool) {
	if contrary {
		return m.popContrary()
	}
	for k := range m {
		if m[k] != 0 {
			b := m[k].first()
			m[k] &= m[k] - 1
			return step{kind(k), b}, true
		}
	}
	return step{}, false
}

// popContrary lays cards of the talon down before it turns cards up, and takes
// high cards first.
func (m *moves) popContrary() (step, bool) {
	for _, k := range [...]kind{pileUp, stockUp, stockPut, turnUp, takeBack} {
		if m[k] != 0 {
			b := m[k].last()
			m[k] &^= one(b)
			return step{k, b}, true
		}
	}
	return step{}, false
}
