package main

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// Work for later stands still while questions are looked at, and only then.
func TestQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q quiet
		ctx, cancel := context.WithCancel(t.Context())
		work := q.within(ctx)
		begin := time.Now()
		if work.Err() != nil || time.Since(begin) != 0 {
			t.Error("it waited for nothing")
		}
		for _, d := range []time.Duration{time.Second, 2 * time.Second} {
			end := q.disturb()
			time.AfterFunc(d, end)
		}
		if work.Err() != nil || time.Since(begin) != 2*time.Second {
			t.Errorf("it went on after %v, want 2 s", time.Since(begin))
		}
		defer q.disturb()()
		time.AfterFunc(time.Second, cancel)
		if work.Err() == nil || time.Since(begin) != 3*time.Second {
			t.Errorf("it ended after %v, want 3 s", time.Since(begin))
		}
	})
}

// The minds of the latest games are kept, and no game's is in two hands.
func TestMinds(t *testing.T) {
	m, s := minds{most: 2}, solve.New()
	a, b, c := m.take("a", s), m.take("b", s), m.take("c", s)
	m.put("a", a)
	m.put("b", b)
	if m.take("a", s) != a {
		t.Error("the mind of a game was lost")
	}
	if m.take("a", s) == a {
		t.Error("a mind was given away twice")
	}
	m.put("a", a)
	m.put("c", c)
	if m.take("b", s) == b || m.take("a", s) != a || m.take("c", s) != c {
		t.Error("the game asked about longest ago should have gone")
	}
}

// The catalogue has a word for everything that the solver calls a deal.
func TestDifficultiesHaveWords(t *testing.T) {
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	speaker := catalogue.In(locale.English, false)
	for _, won := range []int{0, 20, 60, 200} {
		word := hint.Rating{Games: hint.RateGames, Won: won}.Difficulty().String()
		if text := speaker.Text("difficulty."+word, nil); text == "" || text == "difficulty."+word {
			t.Errorf("%d of %d games: %q", won, hint.RateGames, word)
		}
	}
}

// A rating that was cut short is none.
func TestRateNeedsAllGames(t *testing.T) {
	k := newThinker(defaultConfig().Solver, nobodyListens{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if word, err := k.Rate(ctx, game.KlondikeRules(1, 1, false), game.Numbered(1)); err == nil {
		t.Errorf("rated as %q", word)
	}
}

// What the operator allows is shared by what can run at once.
func TestThinkerStaysWithinItsMemory(t *testing.T) {
	for _, workers := range []int{1, 64} {
		conf := defaultConfig().Solver
		conf.Workers = workers
		k := newThinker(conf, nobodyListens{})
		searches := int64(k.conf.Workers+1) * k.limits().Memory
		if all := searches + int64(k.minds.most)*mindMemory; all > int64(conf.Memory) || searches <= 0 {
			t.Errorf("%d workers: %d bytes in all, of %d", workers, all, int64(conf.Memory))
		}
	}
}
