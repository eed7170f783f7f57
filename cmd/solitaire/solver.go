package main

import (
	"context"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A thinker is the bot's solver: package solve within the operator's limits.
type thinker struct {
	solver *solve.Solver
	limits solve.Limits
}

func newThinker(memory int64) thinker {
	return thinker{solve.New(), solve.Limits{Memory: memory}}
}

// Win implements bot.Solver.
func (t thinker) Win(ctx context.Context, s game.State) (line []game.Move, ok bool) {
	a := t.solver.Solve(ctx, s, t.limits)
	return a.Line, a.Verdict == solve.Winnable
}

// Shorten implements bot.Solver.
func (t thinker) Shorten(ctx context.Context, s game.State, line []game.Move) (better []game.Move, minimal bool) {
	return t.solver.Improve(ctx, s, line)
}
