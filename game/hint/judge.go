package hint

import (
	"context"
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A Judgement says whether a game can still be won, and which move lost it. It knows all
// cards, so asking for one is peeking.
//
// Positions are numbered by the steps made before them: position 0 is the deal. Every
// position after a lost one is lost. So the positions of a line that can be won come
// first, and then those that can't.
type Judgement struct {
	Now  solve.Verdict // the verdict on the current position
	Last int           // the last position proved winnable; -1 if none is
	Lost int           // the first position proved lost; -1 if none is
}

// Never reports whether not even the deal could be won.
func (j Judgement) Never() bool { return j.Lost == 0 }

// Judge judges the current line of a game. The limits apply to each question to the
// solver. The context ends them all, and each question takes at most a third of the
// remaining time. An undecided position never counts as lost.
func Judge(ctx context.Context, s *solve.Solver, g *game.Game, l solve.Limits) Judgement {
	return JudgeLine(ctx, s, slices.Collect(g.States()), l)
}

// JudgeLine is [Judge] for the positions of a line, the first one in place of the deal.
func JudgeLine(ctx context.Context, s *solve.Solver, states []game.State, l solve.Limits) Judgement {
	low, high := -1, len(states)       // position low can be won, high can't; the search goes on between them
	asked := make([]bool, len(states)) // false: not asked about yet
	ask := func(i int) solve.Verdict {
		ctx := ctx
		if end, ok := ctx.Deadline(); ok {
			limited, cancel := context.WithTimeout(ctx, time.Until(end)/3)
			defer cancel()
			ctx = limited
		}
		asked[i] = true
		v := s.Solve(ctx, states[i], l).Verdict
		switch v {
		case solve.Winnable:
			low = max(low, i)
		case solve.Unwinnable:
			high = min(high, i)
		}
		return v
	}
	now := ask(len(states) - 1)
	if now != solve.Winnable && len(states) > 1 {
		for i := 0; i >= 0 && ctx.Err() == nil; i = nearest(asked, low, high) {
			ask(i)
		}
	}
	j := Judgement{Now: now, Last: low, Lost: high}
	if high == len(states) {
		j.Lost = -1
	}
	return j
}

// nearest returns the position between low and high that is nearest to the middle and
// wasn't asked about; -1 if there is none.
func nearest(asked []bool, low, high int) int {
	middle := (low + high) / 2
	for d := range high - low + 1 {
		for _, i := range [...]int{middle - d, middle + d} {
			if i > low && i < high && !asked[i] {
				return i
			}
		}
	}
	return -1
}
