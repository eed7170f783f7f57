package main

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
	"github.com/solitaire-chat/solitaire/game/solve"
)

type solveCmd struct {
	rulesFlags
	solverFlags
	Improve time.Duration `placeholder:"10s" help:"Look for a shorter line, for this time a deal."`
	Files   []string      `arg:"" optional:"" name:"file" help:"JSON Lines of deals; - or none for the standard input."`
}

// solverFlags bound a solve.
type solverFlags struct {
	Timeout time.Duration `default:"5s" help:"How long to look at one deal."`
	Memory  size          `default:"1GiB" help:"How much memory one deal may take."`
	Workers int           `placeholder:"N" help:"How many deals to look at together; default: one a core."`
}

func (f solverFlags) workers() int {
	if f.Workers > 0 {
		return f.Workers
	}
	return runtime.GOMAXPROCS(0)
}

func (f solverFlags) check() error {
	switch {
	case f.Timeout <= 0:
		return usagef("--timeout %v: give a time such as 5s", f.Timeout)
	case f.Workers < 0:
		return usagef("--workers %d: give a number from 1", f.Workers)
	}
	return nil
}

// Help is the longer text of solve --help.
func (solveCmd) Help() string {
	return `Each line is a deal or a position, as for replay; "moves" are taken as made already. The answer says
whether the game can still be won, all cards known, with a line of moves if it can; "unknown" means that time or
memory ran out. Answers come in the order of the lines. A line that can't be used gets an error object, the
others are answered, and the exit status is 1.`
}

// solved is the answer to a line.
type solved struct {
	ID      json.RawMessage `json:"id"`
	Verdict string          `json:"verdict"`
	Moves   []string        `json:"moves"`
	Nodes   int64           `json:"nodes"`
	CPU     float64         `json:"cpu_ms"`
	Wall    float64         `json:"wall_ms"`
	Length  *int            `json:"length,omitempty"`  // draws and moves of the line, with --improve
	Minimal *bool           `json:"minimal,omitempty"` // none is shorter, proved
}

// Run solves every line.
func (c *solveCmd) Run(ctx context.Context, s streams) error {
	override, err := c.override()
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	defer collectLess()()
	out := lines.NewEncoder(s.out)
	progress := newProgress(s.err, 0, "deals")
	p := newPipeline(c.workers(), func(answer any) error {
		if answer == nil { // the deal was not looked at to the end
			return ctx.Err()
		}
		progress.step(1)
		return out.Encode(answer)
	})
	solver, unplayed := solve.New(), 0
	err = source{s.in, c.Files, override}.each(ctx, func(l *lines.Line, bad *lines.Error) error {
		var state game.State
		if bad == nil {
			if state, bad = played(l); bad != nil {
				unplayed++
			}
		}
		return p.submit(func() any {
			if bad != nil {
				return bad
			}
			answer := c.solve(ctx, solver, l.ID, state)
			if answer.Verdict == solve.Unknown.String() && ctx.Err() != nil {
				return nil
			}
			return answer
		})
	})
	failed := p.close()
	progress.end()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failed != nil:
		return &outputError{failed}
	}
	return errors.Join(err, unusableError(unplayed))
}

// played returns the position after the moves of a line. Moves that can't have
// been made make the line one that can't be used.
func played(l *lines.Line) (game.State, *lines.Error) {
	state, err := l.Played()
	bad, _ := errors.AsType[*lines.Error](err)
	return state, bad
}

func (c *solveCmd) solve(ctx context.Context, solver *solve.Solver, id json.RawMessage, state game.State) solved {
	watch := startWatch()
	limited, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	a := solver.Solve(limited, state, solve.Limits{Memory: int64(c.Memory)})
	answer := solved{ID: id, Verdict: a.Verdict.String(), Nodes: a.Nodes}
	if a.Verdict == solve.Winnable && c.Improve > 0 {
		c.improve(ctx, solver, state, &a, &answer)
	}
	answer.Moves = notation(a.Line)
	answer.CPU, answer.Wall = watch.read()
	return answer
}

// improve shortens the line.
func (c *solveCmd) improve(ctx context.Context, solver *solve.Solver, state game.State, a *solve.Answer, answer *solved) {
	limited, cancel := context.WithTimeout(ctx, c.Improve)
	defer cancel()
	line, minimal := solver.Shorten(limited, state, a.Line, int64(c.Memory))
	length := game.Length(line)
	a.Line, answer.Length, answer.Minimal = line, &length, &minimal
}

func notation(line []game.Move) []string {
	moves := make([]string, len(line))
	for i, m := range line {
		moves[i] = m.String()
	}
	return moves
}
