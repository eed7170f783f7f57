// Package slackfake is a Slack workspace for tests. It refuses what Slack
// refuses, and fails the test as well. It has the Web API methods that the bot
// uses, Socket Mode, signed requests over HTTP, response_urls, and clicking
// people.
//
//	srv := slackfake.New(t, slackfake.Options{})
//	srv.Install(manifest)       // decides the transport, the scopes and the commands
//	srv.Channel("C1", "games")
//	start(bot, srv.URL+"/api/", srv.BotToken, srv.AppToken, srv.SigningSecret)
//
//	ann := srv.Person("U1", "ann", "de-DE", "Europe/Berlin") // in the direct messages
//	board := ann.Slash("/solitaire", "new yukon")            // waits for what appears
//	board = ann.Click("Draw")                                // the same message, a version later
//	board = ann.In("C1").Slash("/move", "3 5")               // elsewhere
//	home := ann.OpenHome()
//
//	tap := ann.Tap("Draw")   // not sent yet
//	srv.Deliver(tap)         // sent, and acknowledged
//	srv.Retry(tap)           // sent again, as Slack does minutes later
//	srv.Drop()               // cuts the connections
//	srv.Fail("chat.update", slackfake.Fault{RetryAfter: time.Second})
//	for _, p := range srv.Payloads() { … } // everything that the bot sent, and to whom
//
// A broken payload, or one sent in a wrong way, fails the test with the number of
// the rule, see [Violation]; the rules are in rules.go, and [Checker] applies
// them to payloads alone. The JSON Schemas are read from the folder specs below
// $SOLITAIRE_SHARED; without it only the rules hold.
//
// The fake is stricter than Slack in a few things: an element needs an
// action_id, an edited message new block ids, and a response_url takes one post
// for each interaction.
package slackfake

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// Options change the defaults. The zero value is strict.
type Options struct {
	Now      func() time.Time    // the workspace's clock; nil: time.Now
	Ack      time.Duration       // the time limit of an acknowledgement; 0: 3 s, as on Slack
	Tolerate []string            // sources of violations that don't fail the test
	Reach    func(string) string // from a URL of the manifest to where the bot listens; nil: the same
	Uses     int                 // posts to a response_url for each delivery of its interaction (S15); 0: 1

	Organisation string // an organisation of Enterprise Grid, all of which has installed the app; empty: the workspace has
}

const (
	patience = 15 * time.Second // while waiting for a reaction
	pingTime = 10 * time.Second // between WebSocket pings
)

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
	last      int64         // microseconds of the newest ts
	ids       int
	manifest  object
	users     map[string]*user
	channels  map[string]*channel
	responses map[string]*response
	uploads   map[string]*upload
	faults    map[string][]Fault
	calls     map[string]int
	sockets   sockets
	payloads  []Payload
	changes   int // counts the changes that people can see

	judged     sync.Mutex
	violations []Violation
	closed     bool
}

// New starts a workspace, which stops when the test ends. Call Install next.
func New(t testing.TB, opts Options) *Server {
	t.Helper()
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Reach == nil {
		opts.Reach = func(url string) string { return url }
	}
	opts.Ack, opts.Uses = cmp.Or(opts.Ack, 3*time.Second), cmp.Or(opts.Uses, 1)
	s := &Server{
		BotToken: "xoxb-fake-bot-token", AppToken: "xapp-fake-app-token", SigningSecret: "fake-signing-secret",
		t: t, opts: opts, checker: NewChecker(t), client: &http.Client{Transport: &http.Transport{}, Timeout: opts.Ack},
		changed: make(chan struct{}), users: bots(), channels: map[string]*channel{}, responses: map[string]*response{},
		uploads: map[string]*upload{}, faults: map[string][]Fault{}, calls: map[string]int{},
		sockets: sockets{tickets: map[string]bool{}, all: map[*websocket.Conn]bool{}, known: map[string]*Delivery{}},
	}
	s.closing, s.close = context.WithCancel(context.Background())
	mux := http.NewServeMux()
	mux.HandleFunc("/api/{method}", s.serveAPI)
	mux.HandleFunc("/response/{id}", s.serveResponse)
	mux.HandleFunc("/upload/{id}", s.serveUpload)
	mux.HandleFunc("/link/{ticket}", s.serveSocket)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.violate(Transport, r.URL.Path, "Slack has no such address")
		http.NotFound(w, r)
	})
	s.http = httptest.NewServer(mux)
	s.URL = s.http.URL
	t.Cleanup(s.stop)
	return s
}

// stop ends everything. Violations are no longer reported.
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

// id makes a new name. The lock is held.
func (s *Server) id(prefix string) string {
	s.ids++
	return fmt.Sprintf("%s%06d", prefix, s.ids)
}

// touch wakes up the callers of until. The lock is held.
func (s *Server) touch() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// until waits for a condition, which is evaluated with the lock held.
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

func (s *Server) report(all ...Violation) {
	s.judged.Lock()
	defer s.judged.Unlock()
	for _, v := range all {
		if s.closed {
			return
		}
		s.violations = append(s.violations, v)
		if !slices.Contains(s.opts.Tolerate, v.Source) {
			s.t.Errorf("slackfake: %s", v)
		}
	}
}

// sound judges a payload and reports its violations.
func (s *Server) sound(where, kind string, body object) bool {
	found := s.checker.judge(where, kind, body)
	s.report(found...)
	return len(found) == 0
}

// Violations returns the violations so far, tolerated ones included.
func (s *Server) Violations() []Violation {
	s.judged.Lock()
	defer s.judged.Unlock()
	return slices.Clone(s.violations)
}

// A Payload is something that the bot sent, with its audience.
type Payload struct {
	Method string // a Web API method, "response_url", "upload" or "ack"
	To     string // the only user who sees it, or the channel whose members do
	Body   string // JSON, without tokens
}

// Payloads returns everything that the bot sent, the oldest first.
func (s *Server) Payloads() []Payload {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.payloads)
}

// keep adds to the payloads. The lock is held.
func (s *Server) keep(method, to string, body object) {
	s.payloads = append(s.payloads, Payload{Method: method, To: to, Body: string(encode(body))})
}

// Install judges the manifest and sets the app up by it. A second manifest
// replaces the first.
func (s *Server) Install(manifest []byte) {
	s.t.Helper()
	s.report(s.checker.Manifest(manifest)...)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.manifest = decodeObject(manifest)
}

// command returns a slash command of the manifest; nil if there is none.
func (s *Server) command(name string) object {
	for _, c := range commandsOf(s.manifest) {
		if str(c, "command") == name {
			return c
		}
	}
	return nil
}

func (s *Server) usesSocket() bool { return flag(sub(s.manifest, "settings"), "socket_mode_enabled") }
