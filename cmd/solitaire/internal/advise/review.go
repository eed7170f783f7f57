package advise

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/review"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// Review implements [bot.Advisor].
func (s *Solver) Review(ctx context.Context, q bot.Question) (answer bot.Review, err error) {
	g, err := review.Of(q.ID, q.Game)
	if err != nil {
		return answer, err
	}
	err = s.ask(ctx, q.Player, s.conf.VerdictBudget, func(ctx context.Context) {
		answer = exactly(review.Decide(ctx, s.solver, g, s.exactLimits()))
	})
	return answer, err
}

func exactly(e review.Exact) bot.Review {
	r := bot.Review{Judgement: bot.Judgement{Now: bot.CantTell, Last: e.Last, Lost: e.Lost}, Won: e.Won}
	switch {
	case e.Last == e.Steps:
		r.Now = bot.CanBeWon
	case e.Lost >= 0:
		r.Now = bot.CantBeWon // a lost position stays lost
	}
	if !e.Won {
		r.Line = e.Line
	}
	return r
}

const (
	reviewPatience = 5 * time.Second        // the longest that a player waits for a review
	reviewWork     = 30 * time.Second       // the most work of one review; most take a tenth
	reviewSlice    = 100 * time.Millisecond // the work between two turns of players' questions
	reviewsKept    = 64                     // waiting, or finished and kept for the next look
)

// reviewer stands in the queue for all reviews together. No player has an empty key.
const reviewer = ""

// reviews weighs finished games one at a time. The work belongs to the game, not to the
// request: it continues when the request's time is up, so its result doesn't depend on how
// busy the machine is. It takes turns with players' questions in their queue, in short
// slices, so hints hardly wait for it. Unlike a background job it doesn't pause while
// people move, because a player is waiting for it.
type reviews struct {
	turn sync.Mutex // of the one that works

	mu   sync.Mutex
	list []*weighing // the latest one last
}

// A weighing is the work on one game.
type weighing struct {
	game    string
	steps   int
	done    chan struct{}
	chances bot.Chances // once done
}

// take returns the weighing of a game, a new one if none is kept. It returns nil if too
// many wait.
func (r *reviews) take(game string, steps int) (w *weighing, fresh bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.IndexFunc(r.list, func(w *weighing) bool { return w.game == game && w.steps == steps }); i >= 0 {
		w = r.list[i]
		r.list = append(slices.Delete(r.list, i, i+1), w)
		return w, false
	}
	if len(r.list) == reviewsKept {
		i := slices.IndexFunc(r.list, (*weighing).finished)
		if i < 0 {
			return nil, false
		}
		r.list = slices.Delete(r.list, i, i+1)
	}
	w = &weighing{game: game, steps: steps, done: make(chan struct{})}
	r.list = append(r.list, w)
	return w, true
}

func (w *weighing) finished() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

// drop forgets a weighing, so that the next call begins anew.
func (r *reviews) drop(w *weighing) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = slices.DeleteFunc(r.list, func(other *weighing) bool { return other == w })
}

// Weigh implements [bot.Advisor].
func (s *Solver) Weigh(ctx context.Context, q bot.Question) (bot.Chances, error) {
	g, err := review.Of(q.ID, q.Game)
	if err != nil {
		return bot.Chances{}, err
	}
	w, fresh := s.reviews.take(g.ID, len(g.Steps))
	if w == nil {
		return bot.Chances{}, nil
	}
	if fresh {
		go s.weigh(context.WithoutCancel(ctx), w, g)
	}
	patience := time.NewTimer(reviewPatience)
	defer patience.Stop()
	select {
	case <-w.done:
		return w.chances, nil
	case <-patience.C:
		return bot.Chances{}, nil
	case <-ctx.Done():
		return bot.Chances{}, ctx.Err()
	}
}

func (s *Solver) weigh(ctx context.Context, w *weighing, g review.Game) {
	defer close(w.done)
	s.reviews.turn.Lock()
	defer s.reviews.turn.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	leave, begun, left := s.takeTurn(ctx), time.Now(), reviewWork
	defer func() { leave() }()
	ctx = pace.With(ctx, func() {
		worked := time.Since(begun)
		if worked < reviewSlice || left <= 0 {
			return
		}
		if left -= worked; left <= 0 {
			cancel()
			return
		}
		leave()
		leave, begun = s.takeTurn(ctx), time.Now()
	})
	exact, c := review.Look(ctx, s.solver, g, s.exactLimits())
	if w.chances = chances(exact, g, c); !c.Complete {
		s.reviews.drop(w)
	}
}

// takeTurn waits for the reviews' turn in the queue. The caller has it until it calls
// leave.
func (s *Solver) takeTurn(ctx context.Context) (leave func()) {
	begun, end := make(chan struct{}), make(chan struct{})
	go func() {
		_ = s.queue.Ask(ctx, reviewer, func(context.Context) { // its context never ends before the turn comes
			defer s.background.question()()
			close(begun)
			<-end
		})
	}()
	<-begun
	return func() { close(end) }
}

func (s *Solver) exactLimits() solve.Limits {
	l := review.ExactLimits()
	l.Memory = min(l.Memory, s.limits().Memory)
	return l
}

func chances(e review.Exact, g review.Game, c review.Chances) bot.Chances {
	decided := exactly(e)
	answer := bot.Chances{
		Ready: c.Complete, Exact: &decided, Accuracy: c.Accuracy, AccuracyError: c.AccuracyError, Luck: c.Luck, LuckError: c.LuckError,
	}
	for _, d := range c.Decisions {
		answer.Course = append(answer.Course, bot.Standing{Step: d.From, Chance: d.Before()})
	}
	answer.Course = append(answer.Course, bot.Standing{Step: e.Steps, Chance: c.End})
	for _, d := range c.BestMoves() {
		answer.Best = append(answer.Best, weighed(d))
	}
	for _, t := range c.Turning(e) {
		w := bot.Weighed{From: t.Step - 1, Played: []game.Move{g.Steps[t.Step-1]}}
		if t.Decision != nil {
			w = weighed(*t.Decision)
		}
		w.BadLuck = t.Cause == review.BadLuck
		answer.Turning = append(answer.Turning, w)
	}
	return answer
}

func weighed(d review.Decision) bot.Weighed {
	return bot.Weighed{From: d.From, Played: d.Played, Other: d.Other, After: d.After(), AfterOther: d.AfterOther()}
}
