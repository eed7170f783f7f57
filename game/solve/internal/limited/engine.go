// Package limited decides Klondike with a limited number of passes: any draw
// count, with and without return from the foundations, from any position with
// all cards known. It takes games without a limit too, since no more passes than
// there are talon cards can be of use.
//
// It is a depth-first search over states that leave out where the face-up cards
// lie, which loses nothing (see state). A table holds the states seen, each with
// its time: the pass and the number of drawn cards. A state is left out if the
// same was seen at a time from which this one can still be reached (see timed).
// A draw is no move: a move of a talon card includes the draws up to it.
//
// Easier games are searched first and beside: what can't be won without a limit
// on passes can't be won with one. Unwinnable means that a search ran out of
// states. Every rule that leaves something out is listed in prune.go, and argued
// for there, in moves.go or in sleep.go.
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
	root     state
	from     game.State
	ok       bool                 // the engine can hold the position
	easier   *unlimited.Workspace // for a search without a limit, that comes first; nil: there is none
	patience int                  // nodes after which the main search is no longer the only one
}

// New returns the engine for a position. Unless easier is nil, the search asks
// for a short while whether the game can be won with unlimited passes: that is
// quick to refute.
func New(state game.State, easier *unlimited.Workspace) *Engine {
	e := &Engine{from: state, patience: patience, easier: easier}
	e.deal, e.root, e.ok = newDeal(&state)
	return e
}

// How many nodes the searches get. A search that takes long takes turns with
// others. A scout tries moves in an order of its own, with few nodes. It can only
// find wins: some take the main search long, because it began with a wrong move,
// and are found at once in another order.
const (
	easierNodes = 2_000   // the search without a limit on passes
	patience    = 1 << 15 // the main search, before the first scout
	turnNodes   = 1 << 14 // the main search, and the loose one, between scouts
	scoutNodes  = 1 << 12
)

// Search decides the position. The moves that it returns with Winnable lead from
// the position to a win.
func (e *Engine) Search(b *search.Budget) (search.Verdict, []game.Move) {
	if !e.ok {
		return search.Unknown, nil
	}
	if e.easier != nil && unlimited.Refutes(e.from, e.easier, b, easierNodes) {
		return search.Unwinnable, nil
	}
	main := e.newHunt(b.Memory)
	end := main.begin(e.root)
	if end == open {
		end = main.run(b, e.patience)
	}
	if end != open {
		return e.verdict(main, end)
	}
	scout, loose := e.newHunt(scoutNodes*32), e.loosen(b.Memory/4)
	for {
		scout.taste++
		scout.begin(e.root)
		if end := scout.run(b, scoutNodes); end == won {
			return e.verdict(scout, end)
		}
		if v, line := loose.run(b); v != search.Unknown {
			return v, line
		}
		if end := main.run(b, turnNodes); end != open {
			return e.verdict(main, end)
		}
	}
}

func (e *Engine) newHunt(memory int64) *hunt {
	return &hunt{deal: &e.deal, table: newTimed(&e.deal, &e.root, memory)}
}

// verdict says what the end of a search means.
func (e *Engine) verdict(h *hunt, end end) (search.Verdict, []game.Move) {
	switch end {
	case won:
		if line, ok := e.line(h); ok {
			return search.Winnable, line
		} // else there is a bug; but no verdict without a line
	case exhausted:
		return search.Unwinnable, nil
	}
	return search.Unknown, nil
}

// line returns the moves that led to the win: those forced at the start, and
// each move tried with those that it forced.
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

// spell writes a move of the engine as moves of the game.
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

// A loose search searches the same position without a limit on passes. If one
// card is drawn at a time, every talon card can be had at any time then, and
// there are far fewer states. If that game can't be won, nor can the strict one;
// if it can, the strict rules may allow its line. With more cards drawn at a time
// it would be too much easier to be worth it.
type loose struct {
	Engine
	search *hunt
	strict game.State
	over   bool
}

// loosen returns the search, with a table of that many bytes; one that is over
// if it would not help.
func (e *Engine) loosen(memory int64) *loose {
	rules := e.from.Rules()
	rules.Passes, rules.Scoring = 0, game.Standard
	s, err := game.FromPosition(rules, e.from.Position())
	if err != nil || e.always || e.draw > 1 {
		return &loose{over: true}
	}
	l := &loose{Engine: *New(s, nil), strict: e.from}
	l.deal.rules = e.deal.rules
	l.search = l.newHunt(memory)
	l.over = !l.ok || l.search.begin(l.root) == won
	return l
}

// run continues for turnNodes.
func (l *loose) run(b *search.Budget) (search.Verdict, []game.Move) {
	if l.over {
		return search.Unknown, nil
	}
	end := l.search.run(b, turnNodes)
	l.over = end != open
	v, line := l.verdict(l.search, end)
	if v == search.Winnable {
		if last, _, err := l.strict.Play(line); err != nil || !last.Won() {
			return search.Unknown, nil
		}
	}
	return v, line
}
