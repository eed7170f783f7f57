package review

import (
	"context"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// ExactLimits bound each question to the solver in [Decide]. With them a question takes
// at most a second or two.
func ExactLimits() solve.Limits { return solve.Limits{Nodes: 3_000_000, Memory: 256 << 20} }

// An Exact says where a game was decided, all cards known. Positions are counted by the
// steps before them: position 0 is the deal, and step n leads to position n.
type Exact struct {
	Steps int
	Won   bool
	Last  int         // the last position proved winnable; -1 if none is
	Lost  int         // the first position proved lost; -1 if none is
	Line  []game.Move // from position Last to a win, unless the game was won; nil if there is none
}

// Decide says where a game was decided. The limits are those of each question.
func Decide(ctx context.Context, s *solve.Solver, g Game, l solve.Limits) Exact {
	states := g.states()
	last := len(states) - 1
	e := Exact{Steps: last, Won: states[last].Won(), Last: last, Lost: -1}
	if e.Won {
		return e
	}
	j := hint.JudgeLine(ctx, s, states, l)
	if e.Last, e.Lost = j.Last, j.Lost; e.Last >= 0 {
		e.Line = s.Solve(ctx, states[e.Last], l).Line
	}
	return e
}

// Deal says whether the position at the beginning could be won.
func (e Exact) Deal() solve.Verdict {
	switch {
	case e.Lost == 0:
		return solve.Unwinnable
	case e.Last >= 0:
		return solve.Winnable
	}
	return solve.Unknown
}

// LosingStep returns the step that lost the game, if exactly one is proved to have.
func (e Exact) LosingStep() (step int, ok bool) {
	if e.Last >= 0 && e.Lost == e.Last+1 {
		return e.Lost, true
	}
	return 0, false
}

// Settled reports whether nothing is left open: the game was won, can still be won, never
// could be, or one step lost it.
func (e Exact) Settled() bool {
	_, one := e.LosingStep()
	return one || e.Lost == 0 || e.Last == e.Steps
}
