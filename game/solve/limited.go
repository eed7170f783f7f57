package solve

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// limited is the engine for Klondike with a limited number of passes.
type limited struct {
	limDeal
	root  limState
	from  game.State
	err   error
	table *limTable
	stack []limFrame
	list  []limMove // the moves of all frames on the stack
}

// A limFrame is a position whose moves are being tried: those of the list from
// next to end.
type limFrame struct {
	s                limState
	asleep           limAsleep
	begin, next, end int32
}

// newLimited returns the engine for a position.
func newLimited(state game.State) *limited {
	e := &limited{from: state}
	e.limDeal, e.root, e.err = limBegin(&state)
	return e
}

// search implements engine.
func (e *limited) search(b *budget) (Verdict, []game.Move) {
	if e.err != nil {
		return Unknown, nil
	}
	var fit bool
	if e.table, fit = newLimTable(&e.limDeal, &e.root, b.memory); !fit {
		return Unknown, nil
	}
	if won := e.enter(e.root, &e.root, limAsleep{}); won {
		return e.won()
	}
	for len(e.stack) > 0 {
		f := &e.stack[len(e.stack)-1]
		if f.next == f.end {
			e.list = e.list[:f.begin]
			e.stack = e.stack[:len(e.stack)-1]
			continue
		}
		if !b.node() || e.table.full() {
			return Unknown, nil
		}
		s := f.s
		m := e.list[f.next]
		e.do(&s, m)
		asleep := f.asleep
		f.asleep.tried(&e.limDeal, m)
		f.next++
		if e.enter(s, &f.s, asleep) {
			return e.won()
		}
	}
	return Unwinnable, nil
}

// enter pushes a position unless it is known, and reports whether it is won.
func (e *limited) enter(s limState, from *limState, asleep limAsleep) (won bool) {
	for s.up != e.deck {
		m, ok := e.forced(&s)
		if !ok {
			break
		}
		e.do(&s, m)
	}
	if s.up == e.deck {
		return true
	}
	if !e.table.visit(&s) {
		return false
	}
	if e.on(limStuck) && e.stuck(&s) {
		return false
	}
	if e.on(limHopeless) && e.hopeless(&s) {
		return false
	}
	begin := len(e.list)
	e.list = e.moves(&s, e.list)
	if e.on(limSleep) {
		asleep = asleep.after(from, &s)
		e.list = e.list[:begin+len(asleep.awake(e.list[begin:]))]
	}
	if len(e.list) == begin {
		return false
	}
	slices.SortStableFunc(e.list[begin:], func(a, b limMove) int { return int(b.score) - int(a.score) })
	e.stack = append(e.stack, limFrame{s, asleep, int32(begin), int32(begin), int32(len(e.list))})
	return false
}

// won returns the verdict with the line on the stack.
func (e *limited) won() (Verdict, []game.Move) {
	line, err := e.line()
	if err != nil {
		return Unknown, nil
	}
	return Winnable, line
}
