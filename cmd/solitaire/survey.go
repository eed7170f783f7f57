package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/cputime"
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/files"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
	"github.com/solitaire-chat/solitaire/game/solve"
)

type surveyCmd struct {
	randomFlags
	solverFlags
	State string `placeholder:"FILE" help:"Keep the counts in this file, and continue from them after an interruption."`
}

// Help is the longer text of survey --help.
func (surveyCmd) Help() string {
	return `Counts how many of N random deals can be won, all cards known. low and high bound the share of all deals that
can, with 95 % confidence (Wilson's interval); deals that were not decided widen it to both sides.`
}

// counts are the report, and the content of the --state file.
type counts struct {
	Game       string      `json:"game"`
	Rules      lines.Rules `json:"rules"`
	N          int         `json:"n"`
	Seed       uint64      `json:"seed"`
	Winnable   int         `json:"winnable"`
	Unwinnable int         `json:"unwinnable"`
	Unknown    int         `json:"unknown"`
	Low        float64     `json:"low"`
	High       float64     `json:"high"`
	CPU        float64     `json:"cpu_ms"`
}

func (c *counts) done() int { return c.Winnable + c.Unwinnable + c.Unknown }

// keepEvery is how often the counts are saved.
const keepEvery = 10 * time.Second

// Run surveys and reports.
func (c *surveyCmd) Run(ctx context.Context, s streams) error {
	rules, err := c.rules()
	if err := errors.Join(err, c.check()); err != nil {
		return err
	}
	found, err := c.begin(rules)
	if err != nil {
		return err
	}
	progress := newProgress(s.err, int64(c.N), "deals")
	progress.step(found.done())
	solver, kept := solve.New(), time.Now()
	err = inOrder(ctx, c.Workers, c.deals("solitaire survey", rules, found.done(), func(ctx context.Context, _ int, state game.State) func() error {
		begin := cputime.Thread()
		limited, cancel := c.limit(ctx)
		defer cancel()
		verdict := solver.Solve(limited, state, solve.Limits{Memory: int64(c.Memory)}).Verdict
		cpu := millis(cputime.Thread() - begin)
		return func() error {
			found.add(verdict, cpu)
			progress.step(1)
			if time.Since(kept) < keepEvery {
				return nil
			}
			kept = time.Now()
			return c.keep(found)
		}
	}))
	progress.end()
	if err := errors.Join(err, c.keep(found)); err != nil {
		return err
	}
	return lines.NewEncoder(s.out).Encode(found)
}

func (c *counts) add(verdict solve.Verdict, cpu float64) {
	switch verdict {
	case solve.Winnable:
		c.Winnable++
	case solve.Unwinnable:
		c.Unwinnable++
	default:
		c.Unknown++
	}
	c.CPU += cpu
	c.Low, _ = wilson(c.Winnable, c.done())
	_, c.High = wilson(c.Winnable+c.Unknown, c.done())
}

// begin returns the saved counts, or new ones. It refuses counts of another survey.
func (c *surveyCmd) begin(rules game.Rules) (counts, error) {
	fresh := counts{Game: rules.Game, Rules: lines.RulesOf(rules), N: c.N, Seed: c.Seed}
	if c.State == "" {
		return fresh, nil
	}
	b, err := os.ReadFile(c.State)
	if errors.Is(err, fs.ErrNotExist) {
		return fresh, nil
	}
	if err != nil {
		return fresh, err
	}
	var kept counts
	if err := json.Unmarshal(b, &kept); err != nil {
		return fresh, fmt.Errorf("%s: not the counts of a survey: %w", c.State, err)
	}
	want, _ := json.Marshal(fresh.Rules)
	have, _ := json.Marshal(kept.Rules)
	if kept.Game != fresh.Game || string(want) != string(have) || kept.Seed != c.Seed || kept.done() > c.N {
		return fresh, fmt.Errorf("%s: holds the counts of another survey (%s, seed %d, %d deals): name another file",
			c.State, kept.Game, kept.Seed, kept.done())
	}
	kept.N = c.N
	return kept, nil
}

// keep saves the counts, whole or not at all.
func (c *surveyCmd) keep(found counts) error {
	if c.State == "" {
		return nil
	}
	folder := filepath.Dir(c.State)
	files.Sweep(folder)
	temp, err := files.TempFile(folder, "new")
	if err != nil {
		return err
	}
	defer temp.Remove()
	if err := json.NewEncoder(temp).Encode(found); err != nil {
		return err
	}
	return os.Rename(temp.Path, c.State)
}
