// Package hint advises players and judges games, on top of package solve. A
// [Table] comes in: what a player has been shown of a game, and where the game
// has been. An [Advice] goes out: a move, how to go on, and the share of the
// possible layouts that can still be won after it.
//
// # Advice that doesn't peek
//
// Hidden cards are not in a [Table]. [Adviser.Advise] shuffles all cards that
// were not yet shown over the places where they can lie (an arrangement, and
// with it a world), and asks the solver in world after world which of the
// choices can still win there. The choice that wins most worlds is the advice.
// This is known as hindsight optimisation: within a world the solver knows all
// cards, so that the share is what could be won by somebody who guessed right
// from now on, and more than a player will win.
//
// A choice is a change of the game with the moves that make it possible: to draw
// three times and lay a card down is one choice where draws cost nothing. A
// choice never leads to where the game has been, and neither does the way to it
// if another one is left. So following the advice ends.
//
// All choices are asked about in the same worlds. A choice that loses to another
// by far, and by more than chance allows, is dropped. The samples flatter choices
// that show nothing, since each world may continue as is right in that world only. So the
// best ones are followed, by the same moves in all worlds, until a card shows: a
// choice has become a plan, and no plan is worth more than its choice seemed to
// be. Of the plans that are about as good the one is taken whose next choice, made
// by what it has shown, wins most worlds. On small deals, where the best play can
// be worked out, the advice hardly ever falls behind it.
//
// # Everything else
//
// [Stuck] proves that nothing can change any more, from what lies open alone.
// [Judge] says whether a game can still be won, and since when not; it knows all
// cards. [Rate] says how hard a deal is, by letting a [Player] play it. A [Queue]
// shares the processor between the players who ask.
package hint

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// Limits bound the work for one piece of advice, beside its context.
type Limits struct {
	Samples int   // most arrangements to try; 0: 100
	Nodes   int64 // most positions looked at in all; 0: no limit
	Each    int64 // most positions for one question to the solver; 0: a number that suits the rules
	Memory  int64 // most bytes for one question; 0: 16 MiB
	Early   bool  // stop as soon as the move is clear, however few samples that took
	Insist  bool  // ask again, and longer, where the solver left it open
}

// Advice is what the player could do, and what is known about it.
type Advice struct {
	OK   bool        // there is a move that can change anything
	Move game.Move   // the best one
	Line []game.Move // it, and what it makes possible: draws, then a play. No hidden card shows before its last move
	Plan []game.Move // Line, and how to continue until something new shows

	// How many arrangements of the hidden cards were tried, and how many of
	// these can still be won after the line, can't, or were not decided.
	Samples, Won, Lost, Unknown int

	// Complete says that every arrangement there can be was tried.
	Complete bool
	// Hopeless says that the game is proved lost, whatever lies hidden.
	Hopeless bool
}

// An Adviser advises on one game, and keeps what it worked out for the next
// moves, in a few megabytes. Losing it costs time only. It is not safe for
// concurrent use.
type Adviser struct {
	solver *solve.Solver
	rules  game.Rules
	worlds []*world
	won    []game.Move // a line that wins, once all cards are known
	from   game.State  // where it begins
}

// NewAdviser returns an adviser for one game.
func NewAdviser(s *solve.Solver) *Adviser { return &Adviser{solver: s} }

// Advise returns the best move by what the player can see. It depends on nothing
// but the table, what the adviser was asked before, the random source and the
// limits; and on the context, which may end it after fewer samples.
func (a *Adviser) Advise(ctx context.Context, t Table, source rand.Source, l Limits) Advice {
	if t.View.Rules.Family == nil {
		return Advice{} // no view of a game
	}
	if t.View.Won || Stuck(t.View) {
		return Advice{Hopeless: !t.View.Won}
	}
	if a.rules != t.View.Rules {
		a.rules, a.worlds, a.won = t.View.Rules, nil, nil
	}
	l.Samples, l.Nodes = cmp.Or(l.Samples, 100), cmp.Or(l.Nodes, math.MaxInt64)
	l.Each, l.Memory = cmp.Or(l.Each, eachNodes(t.View.Rules)), cmp.Or(l.Memory, 16<<20)
	s := sampler{
		adviser: a, ctx: ctx, table: &t, limits: l,
		random: rand.New(source), cards: unseen(&t.View), live: map[int]bool{},
	}
	if len(s.cards) <= 1 {
		if advice, ok := a.certain(&s); ok {
			return advice
		}
	}
	return s.advise()
}

// eachNodes is after how many nodes a question is left open. Most answers come
// long before, and one that takes longer costs several others. A node of Yukon
// takes longer.
func eachNodes(r game.Rules) int64 {
	switch {
	case r.Engine != game.KlondikeEngine:
		return 300
	case r.Passes > 0:
		return 800
	}
	return 3000
}

// certain advises where all cards are known. A line that wins is kept to until
// the player leaves it: two lines, each begun anew, could lead in a circle. It
// reports false if no line is known that gets anywhere new.
func (a *Adviser) certain(s *sampler) (Advice, bool) {
	v := &s.table.View
	state, err := game.FromPosition(v.Rules, arrangement(s.cards).position(v))
	if err != nil {
		return Advice{}, false
	}
	if !a.along(state) {
		l := solve.Limits{Nodes: s.limits.Nodes, Memory: s.limits.Memory}
		a.from, a.won = state, a.solver.Solve(s.ctx, state, l).Line
		if finish, ok := state.Finish(); ok {
			a.won = finish
		}
	}
	if len(a.won) == 0 {
		return Advice{}, false
	}
	next, _, err := a.from.Apply(a.won[0])
	if look := next.View(); err != nil || s.table.passed[placeKey(&look)] {
		return Advice{}, false
	}
	return Advice{OK: true, Move: a.won[0], Line: a.won, Plan: a.won, Samples: 1, Won: 1, Complete: true}, true
}

// along follows the line that wins to a position on it, and reports whether it
// leads there.
func (a *Adviser) along(to game.State) bool {
	there := to.View()
	for i, move := range a.won {
		here := a.from.View()
		if placeKey(&here) == placeKey(&there) {
			a.won = a.won[i:]
			return true
		}
		a.from, _, _ = a.from.Apply(move)
	}
	a.won = nil
	return false
}
