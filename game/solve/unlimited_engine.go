package solve

import "github.com/solitaire-chat/solitaire/game"

// unlimited searches Klondike with unlimited passes, any draw count, with or
// without return, depth first over the abstract positions of layout.
type unlimited struct {
	*layout
	rules   rules
	root    position
	state   game.State
	seen    *table
	verdict Verdict
	stack   []frame
	way     []step // from the root to the position under way
}

// A frame is a position on the way that is searched, with the moves that are
// still to be tried from it.
type frame struct {
	position
	moves moves
	steps int // on the way to it
}

// newUnlimited returns an engine for a Klondike position under rules without a
// limit on passes; it takes positions under other rules too and then answers
// for unlimited passes, which is a relaxation. The table is reset and used for
// the positions that were seen. It reports false for positions that it can't
// represent: see newLayout.
func newUnlimited(state game.State, seen *table) (*unlimited, bool) {
	l, root, ok := newLayout(&state)
	if !ok {
		return nil, false
	}
	return &unlimited{layout: l, rules: pruneAll, root: root, state: state, seen: seen}, true
}

// search implements engine.
func (e *unlimited) search(b *budget) (Verdict, []game.Move) {
	verdict := e.decide(b)
	if verdict != Winnable {
		return verdict, nil
	}
	line, ok := e.line()
	if !ok {
		return Unknown, nil // can't happen; a line that doesn't replay is no proof
	}
	return Winnable, line
}

// decide searches without turning the way that wins into moves of the engine.
func (e *unlimited) decide(b *budget) Verdict {
	e.seen.reset(b.memory)
	e.verdict = Unknown
	e.stack, e.way = e.stack[:0], e.way[:0]
	root := e.root
	e.visit(&root, b)
	for len(e.stack) > 0 && e.verdict == Unknown && !b.spent {
		f := &e.stack[len(e.stack)-1]
		s, ok := f.moves.pop()
		if !ok {
			e.stack = e.stack[:len(e.stack)-1]
			continue
		}
		e.way = append(e.way[:f.steps], s)
		q := e.after(&f.position, s)
		if s.kind == stockPut && e.idlePut() {
			b.node()
			open := q.open()
			m := e.legal(&q, open, e.safe(&q))
			m.needing(s.card)
			m[stockPut] &^= open
			e.stack = append(e.stack, frame{q, m, len(e.way)})
			continue
		}
		e.visit(&q, b)
	}
	if e.verdict == Unknown && !b.spent {
		return Unwinnable
	}
	return e.verdict
}

// visit comes to a position: it plays what is forced and, unless the position
// was seen or is doomed, puts it on the stack.
func (e *unlimited) visit(p *position, b *budget) {
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
