package bottest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A World is a bot with deals of the day and a clock that only the test moves.
type World struct {
	T     testing.TB
	Bot   *bot.Bot
	Now   time.Time
	Store persist.Store // may differ from the bot's, which a test may wrap
}

// Noon returns the time at which a world begins: in the middle of day 30.
func Noon() time.Time { return persist.Day(30).Start().Add(12 * time.Hour) }

// NewWorld returns a world on an empty store in memory.
func NewWorld(t testing.TB) *World {
	t.Helper()
	return WorldOn(t, persisttest.NewMemory())
}

// WorldOn returns a world on a store. Two on one store are two copies of the bot.
func WorldOn(t testing.TB, store persist.Store) *World {
	t.Helper()
	w := &World{T: t, Bot: play.New(store), Now: Noon(), Store: store}
	w.Bot.Now = func() time.Time { return w.Now }
	w.Bot.Secret = []byte("a secret of the tests")
	w.Bot.Solver = remembering{NewSolver()}
	w.Bot.Posters = map[string]bot.Poster{}
	return w
}

// OpenBolt opens a data file, which is closed when the test ends.
func OpenBolt(t testing.TB, path string) persist.Store {
	t.Helper()
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil && !errors.Is(err, persist.ErrClosed) {
			t.Error(err)
		}
	})
	return store
}

// A Mailbox keeps what is posted on one platform, or refuses it.
type Mailbox struct {
	Posts  []bot.Post
	Refuse error
	Fails  func(to bot.Address) error // for some addresses; nil: for none
}

// Post is [bot.Poster].
func (m *Mailbox) Post(_ context.Context, p bot.Post) error {
	if m.Refuse != nil {
		return m.Refuse
	}
	if m.Fails != nil {
		if err := m.Fails(p.To); err != nil {
			return err
		}
	}
	m.Posts = append(m.Posts, p)
	return nil
}

// At moves the clock to a time of a day, such as 18:30:00.
func (w *World) At(day persist.Day, clock string) {
	w.T.Helper()
	at, err := time.Parse("15:04:05", clock)
	if err != nil {
		w.T.Fatal(err)
	}
	w.Now = day.Start().Add(time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute + time.Duration(at.Second())*time.Second)
}

// Channels is a [Mailbox.Fails] for channels in which the bot may not post.
func Channels(to bot.Address) error {
	if to.Channel != "" {
		return bot.ErrUndeliverable
	}
	return nil
}

// Everything is a [Mailbox.Fails] for a bot that can reach nobody.
func Everything(bot.Address) error { return bot.ErrUndeliverable }

// Mail lets the bot post on Discord.
func (w *World) Mail() *Mailbox {
	m := &Mailbox{}
	w.Bot.Posters["discord"] = m
	return m
}

// Member returns a person in a channel of server 1 on Discord. Their name is that of
// the user in capitals.
func (w *World) Member(user string) *Person {
	w.T.Helper()
	p := PersonOn(w.T, w.Bot)
	p.Player, p.Name = persist.Player{Platform: "discord", User: user}, strings.ToUpper(user)
	p.Place = bot.Place{Server: "1", Channel: "c", Shared: true}
	return p
}

// Finished writes the result of a day's Klondike for somebody, as ranked on servers.
func (w *World) Finished(p *Person, day persist.Day, won bool, moves int, servers ...string) {
	w.T.Helper()
	rec, err := w.Store.Load(context.Background(), p.Player)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		w.T.Fatal(err)
	}
	rec.Name = p.Name
	r := persist.Result{
		ID: fmt.Sprint(day), Kind: "daily", Rules: Klondike().String(), Outcome: persist.Resigned, Moves: moves, Up: 7,
		First: w.Now, Last: w.Now.Add(time.Minute), Day: day, Here: servers,
	}
	if won {
		r.Outcome, r.Up = persist.Won, 52
	}
	if err := w.Store.Commit(context.Background(), persist.Change{Player: p.Player, Record: rec, Results: []persist.Result{r}}); err != nil {
		w.T.Fatal(err)
	}
}

// Daily returns a deal of the day as it is stored, with its winning line played.
func Daily(t testing.TB, store persist.Store, day persist.Day, r game.Rules) (persist.Daily, *game.Game) {
	t.Helper()
	doc, err := store.Doc(context.Background(), persist.DailyKind, persist.DailyKey(day, r.String()))
	if err != nil {
		t.Fatal(err)
	}
	d, err := persist.Unpack[persist.Daily](doc)
	if err != nil {
		t.Fatal(err)
	}
	g := new(game.Game)
	if err := g.UnmarshalBinary(d.Game); err != nil {
		t.Fatal(err)
	}
	return d, g
}

// Line returns the stored winning line of a deal of the day.
func (w *World) Line(day persist.Day, r game.Rules) []game.Move {
	w.T.Helper()
	_, g := Daily(w.T, w.Store, day, r)
	return g.Steps()
}

// Wins plays the winning line of a deal of the day in one message.
func (p *Person) Wins(day persist.Day, r game.Rules) bot.Reply {
	p.T.Helper()
	_, g := Daily(p.T, p.Bot.Store, day, r)
	return p.Play(g.Steps())
}

// Clock returns a clock that moves by a second whenever it is read.
func Clock() func() time.Time {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

// Dailies returns the stored daily deals, and fails the test if their number is wrong.
func Dailies(t testing.TB, store persist.Store, want int) (list []persist.Daily) {
	t.Helper()
	docs, err := store.Docs(context.Background(), persist.DailyKind, "", "", 100)
	if err != nil || len(docs) != want {
		t.Fatalf("%d dailies, %v; want %d", len(docs), err, want)
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

// Golden compares a text with a file of the folder testdata, or writes it there.
func Golden(t testing.TB, update bool, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed; got:\n%s", path, got)
	}
}
