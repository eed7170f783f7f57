package unlimited

import (
	"math"

	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/table"
)

// A frame is a position on the current path, with the moves still to try from it.
type frame struct {
	position
	moves moves
	tried moves // all that were or will be tried
	steps int   // on the path to it
	since int64 // nodes when it was reached
	quota int64 // nodes after which to ask the reserve about it
}

// maxDepth limits the memory of the stack, to 40 MB. Deals need a few hundred frames.
const maxDepth = 1 << 18

// A hunt is one depth-first search over abstract positions.
type hunt struct {
	*layout
	rules rules
	patience
	contrary bool // the order in which moves are tried
	seen     *table.Table
	memory   int64 // most bytes for seen
	stack    []frame
	way      []step // from the root to the current position
	verdict  search.Verdict
	reserve  *reserve      // to be asked about positions that take long, or nil
	asked    int64         // nodes that the reserve has spent
	known    *table.Proofs // what is known about this very game, or nil
}

// run searches for a win from a position, with the given number of nodes at most. It
// leaves the winning path in e.way.
func (e *hunt) run(root position, b *search.Budget, nodes int64) search.Verdict {
	e.seen.Reset(e.memory, func() bool { return b.Ctx.Err() != nil })
	e.stack, e.way = e.stack[:0], e.way[:0]
	e.verdict, e.asked = search.Unknown, 0
	part := search.Budget{Ctx: b.Ctx, Limit: nodes}
	if b.Limit > 0 {
		part.Limit = max(1, min(nodes, b.Limit-b.Nodes))
	}
	e.visit(&root, moves{}, &part)
	for len(e.stack) > 0 && e.verdict == search.Unknown && !part.Spent {
		e.next(&part)
	}
	b.Nodes += part.Nodes + e.asked
	b.Spent = b.Ctx.Err() != nil || b.Limit > 0 && b.Nodes >= b.Limit
	if e.verdict == search.Unknown && !part.Spent {
		return search.Unwinnable
	}
	return e.verdict
}

// next tries one move from the position on top of the stack.
func (e *hunt) next(b *search.Budget) {
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
	// The search only passes through this position. It isn't marked as seen, since most
	// of its moves aren't tried.
	b.Node()
	open := p.open()
	m := e.legal(&p, open, e.safe(&p))
	m.needing(s.card)
	e.push(&p, m, open, b)
}

// visit enters a position. It plays the forced moves and, unless the position was seen or
// is known to be lost, puts it on the stack, without the moves whose results are searched
// elsewhere.
func (e *hunt) visit(p *position, elsewhere moves, b *search.Budget) {
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
		e.verdict = search.Winnable
		return
	}
	added, full := e.seen.Add(word(p))
	b.Spent = b.Spent || full
	if !added {
		return
	}
	b.Node()
	if e.lost(p, b.Nodes) {
		return
	}
	m := e.legal(p, open, safe)
	for k := range m {
		m[k] &^= elsewhere[k]
	}
	e.push(p, m, open, b)
}

// push puts a position on the stack.
func (e *hunt) push(p *position, m moves, open cards.Set, b *search.Budget) {
	quota := e.first
	if e.reserve == nil {
		quota = math.MaxInt64
	}
	if e.idlePut() {
		m[stockPut] &^= open // not needed: see needing
	}
	b.Spent = b.Spent || len(e.stack) == maxDepth
	e.stack = append(e.stack, frame{*p, m, m, len(e.way), b.Nodes, quota})
}

// elsewhere returns the moves that can be skipped after a step s from the position of a
// frame. After a move of the talon these are the tableau moves that are also tried
// instead of it: the two lead to the same position in either order, and the other order
// is searched for certain, since no talon move is ever skipped this way. (If a move is
// forced between the two in the other order, that leads to a different position, but to
// one that is won, in fewer moves, if this one is.)
//
// The two moves don't affect each other if each can come first: they need different open
// cards, or there are two of them, and the cards in reach of the talon don't depend on
// the tableau. A move that isn't legal after s needs no attention.
func (f *frame) elsewhere(s step, e *hunt) (m moves) {
	if e.rules&pruneOrders == 0 || e.idlePut() || s.kind != stockUp && s.kind != stockPut {
		return m
	}
	m[pileUp], m[turnUp], m[takeBack] = f.tried[pileUp], f.tried[turnUp], f.tried[takeBack]
	return m
}

// lost reports whether a new position, the nodes-th, is known to be lost. If it is known
// to be won, the search ends.
func (e *hunt) lost(p *position, nodes int64) bool {
	if e.known != nil {
		switch e.known.Lookup(word(p)) {
		case search.Unwinnable:
			return true
		case search.Winnable:
			e.verdict = search.Winnable
			return true
		}
	}
	return e.rules&pruneDoomed != 0 && nodes > e.dive && e.doomed(p)
}

// learn stores what the last run has proved. If the run ended without a win, all
// positions that it saw are lost. If it won, the positions on the path are won.
func (e *hunt) learn(verdict search.Verdict, b *search.Budget) {
	switch verdict {
	case search.Unwinnable:
		e.known.Lost(e.seen, func() bool { return b.Ctx.Err() != nil })
	case search.Winnable:
		for i := range e.stack {
			e.known.Won(word(&e.stack[i].position))
		}
	}
}

// word is the table's word for a position: its key, but never 0.
func word(p *position) uint64 { return p.key | 1<<63 }

// pop takes the next move to try: up, turning up, down, low cards first. The contrary
// order quickly wins many of the deals that take long in this one.
func (m *moves) pop(contrary bool) (step, bool) {
	if contrary {
		return m.popContrary()
	}
	for k := range m {
		if m[k] != 0 {
			b := m[k].First()
			m[k] &= m[k] - 1
			return step{kind(k), b}, true
		}
	}
	return step{}, false
}

// popContrary lays down cards of the talon before it turns cards up, and takes high cards
// first.
func (m *moves) popContrary() (step, bool) {
	for _, k := range [...]kind{pileUp, stockUp, stockPut, turnUp, takeBack} {
		if m[k] != 0 {
			b := m[k].Last()
			m[k] &^= cards.One(b)
			return step{k, b}, true
		}
	}
	return step{}, false
}
