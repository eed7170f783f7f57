// Package advise answers the bot's questions with the solver.
//
// Players' questions wait in a queue for a worker (advise.go). Searches that can
// wait, for the deals of the coming days, run in the background (background.go):
// only while no player's question is being answered, so that together they never
// take the core that is left for moves.
package advise

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Config bounds what a solver uses.
type Config struct {
	Workers       int   // players' questions answered at a time
	Memory        int64 // bytes in all
	HintBudget    time.Duration
	VerdictBudget time.Duration
}

// A Meter counts questions and answers.
type Meter interface {
	hint.Meter
	Advised(hint.Advice)
	Judged(hint.Judgement)
}

// A Solver is the bot's [bot.Advisor] and its [bot.Solver].
type Solver struct {
	conf       Config
	solver     *solve.Solver
	queue      *hint.Queue
	minds      mindCache
	background background
	meter      Meter
}

// New returns a solver. It never takes the last core, whatever the configuration
// says. The meter may be nil.
func New(conf Config, m Meter) *Solver {
	if m == nil {
		m = noMeter{}
	}
	conf.Workers = min(conf.Workers, max(1, runtime.GOMAXPROCS(0)-1))
	budget := max(conf.HintBudget, conf.VerdictBudget)
	return &Solver{
		conf: conf, solver: solve.New(), meter: m,
		minds: mindCache{most: max(1, int(conf.Memory/mindsPart/mindMemory))},
		queue: hint.NewQueue(hint.QueueConfig{
			Workers: conf.Workers, Budget: budget, Patience: max(answerTime, budget), Meter: m,
		}),
	}
}

// noMeter counts nothing.
type noMeter struct{}

func (noMeter) Queue(int)                             {}
func (noMeter) Answered(time.Duration, time.Duration) {}
func (noMeter) Advised(hint.Advice)                   {}
func (noMeter) Judged(hint.Judgement)                 {}

// answerTime is the time in which a question should be answered however many wait,
// unless the operator grants a single one more: early enough that a busy machine
// still answers within three seconds.
const answerTime = 2 * time.Second

// One part in mindsPart of the memory is for what hints have worked out, at most
// mindMemory bytes a game; the rest is for searches.
const (
	mindsPart  = 4
	mindMemory = 8 << 20
)

// limits are those of one search: of a worker or of a background job.
func (s *Solver) limits() solve.Limits {
	return solve.Limits{Memory: (s.conf.Memory - s.conf.Memory/mindsPart) / int64(s.conf.Workers+1)}
}

// ask waits for the player's turn, then does the work within its budget. No
// background job runs meanwhile.
func (s *Solver) ask(ctx context.Context, p persist.Player, budget time.Duration, work func(context.Context)) error {
	return s.queue.Ask(ctx, string(p.AppendKey(nil)), func(ctx context.Context) {
		defer s.background.question()()
		ctx, cancel := context.WithTimeout(ctx, budget)
		defer cancel()
		work(ctx)
	})
}

// Advise implements [bot.Advisor]. Hidden cards stay out of it: the table has
// none, and the random source depends on what is visible alone.
func (s *Solver) Advise(ctx context.Context, q bot.Question) (answer bot.Advice, err error) {
	h := fnv.New64a()
	h.Write([]byte(q.ID))
	source := rand.NewPCG(h.Sum64(), uint64(q.Game.Done())) // the same position gets the same hint
	table := hint.Look(q.Game)
	err = s.ask(ctx, q.Player, s.conf.HintBudget, func(ctx context.Context) {
		mind := s.minds.take(q.ID, s.solver)
		defer s.minds.put(q.ID, mind)
		a := mind.Advise(ctx, table, source, hint.Limits{Insist: true})
		s.meter.Advised(a)
		answer = bot.Advice{
			OK: a.OK, Move: a.Move, Line: a.Line,
			Samples: a.Samples, Won: a.Won, Lost: a.Lost, Unknown: a.Unknown,
			Complete: a.Complete, Hopeless: a.Hopeless,
		}
	})
	return answer, err
}

