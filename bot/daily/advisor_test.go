package daily_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// A counsel is the real advisor, bound by work instead of time, so that its
// answers don't depend on the machine.
type counsel struct{ solver *solve.Solver }

func (c counsel) Advise(ctx context.Context, q bot.Question) (bot.Advice, error) {
	a := hint.NewAdviser(c.solver).Advise(ctx, hint.Look(q.Game), rand.NewPCG(1, uint64(q.Game.Done())), hint.Limits{Samples: 8, Each: 100, Nodes: 4_000})
	return bot.Advice{
		OK: a.OK, Move: a.Move, Line: a.Line,
		Samples: a.Samples, Won: a.Won, Lost: a.Lost, Unknown: a.Unknown,
		Complete: a.Complete, Hopeless: a.Hopeless,
	}, nil
}

func (c counsel) Judge(ctx context.Context, q bot.Question) (bot.Judgement, error) {
	j := hint.Judge(ctx, c.solver, q.Game, solve.Limits{Nodes: 2_000_000})
	now := map[solve.Verdict]bot.Finding{solve.Winnable: bot.CanBeWon, solve.Unwinnable: bot.CantBeWon}[j.Now]
	return bot.Judgement{Now: now, Last: j.Last, Lost: j.Lost}, nil
}

func (c counsel) Winnable(ctx context.Context, _ persist.Player, r game.Rules, number func() int) (int, error) {
	for range 100 {
		n := number()
		state, err := game.Deal(r, game.Numbered(n))
		if err != nil {
			return 0, err
		}
		if c.solver.Solve(ctx, state, solve.Limits{Nodes: 2_000_000}).Verdict == solve.Winnable {
			return n, nil
		}
	}
	return 0, nil
}

func (c counsel) Stuck(v game.View) bool { return hint.Stuck(v) }

func (c counsel) Rate(context.Context, game.Rules, game.Deck) (string, error) { return "hard", nil }

// An oracle answers what the test wants.
type oracle struct {
	counsel
	advice    func(bot.Question) bot.Advice
	judgement bot.Judgement
}

func (o oracle) Advise(_ context.Context, q bot.Question) (bot.Advice, error) {
	return o.advice(q), nil
}

func (o oracle) Judge(context.Context, bot.Question) (bot.Judgement, error) {
	return o.judgement, nil
}

// newAdvised returns a person whose bot has an advisor.
func newAdvised(t testing.TB) *person {
	t.Helper()
	p := newPerson(t)
	p.bot.Advisor = counsel{solve.New()}
	return p
}

// hints returns how many hints the person's current game counts.
func (p *person) hints() int {
	p.t.Helper()
	rec, err := p.bot.Store.Load(context.Background(), p.player)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, g := range rec.Games {
		if g.ID == rec.Current {
			return g.Hints
		}
	}
	p.t.Fatal("no current game")
	return 0
}

// said reports whether a reply has a line of a key.
func said(r bot.Reply, key string) bool {
	for _, m := range r.Lines {
		if m.Key == key {
			return true
		}
	}
	return false
}
