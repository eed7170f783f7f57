package slackfake

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// Options are what a test may want otherwise. The zero value is strict.
type Options struct {
	Now      func() time.Time    // the workspace's clock; nil: time.Now. See also Server.Advance
	Ack      time.Duration       // how long a bot may take to acknowledge; 0: 3 s, as on Slack
	Wait     time.Duration       // how long a person waits for a reaction; 0: 15 s
	Ping     time.Duration       // between WebSocket pings; 0: 10 s
	Tolerate []string            // sources of violations that don't fail the test
	Limits   bool                // answer 429 to what exceeds a method's tier
	Reach    func(string) string // from a URL of the manifest to where the bot listens; nil: the same
	Keep     int                 // payloads, and versions of a message or view, that are kept; 0: all. For long runs
	Uses     int                 // posts that a response_url should get at most (S15); 0: 1. The sixth is refused anyway
}

// A Server is one Slack workspace with one app in it.
type Server struct {
	URL           string // the configuration's slack.api_url is URL + "/api/"
	BotToken      string
	AppToken      string
	SigningSecret string

	t       testing.TB
	opts    Options
	checker *Checker
	http    *httptest.Server
	client  *http.Client
	closing context.Context // ends when the test does
	close   context.CancelFunc
	running sync.WaitGroup

	mu        sync.Mutex
	changed   chan struct{} // closed and made anew when anything changes
	ahead     time.Duration // of the clock
	last      int64         // microseconds of the newest ts
	ids       int
	app       app
	users     map[string]*user
	channels  map[string]*channel
	responses map[string]*response
	triggers  map[string]*trigger
	uploads   map[string]*upload
	faults    map[string][]Fault
	calls     map[string][]time.Time
	sockets   socketMode
	payloads  []Payload
	changes   int // counts what people can see change

	judged     sync.Mutex
	violations []Violation
	closed     bool
}

// New starts a workspace, which stops when the test ends. Call Install next.
func New(t testing.TB, opts Options) *Server {
	t.Helper()
	s := &Server{
		BotToken: "xoxb-fake-bot-token", AppToken: "xapp-fake-app-token", SigningSecret: "fake-signing-secret",
		t: t, opts: opts.withDefaults(), checker: NewChecker(t),
		changed:  make(chan struct{}),
		users:    map[string]*user{},
		channels: map[string]*channel{}, responses: map[string]*response{}, triggers: map[string]*trigger{},
		uploads: map[string]*upload{}, faults: map[string][]Fault{}, calls: map[string][]time.Time{},
	}
	s.sockets.init()
	s.closing, s.close = context.WithCancel(context.Background())
	s.client = &http.Client{Transport: &http.Transport{}, Timeout: s.opts.Ack}
	s.http = httptest.NewUnstartedServer(s.routes())
	s.http.Listener = frameListener{s.http.Listener}
	s.http.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, c)
	}
	s.http.Start()
	s.URL = s.http.URL
	t.Cleanup(s.stop)
	return s
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Reach == nil {
		o.Reach = func(url string) string { return url }
	}
	o.Ack = orElse(o.Ack, 3*time.Second)
	o.Wait = orElse(o.Wait, 15*time.Second)
	o.Ping = orElse(o.Ping, 10*time.Second)
	o.Uses = orElse(o.Uses, 1)
	return o
}

func orElse[T comparable](value, instead T) T {
	var zero T
	if value == zero {
		return instead
	}
	return value
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/api/{method}", s.serveAPI)
	mux.HandleFunc("/response/{id}", s.serveResponse)
	mux.HandleFunc("/upload/{id}", s.serveUpload)
	mux.HandleFunc("/link/{ticket}", s.serveSocket)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.violate(Transport, r.URL.Path, "Slack has no such address")
		http.NotFound(w, r)
	})
	return mux
}

// stop ends everything. What happens from here on is no longer judged.
func (s *Server) stop() {
	s.judged.Lock()
	s.closed = true
	s.judged.Unlock()
	s.close()
	s.closeSockets()
	s.http.CloseClientConnections()
	s.http.Close()
	s.client.CloseIdleConnections()
	s.running.Wait()
}

// Advance sets the workspace's clock forward, for what ends after minutes.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead += d
}

// now is the workspace's time. The lock is held.
func (s *Server) now() time.Time { return s.opts.Now().Add(s.ahead) }

// id makes a name that no other thing has. The lock is held.
func (s *Server) id(prefix string) string {
	s.ids++
	return fmt.Sprintf("%s%06d", prefix, s.ids)
}

// touch wakes up whoever waits for a change. The lock is held.
func (s *Server) touch() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// until waits for a condition, which is asked with the lock held.
func (s *Server) until(limit time.Duration, done func() bool) bool {
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	for {
		s.mu.Lock()
		ok, changed := done(), s.changed
		s.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-changed:
		case <-deadline.C:
			return false
		case <-s.closing.Done():
			return false
		}
	}
}

// violate notes a violation and fails the test unless it is tolerated.
func (s *Server) violate(source, where, format string, args ...any) {
	s.report(Violation{Source: source, Where: where, Text: fmt.Sprintf(format, args...)})
}

func (s *Server) report(v Violation) {
	s.judged.Lock()
	defer s.judged.Unlock()
	if s.closed {
		return
	}
	s.violations = append(s.violations, v)
	for _, source := range s.opts.Tolerate {
		if source == v.Source {
			return
		}
	}
	s.t.Errorf("slackfake: %s", v)
}

// Violations returns what was wrong so far, also what was tolerated.
func (s *Server) Violations() []Violation {
	s.judged.Lock()
	defer s.judged.Unlock()
	return append([]Violation(nil), s.violations...)
}

// A Payload is something that the bot sent, and who may see it.
type Payload struct {
	Method string // a Web API method, "response_url", "upload" or "ack"
	To     string // the only user who sees it, or the channel whose members do
	Body   string // JSON, without tokens
}

// newest cuts a list down to its last elements, unless all are to be kept.
func newest[T any](all []T, keep int) []T {
	if keep == 0 || len(all) <= 2*keep {
		return all // cutting seldom is cutting cheaply
	}
	return append([]T(nil), all[len(all)-keep:]...)
}

// Payloads returns everything that the bot sent, the oldest first.
func (s *Server) Payloads() []Payload {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Payload(nil), s.payloads...)
}

// keep adds to the payloads. The lock is held.
func (s *Server) keep(method, to string, body object) {
	s.payloads = newest(append(s.payloads, Payload{Method: method, To: to, Body: string(encode(body))}), s.opts.Keep)
}
