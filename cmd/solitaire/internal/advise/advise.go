// Package advise answers the bot's questions with the solver.
//
// Players' questions wait in a queue for a worker (advise.go). Searches that can wait
// run in the background (background.go), and only while no question is being answered:
// together they always leave one core for moves. Reviews of finished games take turns with
// players' questions (review.go).
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
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/cputime"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Config bounds what a solver uses.
type Config struct {
	Workers       int           // players' questions answered at a time
	Memory        int64         // bytes in all
	HintBudget    time.Duration // of CPU, as far as the queue has the time
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
	advisers   adviserCache
	background background
	reviews    reviews
	meter      Meter // may be nil
}

// New returns a solver. It never uses the last core, whatever the configuration says.
// The meter may be nil.
func New(conf Config, m Meter) *Solver {
	conf.Workers = min(conf.Workers, max(1, runtime.GOMAXPROCS(0)-1))
	budget := max(conf.HintBudget, conf.VerdictBudget)
	return &Solver{
		conf: conf, solver: solve.New(), meter: m,
		advisers: adviserCache{most: max(1, int(conf.Memory/advisersPart/adviserMemory))},
		queue: hint.NewQueue(hint.QueueConfig{
			Workers: conf.Workers, Budget: budget, Patience: max(answerTime, budget), Meter: m,
		}),
	}
}

// answerTime is how soon a question should be answered, however many wait, unless the
// operator grants a single one more. A busy machine then still answers within three
// seconds.
const answerTime = 2 * time.Second

// One part in advisersPart of the memory is for the advisers of games, each with up to
// adviserMemory bytes. The rest is for searches.
const (
	advisersPart  = 4
	adviserMemory = 8 << 20
)

// limits are those of one search, by a worker or a background job.
func (s *Solver) limits() solve.Limits {
	return solve.Limits{Memory: (s.conf.Memory - s.conf.Memory/advisersPart) / int64(s.conf.Workers+1)}
}

// ask waits for the player's turn in the queue, then works within the budget of CPU
// time, and the time that the queue allows. No background job runs meanwhile.
func (s *Solver) ask(ctx context.Context, p persist.Player, budget time.Duration, work func(context.Context)) error {
	return s.queue.Ask(ctx, string(p.AppendKey(nil)), func(ctx context.Context) {
		defer s.background.question()()
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		work(cputime.Limit(ctx, budget))
	})
}

// Advise implements [bot.Advisor]. Hidden cards have no influence: the table has none,
// and the random source depends on the game's id and length alone.
func (s *Solver) Advise(ctx context.Context, q bot.Question) (answer bot.Advice, err error) {
	h := fnv.New64a()
	h.Write([]byte(q.ID))
	source := rand.NewPCG(h.Sum64(), uint64(q.Game.Done())) // the same position gets the same hint
	table := hint.Look(q.Game)
	err = s.ask(ctx, q.Player, s.conf.HintBudget, func(ctx context.Context) {
		adviser := s.advisers.take(q.ID, s.solver)
		defer s.advisers.put(q.ID, adviser)
		a := adviser.Advise(ctx, table, source, hint.Limits{Insist: true})
		if s.meter != nil {
			s.meter.Advised(a)
		}
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
		if s.meter != nil {
			s.meter.Judged(j)
		}
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

// Winnable implements [bot.Advisor].
func (s *Solver) Winnable(ctx context.Context, p persist.Player, r game.Rules, number func() int) (found int, err error) {
	err = s.ask(ctx, p, s.conf.VerdictBudget, func(ctx context.Context) {
		for found == 0 && ctx.Err() == nil {
			n := number()
			state, err := game.Deal(r, game.Numbered(n))
			if err != nil {
				continue
			}
			each, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
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

// An adviserCache keeps the advisers of the latest games, which remember what they have
// worked out. One hint at a time uses an adviser: take removes it.
type adviserCache struct {
	most int // games

	mu   sync.Mutex
	list []gameAdviser // the latest one last
}

type gameAdviser struct {
	game string
	*hint.Adviser
}

// take returns the adviser of a game, a new one if none is kept.
func (c *adviserCache) take(game string, s *solve.Solver) *hint.Adviser {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.list, func(a gameAdviser) bool { return a.game == game })
	if i < 0 {
		return hint.NewAdviser(s)
	}
	adviser := c.list[i].Adviser
	c.list = slices.Delete(c.list, i, i+1)
	return adviser
}

// put keeps an adviser, and drops the least recently used one if there are too many.
func (c *adviserCache) put(game string, a *hint.Adviser) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, gameAdviser{game, a})
	if over := len(c.list) - c.most; over > 0 {
		c.list = slices.Delete(c.list, 0, over)
	}
}
