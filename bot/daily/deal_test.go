package daily_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

func TestEveryDealHasAProvedWinningLine(t *testing.T) {
	w := bottest.NewWorld(t)
	if made, err := daily.Prepare(context.Background(), w.Bot, 100, 3); err != nil || made != 9 {
		t.Fatalf("made %d deals, %v, want 9", made, err)
	}
	if made, err := daily.Prepare(context.Background(), w.Bot, 100, 3); err != nil || made != 0 {
		t.Fatalf("made %d more deals, %v, want none", made, err)
	}
	for day := persist.Day(100); day < 103; day++ {
		for _, r := range []game.Rules{bottest.Klondike(), game.KlondikeRules(3, 3, false), game.YukonRules(false)} {
			proved(t, w.Store, day, r)
		}
	}
}

// proved checks that the engine plays the stored line of a daily deal to a win under
// exactly its rules.
func proved(t testing.TB, store persist.Store, day persist.Day, r game.Rules) {
	t.Helper()
	d, g := bottest.Daily(t, store, day, r)
	start, err := game.Deal(r, g.Deck())
	if err != nil {
		t.Fatal(err)
	}
	end, _, err := start.Play(g.Steps())
	if err != nil || !end.Won() || g.Rules() != r || d.Par != game.Length(g.Steps()) {
		t.Errorf("day %d, %s is not proved: %v, par %d", day, r, err, d.Par)
	}
}

// This holds for every platform. The deal depends on the day and on the secret.
func TestEveryCopyMakesTheSameDeal(t *testing.T) {
	w := bottest.NewWorld(t)
	board := w.Member("ann").Say("daily yukon").Board
	other := bottest.WorldOn(t, persisttest.NewMemory()) // another copy, which must make the deal again
	other.Bot.Solver = bottest.NewSolver()
	bob := other.Member("bob")
	bob.Player.Platform = "slack"
	if got := bob.Say("daily yukon").Board; fmt.Sprint(got) != fmt.Sprint(board) {
		t.Error("two copies of the bot made different deals")
	}
	third := bottest.NewWorld(t)
	third.Bot.Secret = []byte("another secret")
	if got := third.Member("ann").Say("daily yukon").Board; fmt.Sprint(got) == fmt.Sprint(board) {
		t.Error("another secret made the same deal")
	}
	w.At(31, "00:00:00")
	if got := w.Member("ann").Say("daily yukon").Board; fmt.Sprint(got) == fmt.Sprint(board) {
		t.Error("the next day has the same deal")
	}
}

// This holds for two copies of the bot (DY07).
func TestConcurrentRequestsMakeOneDealAndOneAttempt(t *testing.T) {
	store := persisttest.NewMemory()
	w, other := bottest.WorldOn(t, store), bottest.WorldOn(t, store)
	w.Bot.Solver, other.Bot.Solver = bottest.NewSolver(), bottest.NewSolver() // which take their time
	boards := make(chan string, 20)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			m := []*bottest.World{w, other}[i%2].Member([]string{"ann", "bob"}[i/10])
			boards <- fmt.Sprint(m.Say("daily").Board)
		})
	}
	wg.Wait()
	first := <-boards
	for range 19 {
		if next := <-boards; next != first {
			t.Errorf("got the boards\n%s\nand\n%s\nfor one day", first, next)
		}
	}
	for _, name := range []string{"ann", "bob"} {
		rec, err := store.Load(context.Background(), w.Member(name).Player)
		if err != nil || len(rec.Games) != 1 {
			t.Errorf("%s: got %d games, %v, want 1", name, len(rec.Games), err)
		}
	}
}

func TestConcurrentFirstRequestsSolveOnce(t *testing.T) {
	asked := func(players int) int64 {
		w, count := bottest.NewWorld(t), new(atomic.Int64)
		w.Bot.Solver = counting{bottest.NewSolver(), count}
		var wg sync.WaitGroup
		for i := range players {
			m := w.Member(fmt.Sprint("player", i))
			wg.Go(func() { m.Say("daily") })
		}
		wg.Wait()
		return count.Load()
	}
	if one, many := asked(1), asked(20); one == 0 || many != one {
		t.Errorf("20 players: the solver was asked %d times, want %d as for one player", many, one)
	}
}

