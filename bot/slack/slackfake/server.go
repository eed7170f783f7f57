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
// the rule, see [fake.Violation]; the rules are in rules.go, and [Checker] applies
// them to payloads alone. The JSON Schemas are read from the folder specs below
// $SOLITAIRE_SHARED; without it only the rules hold.
//
// The fake is stricter than Slack in a few things: an element needs an
// action_id, an edited message new block ids, and a response_url takes one post
// for each interaction.
package slackfake

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
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

const pingTime = 10 * time.Second // between WebSocket pings

// A Server is one Slack workspace with one app in it.
type Server struct {
	fake.Server // the configuration's slack.api_url is URL + "/api/"

	BotToken      string
	AppToken      string
	SigningSecret string

	opts    Options
	checker *Checker

	// Guarded by the lock.
	last      int64 // microseconds of the newest ts
	ids       int
	manifest  object
	users     map[string]*user
	channels  map[string]*channel
	responses map[string]*response
	uploads   map[string]*upload
	sockets   sockets
	changes   int // counts the changes that people can see
}

// New starts a workspace, which stops when the test ends. Call Install next.
func New(t testing.TB, opts Options) *Server {
	t.Helper()
	if opts.Reach == nil {
		opts.Reach = func(url string) string { return url }
	}
	opts.Ack, opts.Uses = cmp.Or(opts.Ack, 3*time.Second), cmp.Or(opts.Uses, 1)
	s := &Server{
		BotToken: "xoxb-fake-bot-token", AppToken: "xapp-fake-app-token", SigningSecret: "fake-signing-secret",
		opts: opts, checker: NewChecker(t), users: bots(), channels: map[string]*channel{},
		responses: map[string]*response{}, uploads: map[string]*upload{},
		sockets: sockets{tickets: map[string]bool{}, all: map[*websocket.Conn]bool{}, known: map[string]*Delivery{}},
	}
	s.Now, s.Patience = opts.Now, 15*time.Second
	s.Tolerates = func(rule string) bool { return slices.Contains(opts.Tolerate, rule) }
	mux := http.NewServeMux()
	mux.HandleFunc("/api/{method}", s.serveAPI)
	mux.HandleFunc("/response/{id}", s.serveResponse)
	mux.HandleFunc("/upload/{id}", s.serveUpload)
	mux.HandleFunc("/link/{ticket}", s.serveSocket)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.violate(Transport, r.URL.Path, "Slack has no such address")
		http.NotFound(w, r)
	})
	s.Start(t, mux, s.closeSockets)
	s.Client.Timeout = opts.Ack
	return s
}

// id makes a new name. The lock is held.
func (s *Server) id(prefix string) string {
	s.ids++
	return fmt.Sprintf("%s%06d", prefix, s.ids)
}

// violate notes a violation and fails the test unless it is tolerated.
func (s *Server) violate(rule, where, format string, args ...any) {
	s.Report(where, fake.Violation{Rule: rule, Text: fmt.Sprintf(format, args...)})
}

// sound judges a payload and reports its violations.
func (s *Server) sound(where, kind string, body object) bool {
	found := s.checker.judge(where, kind, body)
	s.Report(where, found...)
	return len(found) == 0
}

// keep adds to the payloads. The lock is held.
func (s *Server) keep(method, to string, body object) {
	s.Keep(fake.Payload{Route: method, To: to, Body: string(fake.Encode(body))})
}

// Install judges the manifest and sets the app up by it. A second manifest
// replaces the first.
func (s *Server) Install(manifest []byte) {
	s.T.Helper()
	s.Report("manifest", s.checker.Manifest(manifest)...)
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.manifest = fake.DecodeObject(manifest)
}

// command returns a slash command of the manifest; nil if there is none.
func (s *Server) command(name string) object {
	for _, c := range commandsOf(s.manifest) {
		if fake.Text(c, "command") == name {
			return c
		}
	}
	return nil
}

func (s *Server) usesSocket() bool {
	return fake.Flag(fake.Child(s.manifest, "settings"), "socket_mode_enabled")
}
