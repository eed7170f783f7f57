package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/cputime"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/lines"
	"github.com/solitaire-chat/solitaire/game/solve"
)

type autoplayCmd struct {
	randomFlags
	Budget time.Duration `default:"3s" help:"CPU time for a whole game, on one core."`
	Stock  string        `default:"hidden" enum:"hidden,known" help:"hidden, or known: hints see the stock, to compare with published figures."`
	workerFlags
}

// Help is the longer text of autoplay --help.
func (autoplayCmd) Help() string {
	return `Plays whole games by the program's own hints, which know no more than a player can see. low and high bound
the share of all deals that it wins, with 95 % confidence (Wilson's interval). The bands compare the hints with the
results: a hint predicts the share of the arrangements of the hidden cards that can be won. For each band of
predictions the report has their mean, and the share of them that were made in games that were won.`
}

// autoplayed is the report.
type autoplayed struct {
	Game   string      `json:"game"`
	Rules  lines.Rules `json:"rules"`
	Seed   uint64      `json:"seed"`
	Stock  string      `json:"stock"`
	Games  int         `json:"games"`
	Won    int         `json:"won"`
	Low    float64     `json:"low"`
	High   float64     `json:"high"`
	CPU    float64     `json:"cpu_ms_per_game"`
	Bands  [10]band    `json:"bands"`
	cpuSum float64
}

// A band holds the hints that predicted a share from From to To.
type band struct {
	From      float64 `json:"from"`
	To        float64 `json:"to"`
	Hints     int     `json:"hints"`
	Predicted float64 `json:"predicted"` // their mean share
	Won       float64 `json:"won"`       // the share of them given in games that were won
	shares    float64
	wins      int
}

// Run plays and reports.
func (c *autoplayCmd) Run(ctx context.Context, s streams) error {
	rules, err := c.rules()
	if err := errors.Join(err, c.check(rules)); err != nil {
		return err
	}
	report := autoplayed{Game: rules.Game, Rules: lines.RulesOf(rules), Seed: c.Seed, Stock: c.Stock}
	solver, progress := solve.New(), newProgress(s.err, int64(c.N), "games")
	err = inOrder(ctx, c.Workers, c.deals("solitaire plays ", rules, 0, func(ctx context.Context, i int, state game.State) func() error {
		begin := cputime.Thread()
		won, predicted := c.play(ctx, solver, i, state)
		cpu := millis(cputime.Thread() - begin)
		return func() error {
			report.add(won, predicted, cpu)
			progress.step(1)
			return nil
		}
	}))
	progress.end()
	if err != nil {
		return err
	}
	report.finish()
	return lines.NewEncoder(s.out).Encode(report)
}

func (c *autoplayCmd) check(r game.Rules) error {
	switch {
	case c.Budget <= 0:
		return usagef("--budget %v: give a time such as 3s", c.Budget)
	case c.Stock == "known" && !r.HasStock():
		return usagef("--stock known: %s has no stock, leave this out", r.Game)
	}
	return c.workerFlags.check()
}

// play plays a game. It returns the shares that the hints predicted, too.
func (c *autoplayCmd) play(ctx context.Context, solver *solve.Solver, i int, state game.State) (won bool, predicted []float64) {
	// Each hint gets a part of the CPU time that is left. This makes early hints long,
	// since they matter most. The part is larger where one hint plans several moves.
	budgetEnd, part := cputime.Thread()+c.Budget, time.Duration(15)
	if r := state.Rules(); r.HasStock() && r.Passes == 0 {
		part = 6
	}
	const samples = 500 // the budget ends most hints sooner
	player := hint.Player{
		Solver: solver, Source: rand.NewPCG(c.Seed, uint64(i)), Limits: hint.Limits{Samples: samples, Early: true},
		KnowsStock: c.Stock == "known",
		Next: func(ctx context.Context) context.Context {
			now := cputime.Thread()
			return cputime.Limit(ctx, max(budgetEnd-now, 0)/part)
		},
		Heard: func(a hint.Advice) { predicted = append(predicted, float64(a.Won)/float64(a.Samples)) },
	}
	end := player.Play(ctx, state)
	return end.Won(), predicted
}

func (a *autoplayed) add(won bool, predicted []float64, cpu float64) {
	a.Games++
	a.cpuSum += cpu
	if won {
		a.Won++
	}
	for _, share := range predicted {
		b := &a.Bands[min(int(share*float64(len(a.Bands))), len(a.Bands)-1)]
		b.Hints++
		b.shares += share
		if won {
			b.wins++
		}
	}
}

// finish computes the shares.
func (a *autoplayed) finish() {
	a.Low, a.High = wilson(a.Won, a.Games)
	a.CPU = a.cpuSum / float64(a.Games)
	for i := range a.Bands {
		b := &a.Bands[i]
		b.From, b.To = float64(i)/float64(len(a.Bands)), float64(i+1)/float64(len(a.Bands))
		if b.Hints > 0 {
			b.Predicted, b.Won = b.shares/float64(b.Hints), float64(b.wins)/float64(b.Hints)
		}
	}
}
