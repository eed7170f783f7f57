package main

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// A thinker answers the bot's questions with the solver: it is its
// [bot.Advisor] and its [bot.Solver].
//
// Players' questions wait at a desk. What is worked out for later, such as the
// coming days' deals, goes on only while nobody's question is looked at, so that
// together they never take the core that is left for moves.
type thinker struct {
	conf   solverConfig
	solver *solve.Solver
	desk   *hint.Queue
	minds  minds
	quiet  quiet
	heard  thinkerMeter
}

// A thinkerMeter is told what the thinker does.
type thinkerMeter interface {
	hint.Meter
	advised(hint.Advice)
	judged(hint.Judgement)
}

// newThinker returns a thinker. The last core is never taken, whatever the
// configuration says.
func newThinker(conf solverConfig, m thinkerMeter) *thinker {
	conf.Workers = min(conf.Workers, max(1, runtime.GOMAXPROCS(0)-1))
	budget := max(conf.HintBudget, conf.VerdictBudget)
	return &thinker{
		conf: conf, solver: solve.New(), heard: m, minds: minds{most: mindsIn(conf.Memory)},
		desk: hint.NewQueue(hint.QueueConfig{
			Workers: conf.Workers, Budget: budget, Patience: max(answerTime, budget), Meter: m,
		}),
	}
}

// answerTime is in which time each question should be answered, however many are
// asked, unless the operator grants a single one more: early enough that a busy
// machine still answers within three seconds.
const answerTime = 2 * time.Second

// How the memory is shared: a part of it is for what minds keep, and each may
// grow so large; the rest is for the searches of the workers and for what is
// worked out for later.
const (
	mindsPart  = 4
	mindMemory = 8 << 20
)

func mindsIn(memory size) int { return max(1, int(memory/mindsPart/mindMemory)) }

// limits are those of one search.
func (k *thinker) limits() solve.Limits {
	memory := int64(k.conf.Memory)
	return solve.Limits{Memory: (memory - memory/mindsPart) / int64(k.conf.Workers+1)}
}

// ask waits for the player's turn. While the work is done nothing else is, and it
// has no more than its own budget.
func (k *thinker) ask(ctx context.Context, p persist.Player, budget time.Duration, work func(context.Context)) error {
	return k.desk.Ask(ctx, playerKey(p), func(ctx context.Context) {
		defer k.quiet.disturb()()
		ctx, cancel := context.WithTimeout(ctx, budget)
		defer cancel()
		work(ctx)
	})
}

func playerKey(p persist.Player) string { return string(p.AppendKey(nil)) }

// Advise implements [bot.Advisor]. Hidden cards stay out of it: the table has
// none, and chance depends on what is visible alone.
func (k *thinker) Advise(ctx context.Context, q bot.Question) (answer bot.Advice, err error) {
	table, source := hint.Look(q.Game), chance(q)
	err = k.ask(ctx, q.Player, k.conf.HintBudget, func(ctx context.Context) {
		mind := k.minds.take(q.ID, k.solver)
		defer k.minds.put(q.ID, mind)
		a := mind.Advise(ctx, table, source, hint.Limits{Insist: true})
		k.heard.advised(a)
		answer = bot.Advice{
			OK: a.OK, Move: a.Move, Line: a.Line,
			Samples: a.Samples, Won: a.Won, Lost: a.Lost, Unknown: a.Unknown,
			Complete: a.Complete, Hopeless: a.Hopeless,
		}
	})
	return answer, err
}

// chance is the same whenever the same position of a game is asked about.
func chance(q bot.Question) rand.Source {
	h := fnv.New64a()
	h.Write([]byte(q.ID))
	return rand.NewPCG(h.Sum64(), uint64(q.Game.Done()))
}

// Judge implements [bot.Advisor].
func (k *thinker) Judge(ctx context.Context, q bot.Question) (answer bot.Judgement, err error) {
	err = k.ask(ctx, q.Player, k.conf.VerdictBudget, func(ctx context.Context) {
		j := hint.Judge(ctx, k.solver, q.Game, k.limits())
		k.heard.judged(j)
		answer = bot.Judgement{Now: finding(j.Now), Last: j.Last, Lost: j.Lost}
	})
	return answer, err
}

func finding(v solve.Verdict) bot.Finding {
	switch v {
	case solve.Winnable:
		return bot.CanBeWon
	case solve.Unwinnable:
		return bot.CantBeWon
	}
	return bot.CantTell
}

// Winnable implements [bot.Advisor].
func (k *thinker) Winnable(ctx context.Context, p persist.Player, r game.Rules, number func() int) (found int, err error) {
	err = k.ask(ctx, p, k.conf.VerdictBudget, func(ctx context.Context) {
		for found == 0 && ctx.Err() == nil {
			n := number()
			if state, err := game.Deal(r, game.Numbered(n)); err == nil && k.wins(ctx, state) {
				found = n
			}
		}
	})
	return found, err
}

// eachDeal is how long one of several deals may be looked at.
const eachDeal = 500 * time.Millisecond

func (k *thinker) wins(ctx context.Context, s game.State) bool {
	ctx, cancel := context.WithTimeout(ctx, eachDeal)
	defer cancel()
	return k.solver.Solve(ctx, s, k.limits()).Verdict == solve.Winnable
}

// Stuck implements [bot.Advisor].
func (k *thinker) Stuck(v game.View) bool { return hint.Stuck(v) }
