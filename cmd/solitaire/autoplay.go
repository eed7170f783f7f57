package main

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"time"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/cputime"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/lines"
	"github.com/solitaire-chat/solitaire/game/solve"
)

type autoplayCmd struct {
	rulesFlags
	N       int           `name:"n" required:"" placeholder:"N" help:"How many random deals."`
	Seed    uint64        `default:"1" help:"Chooses the deals: the same seed gives the same ones."`
	Budget  time.Duration `default:"3s" help:"CPU time for a whole game, on one core."`
	Stock   string        `default:"hidden" enum:"hidden,known" help:"hidden, or known: the order of the stock is known, only to compare with published figures."`
	Workers int           `placeholder:"N" help:"How many games to play together; default: one a core."`
}

// Help is the longer text of autoplay --help.
func (autoplayCmd) Help() string {
	return `Plays whole games by the program's own hints, which know no more than a player can see. low and high bound
the share of all deals that it wins, with 95 % confidence (Wilson's interval). The bands show what the hints were
worth: of all hints that said that a share of the arrangements of the hidden cards can be won, the mean of that
share, and how many of them were given in games that were won.`
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
	Bands  []band      `json:"bands"`
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

// bands is how many bands there are.
const bands = 10

// Run plays and reports.
func (c *autoplayCmd) Run(ctx context.Context, s streams) error {
	rules, err := c.rules()
	if err != nil {
		return err
	}
	if err := c.check(rules); err != nil {
		return err
	}
	defer collectLess()()
	report := c.blank(rules)
	progress := newProgress(s.err, int64(c.N), "games")
	err = c.playAll(ctx, rules, &report, progress)
	progress.end()
	if err != nil {
		return err
	}
	return lines.NewEncoder(s.out).Encode(report.finished())
}

func (c *autoplayCmd) check(r game.Rules) error {
	switch {
	case c.N < 1:
		return usagef("--n %d: give a number from 1", c.N)
	case c.Budget <= 0:
		return usagef("--budget %v: give a time such as 3s", c.Budget)
	case c.Workers < 0:
		return usagef("--workers %d: give a number from 1", c.Workers)
	case c.Stock == "known" && !r.HasStock():
		return usagef("--stock known: %s has no stock, leave this out", r.Game)
	}
	return nil
}

func (c *autoplayCmd) blank(rules game.Rules) autoplayed {
	a := autoplayed{Game: rules.Game, Rules: lines.RulesOf(rules), Seed: c.Seed, Stock: c.Stock}
	for i := range bands {
		a.Bands = append(a.Bands, band{From: float64(i) / bands, To: float64(i+1) / bands})
	}
	return a
}

// onePlay is what came of one game.
type onePlay struct {
	won    bool
	cpu    float64
	shares []float64 // what the hints predicted
}

func (c *autoplayCmd) playAll(ctx context.Context, rules game.Rules, report *autoplayed, progress progress) error {
	solver := solve.New()
	workers := solverFlags{Workers: c.Workers}.workers()
	p := newPipeline(workers, func(one onePlay) error {
		report.add(one)
		progress.step(1)
		return ctx.Err()
	})
	for i := range c.N {
		if p.submit(func() onePlay { return c.play(ctx, solver, rules, i) }) != nil {
			break
		}
	}
	return p.close()
}

// play plays one deal.
func (c *autoplayCmd) play(ctx context.Context, solver *solve.Solver, rules game.Rules, i int) (one onePlay) {
	seed := autoplaySeed(c.Seed, i)
	state, err := game.Deal(rules, game.Seeded(seed))
	if err != nil {
		return one // no rules that can be chosen come here
	}
	watch := startWatch()
	purse := purse{end: cputime.Thread() + c.Budget, part: pursePart(rules)}
	player := hint.Player{
		Solver: solver, Source: rand.NewPCG(c.Seed, uint64(i)), Limits: hint.Limits{Samples: autoplaySamples, Early: true},
		KnowsStock: c.Stock == "known",
		Next:       purse.next,
		Heard: func(a hint.Advice) {
			one.shares = append(one.shares, float64(a.Won)/float64(a.Samples))
		},
	}
	end := player.Play(ctx, state)
	one.won = end.Won()
	one.cpu, _ = watch.read()
	return one
}

// autoplaySamples is the most arrangements that a hint tries: the budget ends
// most hints sooner.
const autoplaySamples = 500

// autoplaySeed is the seed of deal i.
func autoplaySeed(seed uint64, i int) (b [32]byte) {
	copy(b[:], "solitaire plays ")
	binary.BigEndian.PutUint64(b[16:], seed)
	binary.BigEndian.PutUint64(b[24:], uint64(i))
	return b
}

// A purse holds the CPU time for a game; each hint gets a part of what is left.
type purse struct {
	end  time.Duration
	part time.Duration // one in so many
}

// pursePart makes early hints long, since they matter most, and longer where one
// hint plans several moves.
func pursePart(r game.Rules) time.Duration {
	if r.HasStock() && r.Passes == 0 {
		return 6
	}
	return 15
}

func (p purse) next(ctx context.Context) context.Context {
	now := cputime.Thread()
	return thrift{ctx, now + max(p.end-now, 0)/p.part}
}

// thrift is a context that ends when the thread has used so much CPU time. Only
// its Err tells so, which is all that the solver asks.
type thrift struct {
	context.Context
	until time.Duration
}

// Err implements [context.Context].
func (t thrift) Err() error {
	if cputime.Thread() > t.until {
		return context.DeadlineExceeded
	}
	return t.Context.Err()
}

func (a *autoplayed) add(one onePlay) {
	a.Games++
	a.cpuSum += one.cpu
	if one.won {
		a.Won++
	}
	for _, share := range one.shares {
		b := &a.Bands[min(int(share*bands), bands-1)]
		b.Hints++
		b.shares += share
		if one.won {
			b.wins++
		}
	}
}

// finished works out the shares.
func (a *autoplayed) finished() *autoplayed {
	a.Low, a.High = wilson(a.Won, a.Games)
	a.CPU = a.cpuSum / float64(a.Games)
	for i := range a.Bands {
		if b := &a.Bands[i]; b.Hints > 0 {
			b.Predicted, b.Won = b.shares/float64(b.Hints), float64(b.wins)/float64(b.Hints)
		}
	}
	return a
}
