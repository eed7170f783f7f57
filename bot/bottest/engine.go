package bottest

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/review"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// Klondike returns the default rules.
func Klondike() game.Rules { return game.KlondikeRules(1, 1, false) }

// A Solver adapts the solver to [bot.Solver]. It shortens nothing.
type Solver struct{ *solve.Solver }

// NewSolver returns a solver.
func NewSolver() Solver { return Solver{solve.New()} }

func (s Solver) Win(ctx context.Context, state game.State, budget time.Duration) ([]game.Move, bool) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	a := s.Solve(ctx, state, solve.Limits{})
	return a.Line, a.Verdict == solve.Winnable
}

func (s Solver) Shorten(_ context.Context, _ game.State, line []game.Move, _ time.Duration) ([]game.Move, bool) {
	return line, false
}

// remembering is a solver that caches its proofs for all tests, since most worlds have
// the same daily deals.
type remembering struct{ Solver }

var proved sync.Map // of the answers by game.State

func (r remembering) Win(ctx context.Context, state game.State, budget time.Duration) ([]game.Move, bool) {
	known, ok := proved.Load(state)
	if !ok {
		ctx, cancel := context.WithTimeout(ctx, budget)
		defer cancel()
		known = r.Solve(ctx, state, solve.Limits{})
		if known.(solve.Answer).Verdict != solve.Unknown {
			proved.Store(state, known)
		}
	}
	a := known.(solve.Answer)
	return slices.Clone(a.Line), a.Verdict == solve.Winnable
}

// NewAdviser returns the engine's hints and verdicts as a [bot.Advisor]. It is limited by
// nodes, not by time, so its answers don't depend on the machine. It rates every deal as
// hard.
func NewAdviser() bot.Advisor { return adviser{solve.New()} }

type adviser struct{ solver *solve.Solver }

func (v adviser) Advise(ctx context.Context, q bot.Question) (bot.Advice, error) {
	a := hint.NewAdviser(v.solver).Advise(ctx, hint.Look(q.Game), rand.NewPCG(1, uint64(q.Game.Done())), hint.Limits{Samples: 8, Each: 100, Nodes: 4_000})
	return bot.Advice{
		OK: a.OK, Move: a.Move, Line: a.Line,
		Samples: a.Samples, Won: a.Won, Lost: a.Lost, Unknown: a.Unknown,
		Complete: a.Complete, Hopeless: a.Hopeless,
	}, nil
}

func (v adviser) Judge(ctx context.Context, q bot.Question) (bot.Judgement, error) {
	j := hint.Judge(ctx, v.solver, q.Game, solve.Limits{Nodes: 2_000_000})
	now := map[solve.Verdict]bot.Finding{solve.Winnable: bot.CanBeWon, solve.Unwinnable: bot.CantBeWon}[j.Now]
	return bot.Judgement{Now: now, Last: j.Last, Lost: j.Lost}, nil
}

func (v adviser) Review(ctx context.Context, q bot.Question) (bot.Review, error) {
	g, err := review.Of(q.ID, q.Game)
	if err != nil {
		return bot.Review{}, err
	}
	e := review.Decide(ctx, v.solver, g, solve.Limits{Nodes: 2_000_000})
	r := bot.Review{Judgement: bot.Judgement{Now: bot.CantTell, Last: e.Last, Lost: e.Lost}, Won: e.Won, Line: e.Line}
	switch {
	case e.Last == e.Steps:
		r.Now = bot.CanBeWon
	case e.Lost >= 0:
		r.Now = bot.CantBeWon
	}
	return r, nil
}

// Weigh knows nothing: see [Weighed].
func (adviser) Weigh(context.Context, bot.Question) (bot.Chances, error) { return bot.Chances{}, nil }

func (v adviser) Winnable(ctx context.Context, _ persist.Player, r game.Rules, number func() int) (int, error) {
	for range 100 {
		n := number()
		state, err := game.Deal(r, game.Numbered(n))
		if err != nil {
			return 0, err
		}
		if v.solver.Solve(ctx, state, solve.Limits{Nodes: 2_000_000}).Verdict == solve.Winnable {
			return n, nil
		}
	}
	return 0, nil
}

func (adviser) Stuck(v game.View) bool { return hint.Stuck(v) }

func (adviser) Rate(context.Context, game.Rules, game.Deck) (string, error) { return "hard", nil }

// Advised returns a person like [NewPerson], with an adviser in the bot.
func Advised(t testing.TB) *Person {
	t.Helper()
	p := NewPerson(t)
	p.Bot.Advisor = NewAdviser()
	return p
}

// Hint returns an adviser whose hints a function chooses.
func Hint(advice func(bot.Question) bot.Advice) bot.Advisor {
	return script{Advisor: NewAdviser(), advice: advice}
}

// Verdict returns an adviser that gives the same verdict on every game.
func Verdict(j bot.Judgement) bot.Advisor { return script{Advisor: NewAdviser(), judgement: j} }

// Weighed returns an adviser that gives the same chances on every finished game.
func Weighed(c bot.Chances) bot.Advisor { return script{Advisor: NewAdviser(), chances: c} }

type script struct {
	bot.Advisor
	chances   bot.Chances
	advice    func(bot.Question) bot.Advice
	judgement bot.Judgement
}

func (s script) Advise(_ context.Context, q bot.Question) (bot.Advice, error) {
	return s.advice(q), nil
}

func (s script) Weigh(context.Context, bot.Question) (bot.Chances, error) { return s.chances, nil }

func (s script) Judge(context.Context, bot.Question) (bot.Judgement, error) {
	return s.judgement, nil
}
