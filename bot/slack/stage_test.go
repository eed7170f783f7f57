package slack_test

import (
	"bytes"
	"context"
	"flag"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/bot/slack"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// Most of these tests wait for a timer most of the time, so more of them run at
// once than there are processors.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "16")
	goleak.VerifyTestMain(m)
}

// A transport is a way in which Slack reaches the bot.
type transport bool

const (
	overHTTP   transport = false
	overSocket transport = true
)

// onBoth runs a test over both transports.
func onBoth(t *testing.T, test func(t *testing.T, by transport)) {
	t.Helper()
	t.Run("socket", func(t *testing.T) { test(t, overSocket) })
	t.Run("http", func(t *testing.T) { test(t, overHTTP) })
}

// A stage is a workspace with the bot in it.
type stage struct {
	*slackfake.Server
	t         testing.TB
	by        transport
	bot       *bot.Bot
	adapter   *slack.Adapter
	catalogue *locale.Catalogue
	log       *logged
	times     bot.Times
	now       func() time.Time
	stop      func()
	painter   *picture.Painter
	stagger   time.Duration
	drained   bool // a test has done so itself

	mu sync.Mutex
	at string // where the bot listens
}

const publicURL = "https://bot.example.org"

// newStage installs the app from its manifest and starts the bot on a store.
func newStage(t testing.TB, by transport, store persist.Store, opts slackfake.Options) *stage {
	t.Helper()
	s := &stage{}
	s.open(t, by, store, opts)
	return s
}

func (s *stage) open(t testing.TB, by transport, store persist.Store, opts slackfake.Options) {
	t.Helper()
	s.t, s.by, s.log = t, by, &logged{}
	opts.Reach = func(url string) string {
		s.mu.Lock()
		defer s.mu.Unlock()
		return strings.Replace(url, publicURL, s.at, 1)
	}
	s.Server = slackfake.New(t, opts)
	s.Channel("C1", "games")
	s.Channel("C2", "hall")
	var o slack.ManifestOptions
	if by == overHTTP {
		o.PublicURL = publicURL
	}
	manifest, err := slack.Manifest(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Install(manifest)
	s.start(store)
	t.Cleanup(func() { s.stop() })
}

// inMemory is a stage on an empty store in memory.
func inMemory(t testing.TB, by transport) *stage {
	t.Helper()
	return newStage(t, by, memory(), slackfake.Options{})
}

func memory() persist.Store { return persisttest.NewMemory() }

// start starts a bot, as after a restart.
func (s *stage) start(store persist.Store) {
	s.t.Helper()
	var err error
	if s.catalogue, err = slack.LoadLocale(); err != nil {
		s.t.Fatal(err)
	}
	s.bot = play.New(store)
	s.bot.Secret, s.bot.Solver = []byte("a secret of the tests"), winner{solve.New()}
	s.bot.Pictures = s.painter != nil
	c := slack.Config{
		Bot: s.bot, Catalogue: s.catalogue, Log: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: timeless})),
		BotToken: s.BotToken, APIURL: s.URL + "/api/", Times: s.times, Now: s.now, Painter: s.painter,
	}
	if s.by == overSocket {
		c.AppToken = s.AppToken
	} else {
		c.SigningSecret = s.SigningSecret
	}
	if s.adapter, err = slack.New(c); err != nil {
		s.t.Fatal(err)
	}
	s.adapter.SetStagger(s.stagger)
	if s.by == overSocket {
		s.stop = s.runSocket()
	} else {
		s.stop = s.serveHTTP()
	}
}

// restartWith stops the bot and starts one that waits for other times.
func (s *stage) restartWith(store persist.Store, times bot.Times) {
	s.t.Helper()
	s.stop()
	s.times = times
	s.start(store)
}

func (s *stage) runSocket() (stop func()) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	adapter := s.adapter
	go func() { done <- adapter.Run(ctx) }()
	s.AwaitConnections(1)
	return sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("Run: %v", err)
		}
		s.drain(adapter)
	})
}

func (s *stage) serveHTTP() (stop func()) {
	adapter := s.adapter
	server := httptest.NewServer(adapter.Handler())
	s.mu.Lock()
	s.at = server.URL
	s.mu.Unlock()
	return sync.OnceFunc(func() {
		server.Close()
		s.drain(adapter)
	})
}

func (s *stage) drain(adapter *slack.Adapter) {
	if s.drained {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := adapter.Drain(ctx); err != nil {
		s.t.Errorf("Drain: %v", err)
	}
}

// ann is somebody in her conversation with the bot.
func (s *stage) ann() *slackfake.Person { return s.Person("UANN", "ann", "en-GB", "Europe/London") }

// eve is somebody else.
func (s *stage) eve() *slackfake.Person { return s.Person("UEVE", "eve", "en-US", "America/Denver") }

// mustOpen opens a store in a file.
func mustOpen(t testing.TB, path string) persist.Store {
	t.Helper()
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() }) // a test that restarts closes it before
	return store
}

func boltFile(t testing.TB) string { return filepath.Join(t.TempDir(), "solitaire.db") }

// logged keeps what was logged.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// timeless leaves the time out of what is logged.
func timeless(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// has fails the test unless what somebody sees holds all texts.
func has(t testing.TB, s slackfake.Shown, texts ...string) {
	t.Helper()
	reading := bare(s.Reading())
	for _, text := range texts {
		if !strings.Contains(reading, text) {
			t.Fatalf("it doesn't say %q, but:\n%s", text, reading)
		}
	}
}

// await waits until somebody sees a message or page with all these texts.
func await(p *slackfake.Person, texts ...string) slackfake.Shown {
	return p.Await(strings.Join(texts, ", "), func(s slackfake.Shown) bool {
		reading := bare(s.Reading())
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(reading, text) })
	})
}

// bare leaves out the selectors that stand behind suits.
func bare(s string) string { return strings.ReplaceAll(s, "\ufe0e", "") }

// winner makes the deals of the day playable.
type winner struct{ *solve.Solver }

func (w winner) Win(ctx context.Context, s game.State, _ time.Duration) ([]game.Move, bool) {
	a := w.Solve(ctx, s, solve.Limits{})
	return a.Line, a.Verdict == solve.Winnable
}

func (winner) Shorten(_ context.Context, _ game.State, line []game.Move, _ time.Duration) ([]game.Move, bool) {
	return line, false
}
