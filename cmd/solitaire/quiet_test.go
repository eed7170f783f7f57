package main

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// TestWorkRestsWhilePeoplePlay counts how much work gets done in a second, where
// work looks at its context every millisecond.
func TestWorkRestsWhilePeoplePlay(t *testing.T) {
	work := func(play bool) (done time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			var q quiet
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			var players sync.WaitGroup
			defer players.Wait()
			if play {
				players.Go(func() {
					for ctx.Err() == nil {
						q.answered()
						time.Sleep(10 * time.Millisecond)
					}
				})
			}
			for considerate := q.within(ctx); considerate.Err() == nil; done += time.Millisecond {
				time.Sleep(time.Millisecond)
			}
		})
		return done
	}
	if done := work(false); done < 990*time.Millisecond {
		t.Errorf("alone it works for %v of a second", done)
	}
	if done := work(true); done < 50*time.Millisecond || done > 110*time.Millisecond {
		t.Errorf("while people play it works for %v of a second, want a tenth", done)
	}
}

// Work is given the time it needs, however long it has to stand still.
func TestBudgetIsWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q quiet
		begin, worked := time.Now(), time.Duration(0)
		for work := q.budgeted(t.Context(), time.Second); work.Err() == nil; worked += time.Millisecond {
			if worked == time.Second/2 {
				time.AfterFunc(time.Minute, q.disturb())
			}
			time.Sleep(time.Millisecond)
		}
		if took := time.Since(begin); worked != time.Second || took < time.Minute || took > time.Minute+time.Second {
			t.Errorf("it worked for %v within %v, want 1s within a minute more", worked, took)
		}
	})
}

// Standing still is no verdict: a deal isn't passed over for it, nor is a line
// taken for one that was looked at.
func TestStandingStillIsNoAnswer(t *testing.T) {
	k := newThinker(defaultConfig().Solver, nobodyListens{})
	b := play.New(persisttest.NewMemory())
	b.Solver, b.Secret = k, []byte("a secret of the tests")
	const day = persist.Day(30)
	b.Now = day.Start
	if _, err := daily.Prepare(t.Context(), b, day, 3); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		end := k.quiet.disturb()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		daily.Work(ctx, b, daily.Jobs{Days: 3, Failed: func(err error) { t.Error(err) }})
		end()
		for _, d := range dailies(t, b.Store, 9) {
			if d.Improved {
				t.Errorf("day %d, %s: it is said that a shorter line was looked for", d.Day, d.Deal)
			}
		}
		state, err := game.Deal(game.YukonRules(false), game.Numbered(provable(t, k)))
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Minute, k.quiet.disturb())
		if _, ok := k.Win(t.Context(), state, 5*time.Second); !ok {
			t.Error("a deal that can be won was passed over")
		}
	})
}

// provable is the number of a deal of Yukon that is soon won.
func provable(t *testing.T, k *thinker) int {
	t.Helper()
	for n := 1; n < 100; n++ {
		state, err := game.Deal(game.YukonRules(false), game.Numbered(n))
		if err != nil {
			t.Fatal(err)
		}
		if k.solver.Solve(t.Context(), state, solve.Limits{Nodes: 20_000}).Verdict == solve.Winnable {
			return n
		}
	}
	t.Fatal("none is won soon")
	return 0
}

func dailies(t *testing.T, store persist.Store, want int) (list []persist.Daily) {
	t.Helper()
	docs, err := store.Docs(context.Background(), persist.DailyKind, "", "", 100)
	if err != nil || len(docs) != want {
		t.Fatalf("%d dailies, %v", len(docs), err)
	}
	for _, doc := range docs {
		d, err := persist.Unpack[persist.Daily](doc)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	return list
}
