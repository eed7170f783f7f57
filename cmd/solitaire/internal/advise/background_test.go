package advise

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// work searches for as long as the context lets it, a millisecond at a time.
func work(ctx context.Context) (worked time.Duration) {
	for !pace.Ended(ctx) {
		time.Sleep(time.Millisecond)
		worked += time.Millisecond
	}
	return worked
}

func TestBackgroundJobsWorkATenthOfTheTimeWhilePeoplePlay(t *testing.T) {
	second := func(play bool) (worked time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			var g background
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			var players sync.WaitGroup
			defer players.Wait()
			if play {
				players.Go(func() {
					for ctx.Err() == nil {
						g.play(playing)
						time.Sleep(10 * time.Millisecond)
					}
				})
			}
			job, end := g.job(ctx, time.Hour)
			defer end()
			worked = work(job)
		})
		return worked
	}
	if worked := second(false); worked < 990*time.Millisecond {
		t.Errorf("alone it works for %v of a second", worked)
	}
	if worked := second(true); worked < 50*time.Millisecond || worked > 110*time.Millisecond {
		t.Errorf("while people play it works for %v of a second, want a tenth", worked)
	}
}

// A short while of play doesn't end a longer one that began before it.
func TestTheLongestWhileOfPlayCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g background
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		g.play(time.Second)
		g.play(time.Millisecond)
		job, end := g.job(ctx, time.Hour)
		defer end()
		if worked := work(job); worked > 110*time.Millisecond {
			t.Errorf("it works for %v of a second, want a tenth", worked)
		}
	})
}

func TestBackgroundJobsStandStillWhileQuestionsAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g background
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		job, end := g.job(ctx, time.Hour)
		defer end()
		begin := time.Now()
		if pace.Ended(job) || time.Since(begin) != 0 {
			t.Error("it waited although nobody asks")
		}
		for _, d := range []time.Duration{time.Second, 2 * time.Second} {
			time.AfterFunc(d, g.question())
		}
		if pace.Ended(job) || time.Since(begin) != 2*time.Second {
			t.Errorf("it continued after %v, want 2 s", time.Since(begin))
		}
		defer g.question()()
		time.AfterFunc(time.Second, cancel)
		if !pace.Ended(job) || time.Since(begin) != 3*time.Second {
			t.Errorf("it ended after %v, want 3 s", time.Since(begin))
		}
	})
}

// A store, a timer or a log that asks the context of a job must not wait for players.
func TestContextsOfBackgroundJobsNeverBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g background
		job, end := g.job(t.Context(), time.Hour)
		defer end()
		g.play(playing)
		time.AfterFunc(time.Minute, g.question())
		begin := time.Now()
		time.Sleep(time.Second)
		err := job.Err()
		_, limited := job.Deadline()
		select {
		case <-job.Done():
			t.Error("it ended")
		default:
		}
		if took := time.Since(begin); err != nil || limited || took != time.Second {
			t.Errorf("err %v, deadline %v, after %v", err, limited, took)
		}
	})
}

func TestBudgetsOfBackgroundJobsDontCountPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g background
		begin := time.Now()
		job, end := g.job(t.Context(), time.Second)
		defer end()
		time.AfterFunc(time.Minute, g.question())
		if worked := work(job); worked != time.Second {
			t.Errorf("it worked for %v within %v, want 1 s", worked, time.Since(begin))
		}
	})
}

func TestEverySearchPauses(t *testing.T) {
	s := New(testConfig(), nil)
	for _, rules := range []game.Rules{game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 0, false), game.YukonRules(false)} {
		state, err := game.Deal(rules, game.Numbered(provable(t, s, rules)))
		if err != nil {
			t.Fatal(err)
		}
		for name, search := range map[string]func(context.Context){
			"solve": func(ctx context.Context) { s.solver.Solve(ctx, state, s.limits()) },
			"rate":  func(ctx context.Context) { _, _ = hint.Rate(ctx, s.solver, rules, game.Numbered(1), 1, 1) },
			"shorten": func(ctx context.Context) {
				line := s.solver.Solve(t.Context(), state, s.limits()).Line
				s.solver.Shorten(ctx, state, line, s.limits().Memory)
			},
		} {
			paused := false
			ctx, cancel := context.WithCancel(t.Context())
			search(pace.With(ctx, func() {
				paused = true
				cancel()
			}))
			cancel()
			if !paused {
				t.Errorf("%v, %s: it never pauses", rules, name)
			}
		}
	}
}

// A paused search is no verdict: its deal isn't passed over, nor is its line called
// improved.
func TestPausesAreNoAnswers(t *testing.T) {
	k := New(testConfig(), nil)
	b := play.New(persisttest.NewMemory())
	b.Solver, b.Secret = k, []byte("a secret of the tests")
	const day = persist.Day(30)
	b.Now = day.Start
	if _, err := daily.Prepare(t.Context(), b, day, 3); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		end := k.background.question()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		daily.Work(ctx, b, daily.Jobs{Days: 3, Failed: func(err error) { t.Error(err) }})
		end()
		for _, d := range bottest.Dailies(t, b.Store, 9) {
			if d.Improved {
				t.Errorf("day %d, %s: it is said that a shorter line was looked for", d.Day, d.Deal)
			}
		}
		state, err := game.Deal(game.YukonRules(false), game.Numbered(provable(t, k, game.YukonRules(false))))
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Minute, k.background.question())
		if _, ok := k.Win(t.Context(), state, 5*time.Second); !ok {
			t.Error("a deal that can be won was passed over")
		}
	})
}

// provable is the number of a deal that can be won, but not at once.
func provable(t *testing.T, s *Solver, rules game.Rules) int {
	t.Helper()
	for n := 1; n < 1000; n++ {
		state, err := game.Deal(rules, game.Numbered(n))
		if err != nil {
			t.Fatal(err)
		}
		if a := s.solver.Solve(t.Context(), state, solve.Limits{Nodes: 20_000}); a.Verdict == solve.Winnable && a.Nodes > 5_000 {
			return n
		}
	}
	t.Fatal("no such deal")
	return 0
}
