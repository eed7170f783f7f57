package advise

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// While people play, a background job works a tenth of the time. A search that never
// pauses would keep its core for ten milliseconds at a time, and delay moves.
const (
	playing   = 50 * time.Millisecond // after an answer
	workPart  = 10
	workLeast = 500 * time.Microsecond // between two rests
	restMost  = 250 * time.Millisecond
)

// A background schedules the searches that can wait. They pause while a question is
// being answered. The zero value is ready for use.
type background struct {
	playing atomic.Int64 // until when people play, in nanoseconds since 1970

	mu        sync.Mutex
	questions int           // being answered
	idle      chan struct{} // closed when none is left; nil if there is none
}

// question stops all jobs until end is called.
func (g *background) question() (end func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.questions++; g.questions == 1 {
		g.idle = make(chan struct{})
	}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.questions--; g.questions == 0 {
			close(g.idle)
			g.idle = nil
		}
	}
}

// job waits until a search may begin, and returns its context, which ends when the search
// has used up its budget, not counting pauses. The caller must call cancel.
func (g *background) job(ctx context.Context, budget time.Duration) (_ context.Context, cancel context.CancelFunc) {
	ctx, cancel = context.WithCancel(ctx)
	j := &job{background: g, ctx: ctx, cancel: cancel, left: budget, resumed: time.Now()}
	j.pause()
	return pace.With(ctx, j.pause), cancel
}

// A job is one search. It belongs to one goroutine.
type job struct {
	background *background
	ctx        context.Context //nolint:containedctx // it lives as long as one search
	cancel     context.CancelFunc
	left       time.Duration // of the budget
	unrested   time.Duration // time worked since the last rest
	resumed    time.Time     // when the last pause ended
}

// pause cancels the job if its budget is used up. Otherwise it returns once the job may
// continue, or its context ends.
func (j *job) pause() {
	worked := time.Since(j.resumed)
	j.left -= worked
	j.unrested += worked
	if j.left <= 0 {
		j.cancel()
		return
	}
	g := j.background
	g.mu.Lock()
	idle := g.idle
	g.mu.Unlock()
	if idle != nil {
		select {
		case <-idle:
		case <-j.ctx.Done():
		}
	}
	if j.unrested >= workLeast && time.Now().UnixNano() < g.playing.Load() {
		select {
		case <-time.After(min((workPart-1)*j.unrested, restMost)):
		case <-j.ctx.Done():
		}
		j.unrested = 0
	}
	j.resumed = time.Now()
}

// Play records that somebody plays for at least a while from now: background jobs then
// work a tenth of the time.
func (s *Solver) Play(while time.Duration) { s.background.play(while) }

func (g *background) play(while time.Duration) {
	until := time.Now().Add(while).UnixNano()
	for {
		known := g.playing.Load()
		if known >= until || g.playing.CompareAndSwap(known, until) {
			return
		}
	}
}

// Watch returns an observer that also records when players are answered, to pause
// background jobs.
func (s *Solver) Watch(o bot.Observer) bot.Observer { return watcher{o, s} }

type watcher struct {
	bot.Observer
	solver *Solver
}

// Handled implements [bot.Observer].
func (w watcher) Handled(ctx context.Context, h bot.Handled) {
	w.solver.Play(playing)
	w.Observer.Handled(ctx, h)
}