// Judge implements [bot.Advisor].
func (s *Solver) Judge(ctx context.Context, q bot.Question) (answer bot.Judgement, err error) {
	err = s.ask(ctx, q.Player, s.conf.VerdictBudget, func(ctx context.Context) {
		j := hint.Judge(ctx, s.solver, q.Game, s.limits())
		s.meter.Judged(j)
		answer = bot.Judgement{Now: bot.CantTell, Last: j.Last, Lost: j.Lost}
		switch j.Now {
		case solve.Winnable:
			answer.Now = bot.CanBeWon
		case solve.Unwinnable:
			answer.Now = bot.CantBeWon
		}
	})
	return answer, err
}

// eachDeal is how long one of several deals may be looked at.
const eachDeal = 500 * time.Millisecond

// Winnable implements [bot.Advisor].
func (s *Solver) Winnable(ctx context.Context, p persist.Player, r game.Rules, number func() int) (found int, err error) {
	err = s.ask(ctx, p, s.conf.VerdictBudget, func(ctx context.Context) {
		for found == 0 && ctx.Err() == nil {
			n := number()
			state, err := game.Deal(r, game.Numbered(n))
			if err != nil {
				continue
			}
			each, cancel := context.WithTimeout(ctx, eachDeal)
			if s.solver.Solve(each, state, s.limits()).Verdict == solve.Winnable {
				found = n
			}
			cancel()
		}
	})
	return found, err
}

// Stuck implements [bot.Advisor].
func (s *Solver) Stuck(v game.View) bool { return hint.Stuck(v) }

// Win implements [bot.Solver], in the background.
func (s *Solver) Win(ctx context.Context, state game.State, budget time.Duration) ([]game.Move, bool) {
	ctx, cancel := s.background.job(ctx, budget)
	defer cancel()
	a := s.solver.Solve(ctx, state, s.limits())
	return a.Line, a.Verdict == solve.Winnable
}

// Shorten implements [bot.Solver], in the background.
func (s *Solver) Shorten(ctx context.Context, state game.State, line []game.Move, budget time.Duration) ([]game.Move, bool) {
	ctx, cancel := s.background.job(ctx, budget)
	defer cancel()
	return s.solver.Shorten(ctx, state, line, s.limits().Memory)
}

// Rate implements [bot.Advisor], in the background.
func (s *Solver) Rate(ctx context.Context, r game.Rules, d game.Deck) (string, error) {
	h := fnv.New64a()
	h.Write([]byte(r.String()))
	for _, c := range d {
		h.Write([]byte{byte(c)})
	}
	work, cancel := s.background.job(ctx, math.MaxInt64)
	defer cancel()
	rating, err := hint.Rate(work, s.solver, r, d, hint.RateGames, h.Sum64())
	if err != nil {
		return "", err
	}
	difficulty := rating.Difficulty()
	if difficulty == hint.Unrated {
		return "", errors.Join(errors.New("too few games were played"), ctx.Err())
	}
	return difficulty.String(), nil
}

// A mindCache keeps what hints have worked out for the latest games. A mind is
// used by one hint at a time: take removes it.
type mindCache struct {
	most int // games

	mu   sync.Mutex
	list []gameMind // the latest one last
}

type gameMind struct {
	game string
	mind *hint.Adviser
}

// take returns the mind of a game, a new one if none is kept.
func (m *mindCache) take(game string, s *solve.Solver) *hint.Adviser {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.list, func(g gameMind) bool { return g.game == game })
	if i < 0 {
		return hint.NewAdviser(s)
	}
	mind := m.list[i].mind
	m.list = slices.Delete(m.list, i, i+1)
	return mind
}

// put keeps a mind, and drops the one used longest ago if there are too many.
func (m *mindCache) put(game string, mind *hint.Adviser) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, gameMind{game, mind})
	if over := len(m.list) - m.most; over > 0 {
		m.list = slices.Delete(m.list, 0, over)
	}
}
