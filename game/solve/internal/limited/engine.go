// Package limited decides Klondike with a limited number of passes: any draw count, with
// and without return from the foundations, from any position with all cards known. It
// also takes games with unlimited passes, since more passes than there are talon cards
// can't help.
//
// It is a depth-first search. Its states omit where the face-up cards lie, which loses
// nothing (see state). A table holds the states seen, each with its time: the pass and
// the number of drawn cards. The search skips a state if it has seen the same one at a
// time from which this one can still be reached (see timed). A draw isn't a move of its
// own: a move of a talon card includes the draws that lead to it.
//
// The engine asks package unlimited first, and again now and then: a game that can't be
// won with unlimited passes can't be won with fewer. Unwinnable means that the search ran
// out of states. prune.go lists every rule that skips something; the proofs are there, in
// moves.go and in sleep.go.
//
// Sources: safe cards are Blake and Gent's (JAIR 85:21, appendix B), sleep sets
// Godefroid's (1991); the rest is our own.
package limited

import (
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
	"github.com/solitaire-chat/solitaire/game/solve/internal/line"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/unlimited"
)

// An Engine searches one position.
type Engine struct {
	deal
	root   state
	from   game.State
	ok     bool                 // whether the engine can represent the position
	easier *unlimited.Workspace // for searches with unlimited passes; nil if there are none
	first  int64                // nodes for the first of them
	main   int                  // nodes for the main search before the first scout
}

// Node counts of the searches, which take turns. A scout tries moves in an order of its
// own, with few nodes, and can only find wins. Some wins take the main search long
// because it began with a wrong move, and are found at once in another order.
const (
	easierNodes = 2_000
	mainNodes   = 1 << 15
	turnNodes   = 1 << 14 // of the main search, between scouts
	scoutNodes  = 1 << 12
)

// New returns the engine for a position. Unless easier is nil, the engine asks package
// unlimited first, and again if the search takes long.
func New(state game.State, easier *unlimited.Workspace) *Engine {
	e := &Engine{from: state, easier: easier, first: easierNodes, main: mainNodes}
	e.deal, e.root, e.ok = newDeal(&state)
	return e
}

// Search decides the position. The moves that it returns with Winnable lead from
// the position to a win.
func (e *Engine) Search(b *search.Budget) (search.Verdict, []game.Move) {
	if !e.ok {
		return search.Unknown, nil
	}
	if v, line := e.unlimited(b, e.first); v != search.Unknown {
		return v, line
	}
	main := e.newHunt(b.Memory)
	end := main.begin(e.root)
	if end == open {
		end = main.run(b, e.main)
	}
	// At draw 1 it stays worthwhile to ask about unlimited passes, with as many nodes as
	// the rest took. At higher draw counts, that game is too much easier.
	scout, due := e.newHunt(scoutNodes*32), 2*b.Nodes
	for ; end == open; end = main.run(b, turnNodes) {
		scout.taste++
		scout.begin(e.root)
		if scout.run(b, scoutNodes) == won {
			main, end = scout, won
			break
		}
		if e.draw == 1 && b.Nodes >= due {
			if v, line := e.unlimited(b, due/2); v != search.Unknown {
				return v, line
			}
			due = 2 * b.Nodes
		}
	}
	switch end {
	case won:
		if line, ok := e.line(main); ok {
			return search.Winnable, line
		} // there must be a bug; without a line, make no claim
	case exhausted:
		return search.Unwinnable, nil
	}
	return search.Unknown, nil
}

// unlimited searches the game with unlimited passes, which has far fewer positions. If
// that game can't be won, this one can't either. If it can, its line may still fit the
// limit.
func (e *Engine) unlimited(b *search.Budget, nodes int64) (search.Verdict, []game.Move) {
	if e.easier == nil || nodes == 0 {
		return search.Unknown, nil
	}
	u, ok := unlimited.New(e.from, e.easier)
	if !ok {
		return search.Unknown, nil
	}
	if b.Limit > 0 {
		nodes = max(1, min(nodes, b.Limit-b.Nodes))
	}
	sub := search.Budget{Ctx: b.Ctx, Limit: nodes, Memory: b.Memory / 4}
	v, line := u.Search(&sub)
	b.Nodes += sub.Nodes
	if v == search.Winnable {
		if last, _, err := e.from.Play(line); err != nil || !last.Won() {
			return search.Unknown, nil
		}
	}
	return v, line
}

func (e *Engine) newHunt(memory int64) *hunt {
	return &hunt{deal: &e.deal, table: newTimed(&e.deal, &e.root, memory, make([]uint64, firstSlots))}
}

// line returns the moves that led to the win: those forced at the start, then each move
// tried and the moves that it forced.
func (e *Engine) line(h *hunt) ([]game.Move, bool) {
	w, s, ok := line.NewWriter(&e.from), e.root, true
	play := func(m move) {
		ok = ok && spell(w, m)
		e.do(&s, m)
	}
	for i := range h.stack {
		for s.up != e.deck && ok {
			m, forced := e.forced(&s)
			if !forced {
				break
			}
			play(m)
		}
		if i < len(h.stack)-1 {
			play(h.list[h.stack[i].next-1])
		}
	}
	return w.Line, ok
}

// spell appends a move of the engine as moves of the game.
func spell(w *line.Writer, m move) bool {
	if m.clear != noCard && !w.Shift(cards.Card(m.clear)) {
		return false
	}
	card := cards.Card(m.card)
	switch m.kind {
	case pileUp:
		return w.Up(card)
	case stockUp, stockPut:
		return w.Play(card, int(m.pass), m.kind == stockUp)
	case takeBack:
		return w.Back(card)
	}
	return w.Shift(card)
}
