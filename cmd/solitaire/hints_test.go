package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

var hintRounds = flag.Int("hints", 0, "how many times the 64 players of TestManyHints ask, to measure; 0: once, with a small budget")

// TestManyHints makes 64 players ask for hints at once, while 8 others move. All get
// answers, and no player gets another's. With -hints it reports how long answers took
// with the usual budget:
//
//	go test ./cmd/solitaire -run TestManyHints -v -hints 5
func TestManyHints(t *testing.T) {
	conf, rounds := defaultConfig(), *hintRounds
	conf.Limits.MovesPerSecond, conf.Limits.MovesPerHour, conf.Limits.AtOnce = 10_000, 0, 1000
	if rounds == 0 {
		rounds, conf.Solver.HintBudget = 1, 10*time.Millisecond
	}
	m := newMetrics()
	store, err := openStore(t.Context(), filepath.Join(t.TempDir(), "hints.db"), m.transacted)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var log bytes.Buffer
	b := newBot(conf, store, requestLog{newLog(&log, "error"), m})

	if *hintRounds > 0 {
		t.Logf("moves without hints: %s", quantiles(meanwhile(t, b, func() { time.Sleep(5 * time.Second) })))
	}
	var hints []time.Duration
	moves := meanwhile(t, b, func() { hints = askAtOnce(t, b, 64, rounds) })
	if log.Len() > 0 {
		t.Errorf("errors: %s", log.String())
	}
	t.Logf("hints: %s", quantiles(hints))
	t.Logf("moves meanwhile: %s", quantiles(moves))
}

var reviewPlayers = flag.Int("reviews", 0, "how many players of TestManyReviews ask, to measure; 0: two")

// TestManyReviews makes players ask for reviews at once, while 8 others move. All get the
// exact part at once, and the chances in the end. With -reviews it reports how long that
// took:
//
//	go test ./cmd/solitaire -run TestManyReviews -v -timeout 20m -reviews 64
func TestManyReviews(t *testing.T) {
	conf := defaultConfig()
	conf.Limits.MovesPerSecond, conf.Limits.MovesPerHour, conf.Limits.AtOnce = 10_000, 0, 1000
	m := newMetrics()
	store, err := openStore(t.Context(), filepath.Join(t.TempDir(), "reviews.db"), m.transacted)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var log bytes.Buffer
	b := newBot(conf, store, requestLog{newLog(&log, "error"), m})
	players := 2
	if *reviewPlayers > 0 {
		players = *reviewPlayers
		t.Logf("moves without reviews: %s", quantiles(meanwhile(t, b, func() { time.Sleep(5 * time.Second) })))
	}
	loseGames(t, b, players)
	var exact, whole []time.Duration
	moves := meanwhile(t, b, func() { exact, whole = reviewAtOnce(t, b, players) })
	if log.Len() > 0 {
		t.Errorf("errors: %s", log.String())
	}
	t.Logf("exact part: %s; chances: %s", quantiles(exact), quantiles(whole))
	t.Logf("moves meanwhile: %s", quantiles(moves))
}

// loseGames makes each of some players play a little, and give up.
func loseGames(t *testing.T, b *bot.Bot, players int) {
	t.Helper()
	for i := range players {
		asker := fmt.Sprint("reviewer ", i)
		handle(t, b, asker, []string{"new", "new draw 3", "new yukon", "new passes unlimited"}[i%4]+fmt.Sprint(" deal ", i+1))
		for range 12 {
			if menu := handle(t, b, asker, "show").Menu; len(menu) > 0 {
				handle(t, b, asker, menu[len(menu)/2].Text())
			}
		}
		handle(t, b, asker, "resign confirm")
	}
}

