package hint

import (
	"context"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A Judgement says whether a game can still be won, and since when not. It knows
// all cards: who asks for it peeks.
//
// Positions are counted by the steps made before them: position 0 is the deal.
// Whatever comes of a lost position is lost, so that along a line the positions
// that can be won come first, and then those that can't.
type Judgement struct {
	Now  solve.Verdict // of the position as it stands
	Last int           // the last position proved winnable; -1 if none is
	Lost int           // the first position proved lost; -1 if none is
}

// Never reports that not even the deal could be won.
func (j Judgement) Never() bool { return j.Lost == 0 }

// Judge looks at the line of a game that stands. The limits are those of each
// question to the solver; the context ends them all. What could not be decided
// is never taken for lost.
func Judge(ctx context.Context, s *solve.Solver, g *game.Game, l solve.Limits) Judgement {
	states := line(g)
	c := court{ctx: ctx, solver: s, limits: l, states: states, low: -1, high: len(states), open: map[int]bool{}}
	now := c.ask(len(states) - 1)
	if now != solve.Winnable && len(states) > 1 {
		c.ask(0)
		for c.narrow() {
		}
	}
	j := Judgement{Now: now, Last: c.low, Lost: c.high}
	if c.high == len(states) {
		j.Lost = -1
	}
	return j
}

// line returns the positions of the line that stands, the deal first.
func line(g *game.Game) []game.State {
	state, err := game.Deal(g.Rules(), g.Deck())
	if err != nil {
		return []game.State{g.State()} // a game was dealt once, so that it can be dealt again
	}
	states := []game.State{state}
	for _, m := range g.Steps() {
		if state, _, err = state.Apply(m); err != nil {
			break
		}
		states = append(states, state)
	}
	return states
}

// A court knows that the position low can be won and high can't; what lies
// between was not asked about yet, or is open.
type court struct {
	ctx       context.Context
	solver    *solve.Solver
	limits    solve.Limits
	states    []game.State
	low, high int
	open      map[int]bool
}

// askPart is the part of the time left that one question may take.
const askPart = 3

// ask asks about a position and notes the answer.
func (c *court) ask(i int) solve.Verdict {
	ctx := c.ctx
	if end, ok := ctx.Deadline(); ok {
		limited, cancel := context.WithTimeout(ctx, time.Until(end)/askPart)
		defer cancel()
		ctx = limited
	}
	a := c.solver.Solve(ctx, c.states[i], c.limits)
	switch a.Verdict {
	case solve.Winnable:
		c.low = max(c.low, i)
	case solve.Unwinnable:
		c.high = min(c.high, i)
	default:
		c.open[i] = true
	}
	return a.Verdict
}

// narrow asks about the position nearest to the middle that was not asked about.
// It reports false when there is none, or no time.
func (c *court) narrow() bool {
	if c.ctx.Err() != nil {
		return false
	}
	middle := (c.low + c.high) / 2
	for d := 0; d <= c.high-c.low; d++ {
		for _, i := range [...]int{middle - d, middle + d} {
			if i > c.low && i < c.high && !c.open[i] {
				c.ask(i)
				return true
			}
		}
	}
	return false
}
