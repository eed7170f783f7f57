package discord_test

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A setup configures a bot with its own Discord. Its zero value has a store in memory and
// receives interactions over HTTP.
type setup struct {
	store   persist.Store
	gateway bool
	fake    discordfake.Options
	config  func(*discord.Config)
	bot     func(*bot.Bot)
}

// A stage has everything that a test needs.
type stage struct {
	*discordfake.Server
	t       testing.TB
	adapter *discord.Adapter
	bot     *bot.Bot
	stop    func() error // the gateway; once
	url     string       // for the HTTP interactions
}

// open starts a Discord and a bot on it, and installs the commands.
func (s setup) open(t testing.TB) *stage {
	t.Helper()
	st := &stage{t: t, Server: discordfake.New(t, s.fake)}
	st.start(s)
	if _, err := st.adapter.Register(context.Background(), false); err != nil {
		t.Fatal(err)
	}
	return st
}

// start starts a bot on the running Discord.
func (st *stage) start(s setup) {
	st.t.Helper()
	if s.store == nil {
		s.store = persisttest.NewMemory()
	}
	st.bot = play.New(s.store)
	st.bot.Number = func() int { return 1 }
	st.bot.Secret, st.bot.Solver = []byte("a secret of the tests"), winner{solve.New()}
	if s.bot != nil {
		s.bot(st.bot)
	}
	st.adapter = mustNew(st.t, st.Server, func(c *discord.Config) {
		c.Bot = st.bot
		if s.config != nil {
			s.config(c)
		}
	})
	st.adapter.Hurry()
	st.bot.Posters = map[string]bot.Poster{discord.Platform: st.adapter}
	if s.gateway {
		st.run()
	} else {
		st.serve()
	}
	st.t.Cleanup(st.shut)
}

// shut stops the bot as a shutdown does.
func (st *stage) shut() {
	st.t.Helper()
	if err := st.stop(); err != nil {
		st.t.Errorf("the gateway ended with %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := st.adapter.Drain(ctx); err != nil {
		st.t.Error(err)
	}
}

// run connects to the gateway.
func (st *stage) run() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- st.adapter.Run(ctx) }()
	st.stop = func() error {
		cancel()
		err := <-done
		done <- err
		return err
	}
	st.Gateway.WaitReady(1)
}

// serve receives interactions over HTTP.
func (st *stage) serve() {
	server := httptest.NewServer(st.adapter.Interactions())
	st.t.Cleanup(server.Close)
	st.url = server.URL
	st.UseHTTP(server.URL)
	st.stop = func() error { return nil }
}

// mustNew returns an adapter for a Discord.
func mustNew(t testing.TB, s *discordfake.Server, change func(*discord.Config)) *discord.Adapter {
	t.Helper()
	a, err := discord.New(config(t, s, change))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func config(t testing.TB, s *discordfake.Server, change func(*discord.Config)) discord.Config {
	t.Helper()
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	key, err := hex.DecodeString(s.PublicKey())
	if err != nil {
		t.Fatal(err)
	}
	c := discord.Config{
		Bot: play.New(persisttest.NewMemory()), Catalogue: catalogue, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Token: s.Token(), ApplicationID: s.ApplicationID(), PublicKey: ed25519.PublicKey(key), APIURL: s.URL + "/api/v10",
	}
	if change != nil {
		change(&c)
	}
	return c
}

// ann is a member of the first server.
func (st *stage) ann() *discordfake.Person { return st.Person("7", "ann", "en-GB") }

// both runs a test over each transport.
func both(t *testing.T, test func(t *testing.T, s setup)) {
	t.Run("gateway", func(t *testing.T) { test(t, setup{gateway: true}) })
	t.Run("http", func(t *testing.T) { test(t, setup{}) })
}

// A clock moves only when it is set forward.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// winner makes the daily deals playable.
type winner struct{ *solve.Solver }

func (w winner) Win(ctx context.Context, s game.State, _ time.Duration) ([]game.Move, bool) {
	a := w.Solve(ctx, s, solve.Limits{})
	return a.Line, a.Verdict == solve.Winnable
}

func (winner) Shorten(_ context.Context, _ game.State, line []game.Move, _ time.Duration) ([]game.Move, bool) {
	return line, false
}