// reviewAtOnce makes players ask for the review of their games until they have all of it.
func reviewAtOnce(t *testing.T, b *bot.Bot, players int) (exact, whole []time.Duration) {
	t.Helper()
	var mu sync.Mutex
	var group sync.WaitGroup
	for i := range players {
		group.Go(func() {
			asker := fmt.Sprint("reviewer ", i)
			begin := time.Now()
			r := handle(t, b, asker, "review")
			first := time.Since(begin)
			if len(r.Lines) == 0 || len(r.Actions) == 0 {
				t.Errorf("%s got %+v", asker, r.Lines)
			}
			for waiting := true; waiting; {
				r = handle(t, b, asker, "review chances")
				waiting = slices.ContainsFunc(r.Lines, func(m locale.Message) bool { return m.Key == "review.not-ready" })
			}
			mu.Lock()
			defer mu.Unlock()
			exact, whole = append(exact, first), append(whole, time.Since(begin))
		})
	}
	group.Wait()
	return exact, whole
}

// meanwhile makes eight players move as long as f runs, and returns how long each move
// took.
func meanwhile(t testing.TB, b *bot.Bot, f func()) []time.Duration {
	stop := make(chan struct{})
	var movers sync.WaitGroup
	moves := make([][]time.Duration, 8)
	for i := range moves {
		movers.Go(func() { moves[i] = moveUntil(t, b, i, stop) })
	}
	f()
	close(stop)
	movers.Wait()
	return slices.Concat(moves...)
}

func quantiles(took []time.Duration) string {
	at := func(p float64) time.Duration { return quantile(took, p).Round(10 * time.Microsecond) }
	return fmt.Sprintf("%d, p50 %v, p99 %v, longest %v", len(took), at(0.5), at(0.99), at(1))
}

// quantile sorts times and returns the one at a certain fraction.
func quantile(took []time.Duration, part float64) time.Duration {
	slices.Sort(took)
	return took[int(part*float64(len(took)-1))]
}

// askAtOnce makes players play a little and then ask for a hint, all at the same time.
func askAtOnce(t *testing.T, b *bot.Bot, players, rounds int) []time.Duration {
	t.Helper()
	var mu sync.Mutex
	var all []time.Duration
	for round := range rounds {
		var group sync.WaitGroup
		for i := range players {
			group.Go(func() {
				asker := fmt.Sprint("asker ", i)
				if round == 0 {
					handle(t, b, asker, []string{"new", "new draw 3", "new yukon", "new passes unlimited"}[i%4]+fmt.Sprint(" deal ", i+1))
				}
				begin := time.Now()
				r := handle(t, b, asker, "hint")
				took := time.Since(begin)
				if len(r.Lines) == 0 || !strings.HasPrefix(r.Lines[0].Key, "hint.") && !strings.HasPrefix(r.Lines[0].Key, "game.") {
					t.Errorf("%s got %+v", asker, r.Lines)
				}
				mu.Lock()
				all = append(all, took)
				mu.Unlock()
				handle(t, b, asker, r.Actions[0][0].Text)
			})
		}
		group.Wait()
	}
	return all
}

// moveUntil makes a player draw and undo, a hundred times a second.
func moveUntil(t testing.TB, b *bot.Bot, i int, stop chan struct{}) (took []time.Duration) {
	mover := fmt.Sprint("mover ", i)
	handle(t, b, mover, "new passes unlimited deal 1")
	pace := time.NewTicker(10 * time.Millisecond)
	defer pace.Stop()
	for n := 0; ; n++ {
		begin := time.Now()
		handle(t, b, mover, []string{"move d", "undo"}[n%2])
		took = append(took, time.Since(begin))
		select {
		case <-pace.C:
		case <-stop:
			return took
		}
	}
}

func handle(t testing.TB, b *bot.Bot, user, text string) bot.Reply {
	r, err := b.Handle(context.Background(), bot.Request{Player: persist.Player{Platform: "terminal", User: user}, Text: text})
	if err != nil {
		t.Errorf("%s, %q: %v", user, text, err)
	}
	return r
}
