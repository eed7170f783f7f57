package web_test

import (
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/bot/web"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// A site is a page that is served, with its bot.
type site struct {
	*web.Server
	bot *bot.Bot
	url string
	log *strings.Builder
}

// serve serves a page under a path, on a store.
func serve(t testing.TB, store persist.Store, path string) *site {
	t.Helper()
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	changes := new(web.Changes)
	b := play.New(changes.Watch(store))
	b.Words = catalogue.Words()
	b.Secret = []byte(strings.Repeat("s", 32))
	b.Solver, b.Advisor = bottest.NewSolver(), bottest.NewAdviser()
	s := &site{bot: b, log: new(strings.Builder)}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.Handler().ServeHTTP(w, r) }))
	s.url = "http://" + server.Listener.Addr().String() + path
	painter, err := picture.New()
	if err != nil {
		t.Fatal(err)
	}
	s.Server, err = web.New(web.Config{
		Bot: b, Catalogue: catalogue, Log: slog.New(slog.NewTextHandler(s.log, nil)), Changes: changes, Painter: painter,
		URL: s.url, SecretUntil: daily.SecretUntil, Look: 500 * time.Millisecond, Contact: "ann@cards.example",
	})
	if err != nil {
		t.Fatal(err)
	}
	server.Start()
	t.Cleanup(func() {
		s.Stop()
		server.Close()
		if s.log.Len() > 0 {
			t.Errorf("the log:\n%s", s.log)
		}
	})
	return s
}

// visitor returns a browser without a script.
func visitor(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

func memory() persist.Store { return persisttest.NewMemory() }

// linkIn returns the link that an answer to "open" has.
func linkIn(t testing.TB, r bot.Reply) string {
	t.Helper()
	for _, line := range r.Lines {
		for _, arg := range line.Args {
			if url, ok := arg.Value.(string); ok && strings.HasPrefix(url, "http") {
				return url
			}
		}
	}
	t.Fatalf("no link in %v", r.Lines)
	return ""
}