// improver is a solver that looks for shorter lines for a moment.
type improver struct{ bottest.Solver }

func (t improver) Shorten(ctx context.Context, s game.State, line []game.Move, _ time.Duration) ([]game.Move, bool) {
	limited, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	return t.Solver.Solver.Shorten(limited, s, line, 0)
}

// The jobs look for shorter lines, one deal in each round. Par never rises.
func TestAShorterLineLowersPar(t *testing.T) {
	w := bottest.NewWorld(t)
	tick(w)
	pars := func() map[string]int {
		all := map[string]int{}
		docs, err := w.Store.Docs(context.Background(), persist.DailyKind, "", "", 100)
		if err != nil || len(docs) != 9 {
			t.Fatalf("got %d deals, %v, want 9", len(docs), err)
		}
		for _, doc := range docs {
			d, err := persist.Unpack[persist.Daily](doc)
			if err != nil {
				t.Fatal(err)
			}
			all[doc.Key] = d.Par
		}
		return all
	}
	before := pars()
	again := bottest.NewWorld(t)
	again.Bot.Solver = improver{bottest.NewSolver()}
	for range 9 {
		tick(again)
	}
	w = again
	shorter := 0
	for key, par := range pars() {
		if par > before[key] {
			t.Errorf("%s: par rose from %d to %d", key, before[key], par)
		}
		if par < before[key] {
			shorter++
		}
	}
	if shorter == 0 {
		t.Error("no line became shorter")
	}
}

// counting is a solver that counts the positions it gets.
type counting struct {
	bottest.Solver
	asked *atomic.Int64
}

func (c counting) Win(ctx context.Context, s game.State, budget time.Duration) ([]game.Move, bool) {
	c.asked.Add(1)
	return c.Solver.Win(ctx, s, budget)
}

func TestThereIsNoDealWithoutASolver(t *testing.T) {
	w := bottest.NewWorld(t)
	w.Bot.Solver = nil
	ann := w.Member("ann")
	ann.Has(ann.Say("daily"), "daily.none")
	w.Bot.Solver = never{}
	if testing.Short() {
		return
	}
	ann.Has(ann.Say("daily"), "daily.none")
}

// never is a solver that never finds a win.
type never struct{ bot.Solver }

func (never) Win(context.Context, game.State, time.Duration) ([]game.Move, bool) { return nil, false }

func TestADamagedDealDoesNotStopTheOthers(t *testing.T) {
	w := bottest.NewWorld(t)
	key := persist.DailyKey(30, bottest.Klondike().String())
	if err := w.Store.Commit(context.Background(), persist.Change{Docs: []persist.Doc{{Kind: persist.DailyKind, Key: key, Data: []byte{0}}}}); err != nil {
		t.Fatal(err)
	}
	made, err := daily.Prepare(context.Background(), w.Bot, 30, 2)
	if made != 5 || !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("made %d deals, %v, want 5 and the damage", made, err)
	}
}

// It is stored with the deal (B47).
func TestADealsDifficultyIsShown(t *testing.T) {
	w := bottest.NewWorld(t)
	w.Bot.Advisor = bottest.NewAdviser()
	ctx := context.Background()
	if _, err := daily.Prepare(ctx, w.Bot, persist.Day(30), 1); err != nil {
		t.Fatal(err)
	}
	line := w.Line(30, bottest.Klondike())
	for range 4 { // one deal each time; nothing is left for the last time
		if err := daily.Rate(ctx, w.Bot, persist.Day(30), 2); err != nil {
			t.Fatal(err)
		}
	}
	for _, deal := range []string{"daily", "daily draw 3", "daily yukon"} {
		ann := w.Member("ann " + deal)
		r := ann.Say(deal)
		if !bottest.Said(r, "daily.difficulty") || r.Title[len(r.Title)-1].Key != "difficulty.hard" {
			t.Errorf("%s: got the title %s, %s, want the difficulty", deal, ann.Speaker.Join(r.Title), ann.Text(r))
		}
	}
	if after := w.Line(30, bottest.Klondike()); len(after) != len(line) {
		t.Error("the deal's line was changed")
	}
}
