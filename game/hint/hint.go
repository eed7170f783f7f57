// Package hint advises players and judges games, using package solve. A [Table] comes in:
// what the player has seen of a game, and the positions that the game went through. An
// [Advice] goes out: a move, how to continue, and the share of the possible layouts that
// can still be won after it.
//
// # Advice that doesn't peek
//
// A [Table] has no hidden cards. [Adviser.Advise] shuffles all unseen cards over the
// places where they can lie (one such layout is an arrangement, and the game with it a
// world), and asks the solver in one world after another which of the choices can still
// win there. The choice that wins in most worlds is the advice. This is known as
// hindsight optimisation: within a world the solver knows all cards, so the share is what
// a player could win who guessed right from now on, which is more than a player will win.
//
// A choice is a change of the game together with the moves that make it possible. Drawing
// three times and playing a card is one choice where draws cost nothing. A choice never
// leads to a position where the game has been, and neither do the moves before it if
// others are left. So following the advice ends.
//
// All choices are tried in the same worlds. A choice that loses to another by far, and by
// more than chance explains, is dropped. The samples flatter choices that show nothing,
// since each world may continue in the way that is right only there. So the best choices
// are followed by the same moves in all worlds until a card shows. A choice then becomes
// a plan, which is never worth more than the choice seemed to be. Among the plans that
// are about equally good, the advice is the one whose next choice, made with what the
// plan has shown, wins in most worlds. On small deals, where the best play can be
// computed, the advice is hardly ever worse.
//
// # Everything else
//
// [Stuck] proves from the visible cards alone that nothing can change any more. [Judge]
// says whether a game can still be won, and which move lost it; it knows all cards. A
// [Comparer] sets two choices side by side, for package review.
// [Rate] says how hard a deal is, by letting a [Player] play it. A [Queue] shares the
// processor among the players who ask.
package hint

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// Limits bound the work for one piece of advice, in addition to its context.
type Limits struct {
	Samples int   // most arrangements to try; 0 means 100
	Nodes   int64 // most positions in all; 0 means unlimited
	Each    int64 // most positions for one question to the solver; 0 means a number that suits the rules
	Memory  int64 // most bytes for one question; 0 means 16 MiB
	Early   bool  // stop as soon as the move is clear, however few samples that took
	Insist  bool  // ask again, for longer, where the solver left a question open
}

// Advice is what the player could do, and what is known about it.
type Advice struct {
	OK   bool        // whether some move can change anything
	Move game.Move   // the best one
	Line []game.Move // the change, after the draws or moves that make it possible; no hidden card shows before its last move
	Plan []game.Move // Line, and how to continue until a new card shows

	// The number of arrangements of the hidden cards that were tried, and how many of
	// these can still be won after the line, can't be won, or were undecided.
	Samples, Won, Lost, Unknown int

	// Complete means that every possible arrangement was tried.
	Complete bool
	// Hopeless means that the game is proved lost, whatever the hidden cards are.
	Hopeless bool
}

// An Adviser advises on one game, and keeps its results for the next moves, in a few
// megabytes. A new one only has to compute them again. It is not safe for concurrent use.
type Adviser struct {
	solver *solve.Solver
	rules  game.Rules
	worlds []*world
	won    []game.Move // a winning line, once all cards are known
	from   game.State  // where it begins
}

// NewAdviser returns an adviser for one game.
func NewAdviser(s *solve.Solver) *Adviser { return &Adviser{solver: s} }

// Advise returns the best move by what the player can see. It depends only on the table,
// the earlier questions to this adviser, the random source and the limits; and on the
// context, which may end it after fewer samples.
func (a *Adviser) Advise(ctx context.Context, t Table, source rand.Source, l Limits) Advice {
	if t.View.Rules.Family == nil {
		return Advice{} // not a view of any game
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

// eachNodes is the number of nodes after which a question stays undecided. Most answers
// come long before, and one that takes longer costs several others. A node of Yukon takes
// longer.
func eachNodes(r game.Rules) int64 {
	switch {
	case r.Engine != game.KlondikeEngine:
		return 300
	case r.Passes > 0:
		return 800
	}
	return 3000
}

// certain advises where all cards are known. It sticks to one winning line until the
// player leaves it, since two lines computed separately could lead in a circle. It
// reports false if it knows no line that leads anywhere new.
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

// along follows the winning line to a position on it, and reports whether the position is
// on the line.
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
