package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/cputime"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
	"github.com/solitaire-chat/solitaire/game/solve"
)

type solveCmd struct {
	linesFlags
	solverFlags
	Improve time.Duration `placeholder:"10s" help:"Look for a shorter line, for this time a deal."`
}

// Help is the longer text of solve --help.
func (solveCmd) Help() string {
	return `Each line is a deal or a position, as for replay; its moves are made first. The answer says whether the game
can still be won, all cards known, with a line of moves if it can; "unknown" means that time or memory ran out.
Answers come in the order of the lines. A line that can't be used gets an error object; the others are answered,
and the exit status is 1.`
}

// solverFlags are the limits of a solve.
type solverFlags struct {
	Timeout *time.Duration `placeholder:"5s" help:"How long to search for one deal. Default: 5s, or with --cpu no limit."`
	CPU     *time.Duration `name:"cpu" placeholder:"5s" help:"How much CPU time to search for one deal, so that a busy machine gives the same answers."`
	Memory  size           `default:"1GiB" help:"How much memory one deal may take."`
	workerFlags
}

type workerFlags struct {
	Workers int `placeholder:"N" help:"How many deals to work on at a time; default: one a core."`
}

func (f solverFlags) check() error {
	switch {
	case f.Timeout != nil && *f.Timeout <= 0:
		return usagef("--timeout %v: give a time such as 5s", *f.Timeout)
	case f.CPU != nil && *f.CPU <= 0:
		return usagef("--cpu %v: give a time such as 5s", *f.CPU)
	}
	return f.workerFlags.check()
}

// limit returns the context of one search. It belongs to the calling thread.
func (f solverFlags) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	timeout, cancel := 5*time.Second, context.CancelFunc(func() {})
	if f.Timeout != nil {
		timeout = *f.Timeout
	}
	if f.Timeout != nil || f.CPU == nil {
		ctx, cancel = context.WithTimeout(ctx, timeout)
	}
	if f.CPU != nil {
		ctx = cputime.Limit(ctx, *f.CPU)
	}
	return ctx, cancel
}

func (f workerFlags) check() error {
	if f.Workers < 0 {
		return usagef("--workers %d: give a number from 1", f.Workers)
	}
	return nil
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
	if err := c.check(); err != nil {
		return err
	}
	solver := solve.New()
	return answerLines(ctx, s, c.linesFlags, c.Workers, "deals", (*lines.Line).Played,
		func(ctx context.Context, l *lines.Line, state game.State) any {
			answer := c.solve(ctx, solver, state)
			answer.ID = l.ID
			return answer
		})
}

func (c *solveCmd) solve(ctx context.Context, solver *solve.Solver, state game.State) solved {
	cpu, wall := cputime.Thread(), time.Now()
	limited, cancel := c.limit(ctx)
	defer cancel()
	found := solver.Solve(limited, state, solve.Limits{Memory: int64(c.Memory)})
	answer := solved{Verdict: found.Verdict.String(), Nodes: found.Nodes, Moves: make([]string, 0, len(found.Line))}
	line := found.Line
	if found.Verdict == solve.Winnable && c.Improve > 0 {
		limited, cancel := context.WithTimeout(ctx, c.Improve)
		defer cancel()
		shorter, minimal := solver.Shorten(limited, state, line, int64(c.Memory))
		length := game.Length(shorter)
		line, answer.Length, answer.Minimal = shorter, &length, &minimal
	}
	for _, m := range line {
		answer.Moves = append(answer.Moves, m.String())
	}
	answer.CPU, answer.Wall = millis(cputime.Thread()-cpu), millis(time.Since(wall))
	return answer
}
