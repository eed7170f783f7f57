package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
	"github.com/solitaire-chat/solitaire/game/solve"
)

type surveyCmd struct {
	rulesFlags
	solverFlags
	N     int    `name:"n" required:"" placeholder:"N" help:"How many random deals."`
	Seed  uint64 `default:"1" help:"Chooses the deals: the same seed gives the same ones."`
	State string `placeholder:"FILE" help:"Keep the counts in this file, and continue from them after an interruption."`
}

// Help is the longer text of survey --help.
func (surveyCmd) Help() string {
	return `The report counts how many of N random deals can be won, all cards known. low and high bound the share of
all deals that can, with 95 % confidence (Wilson's interval); deals that were not decided widen it to both sides.`
}

// counts are what a survey has found so far; they are also what it keeps.
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

// Run surveys and reports.
func (c *surveyCmd) Run(ctx context.Context, s streams) error {
	rules, err := c.rules()
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.N < 1 {
		return usagef("--n %d: give a number from 1", c.N)
	}
	found, err := c.begin(rules)
	if err != nil {
		return err
	}
	defer collectLess()()
	progress := newProgress(s.err, int64(c.N), "deals")
	progress.step(found.done())
	err = c.survey(ctx, rules, &found, progress)
	progress.end()
	if err := errors.Join(err, c.keep(found)); err != nil {
		return err
	}
	return lines.NewEncoder(s.out).Encode(found)
}

// begin returns the counts that were kept, or new ones. Counts of another
// survey are refused.
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
		return fresh, fmt.Errorf("%s: holds the counts of another survey (%s, seed %d, %d deals): name another file", c.State, kept.Game, kept.Seed, kept.done())
	}
	kept.N = c.N
	return kept, nil
}

// keepEvery is how often the counts are written down.
const keepEvery = 10 * time.Second

// surveyed is what came of one deal.
type surveyed struct {
	verdict solve.Verdict
	cpu     float64
	stopped bool // by the end of the context: the deal doesn't count
}

func (c *surveyCmd) survey(ctx context.Context, rules game.Rules, found *counts, progress progress) error {
	solver, kept := solve.New(), time.Now()
	p := newPipeline(c.workers(), func(one surveyed) error {
		if one.stopped {
			return ctx.Err()
		}
		found.add(one)
		progress.step(1)
		if time.Since(kept) < keepEvery {
			return nil
		}
		kept = time.Now()
		return c.keep(*found)
	})
	for i := found.done(); i < c.N; i++ {
		if p.submit(func() surveyed { return c.solve(ctx, solver, rules, i) }) != nil {
			break
		}
	}
	return p.close()
}

func (c *surveyCmd) solve(ctx context.Context, solver *solve.Solver, rules game.Rules, i int) surveyed {
	state, err := game.Deal(rules, game.Seeded(surveySeed(c.Seed, i)))
	if err != nil {
		return surveyed{} // no rules that can be chosen come here
	}
	watch := startWatch()
	limited, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	a := solver.Solve(limited, state, solve.Limits{Memory: int64(c.Memory)})
	cpu, _ := watch.read()
	return surveyed{a.Verdict, cpu, a.Verdict == solve.Unknown && ctx.Err() != nil}
}

// surveySeed is the seed of deal i of a survey.
func surveySeed(seed uint64, i int) (b [32]byte) {
	copy(b[:], "solitaire survey")
	binary.BigEndian.PutUint64(b[16:], seed)
	binary.BigEndian.PutUint64(b[24:], uint64(i))
	return b
}

func (c *counts) add(one surveyed) {
	switch one.verdict {
	case solve.Winnable:
		c.Winnable++
	case solve.Unwinnable:
		c.Unwinnable++
	default:
		c.Unknown++
	}
	c.CPU += one.cpu
	c.Low, _ = wilson(c.Winnable, c.done())
	_, c.High = wilson(c.Winnable+c.Unknown, c.done())
}

// wilson returns the 95 % confidence interval of a share (Wilson 1927).
func wilson(k, n int) (low, high float64) {
	const z = 1.959964
	share, size := float64(k)/float64(n), float64(n)
	middle := share + z*z/(2*size)
	half := z * math.Sqrt(share*(1-share)/size+z*z/(4*size*size))
	return (middle - half) / (1 + z*z/size), (middle + half) / (1 + z*z/size)
}

// keep writes the counts down, whole or not at all.
func (c *surveyCmd) keep(found counts) error {
	if c.State == "" {
		return nil
	}
	b, err := json.Marshal(found)
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(c.State), filepath.Base(c.State)+".*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(append(b, '\n'))
	if err := errors.Join(err, temporary.Close()); err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return os.Rename(temporary.Name(), c.State)
}
