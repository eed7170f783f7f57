package main

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// Win implements [bot.Solver].
func (k *thinker) Win(ctx context.Context, s game.State, budget time.Duration) ([]game.Move, bool) {
	a := k.solver.Solve(k.quiet.budgeted(ctx, budget), s, k.limits())
	return a.Line, a.Verdict == solve.Winnable
}

// Shorten implements [bot.Solver].
func (k *thinker) Shorten(ctx context.Context, s game.State, line []game.Move, budget time.Duration) ([]game.Move, bool) {
	return k.solver.Shorten(k.quiet.budgeted(ctx, budget), s, line, k.limits().Memory)
}

// Rate implements [bot.Advisor].
func (k *thinker) Rate(ctx context.Context, r game.Rules, d game.Deck) (string, error) {
	h := fnv.New64a()
	h.Write([]byte(r.String()))
	for _, c := range d {
		h.Write([]byte{byte(c)})
	}
	rating, err := hint.Rate(k.quiet.within(ctx), k.solver, r, d, hint.RateGames, h.Sum64())
	if err != nil {
		return "", err
	}
	difficulty := rating.Difficulty()
	if difficulty == hint.Unrated {
		return "", errors.Join(errUnrated, ctx.Err())
	}
	return difficulty.String(), nil
}

var errUnrated = errors.New("too few games were played")

// A quiet lets work go on only while nobody disturbs it. The zero value is ready
// for use.
type quiet struct {
	played atomic.Int64 // when a player was last answered, in nanoseconds since 1970

	mu        sync.Mutex
	disturbed int
	over      chan struct{} // closed when the disturbance is; nil while there is none
}

// disturb stops all work until end is called.
func (q *quiet) disturb() (end func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.disturbed++; q.disturbed == 1 {
		q.over = make(chan struct{})
	}
	return q.settle
}

func (q *quiet) settle() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.disturbed--; q.disturbed == 0 {
		close(q.over)
		q.over = nil
	}
}

// wait waits until nothing disturbs, or the context ends.
func (q *quiet) wait(ctx context.Context) {
	q.mu.Lock()
	over := q.over
	q.mu.Unlock()
	if over == nil {
		return
	}
	select {
	case <-over:
	case <-ctx.Done():
	}
}

// within returns a context for work that lets others go first.
func (q *quiet) within(ctx context.Context) context.Context {
	return q.budgeted(ctx, math.MaxInt64)
}

// budgeted returns one that ends after so much work, whatever the pauses in it.
func (q *quiet) budgeted(ctx context.Context, budget time.Duration) context.Context {
	c := considerate{ctx, q, budget, new(atomic.Int64), new(atomic.Int64), new(atomic.Int64)}
	now := time.Now().UnixNano()
	c.rested.Store(now)
	c.asked.Store(now)
	return c
}

// While people play, work that can wait takes no more than a tenth of a core: it
// would keep one for ten milliseconds at a time, and moves would wait for it.
const (
	playing   = 50 * time.Millisecond // after an answer
	workPart  = 10
	workLeast = 500 * time.Microsecond // between two rests
	restMost  = 250 * time.Millisecond
)

// answered notes that a player was answered.
func (q *quiet) answered() { q.played.Store(time.Now().UnixNano()) }

// rest lets players go first, as long as the work has been at it.
func (c considerate) rest() {
	now := time.Now().UnixNano()
	worked := time.Duration(now - c.rested.Load())
	if now-c.quiet.played.Load() > int64(playing) || worked < workLeast {
		return
	}
	timer := time.NewTimer(min((workPart-1)*worked, restMost))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.Context.Done():
	}
	c.rested.Store(time.Now().UnixNano())
}

// A considerate context is asked by the solver every few microseconds whether
// it has ended; it takes its time with the answer while that would disturb.
type considerate struct {
	context.Context
	quiet  *quiet
	budget time.Duration
	worked *atomic.Int64 // how much of it is gone, in nanoseconds
	rested *atomic.Int64 // until when, in nanoseconds since 1970
	asked  *atomic.Int64 // when it last gave an answer
}

// Err implements [context.Context].
func (c considerate) Err() error {
	now := time.Now().UnixNano()
	if c.worked.Add(max(0, now-c.asked.Swap(now))) >= int64(c.budget) {
		return cmp.Or(c.Context.Err(), context.DeadlineExceeded)
	}
	c.quiet.wait(c.Context)
	c.rest()
	c.asked.Store(time.Now().UnixNano())
	return c.Context.Err()
}

// A noticing observer lets the thinker know that people play.
type noticing struct {
	bot.Observer
	quiet *quiet
}

// Handled implements [bot.Observer].
func (n noticing) Handled(ctx context.Context, h bot.Handled) {
	n.quiet.answered()
	n.Observer.Handled(ctx, h)
}
