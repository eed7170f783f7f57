package solve

import "github.com/solitaire-chat/solitaire/game"

// unlimited searches Klondike with unlimited passes, any draw count, with or
// without return, depth first over the abstract positions of layout.
type unlimited struct {
	*layout
	rules rules
	root  position
	state game.State
	seen  *table
	stack []frame
}

// A frame is a position on the way that is searched, with the moves that are
// still to be tried from it, and the one under way.
type frame struct {
	position
	moves
	last step
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
	e.stack = e.stack[:0]
	if e.root.next == e.done {
		return Winnable
	}
	e.seen.add(e.word(&e.root))
	e.push(&e.root)
	for len(e.stack) > 0 {
		f := &e.stack[len(e.stack)-1]
		s, ok := f.moves.pop()
		if !ok {
			e.stack = e.stack[:len(e.stack)-1]
			continue
		}
		f.last = s
		q := e.after(&f.position, s)
		if s.kind == stockPut && e.draw == 1 && e.rules&pruneIdlePut != 0 {
			if !b.node() {
				return Unknown
			}
			e.stack = append(e.stack, frame{position: q, moves: e.needs(&q, s.card)})
			continue
		}
		added, full := e.seen.add(e.word(&q))
		if !added {
			continue
		}
		if q.next == e.done {
			return Winnable
		}
		if !b.node() || full {
			b.spent = true
			return Unknown
		}
		if e.rules&pruneDoomed != 0 && e.doomed(&q) {
			continue
		}
		e.push(&q)
	}
	return Unwinnable
}

// word is the key of a position, never 0.
func (e *unlimited) word(p *position) uint64 { return p.key | 1<<63 }

// push adds a position to the way.
func (e *unlimited) push(p *position) {
	e.stack = append(e.stack, frame{position: *p, moves: e.moves(p)})
}

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
