package discordfake

import (
	"crypto/ed25519"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"
)

// A Server is a Discord of its own: REST interface, gateway, messages, people.
type Server struct {
	URL     string // the API's base is URL + "/api/v10"
	Gateway *Gateway

	t       testing.TB
	opts    Options
	checker *Checker
	http    *httptest.Server
	client  *http.Client // for HTTP interactions
	key     ed25519.PrivateKey
	home    *Place

	mu         sync.Mutex // guards everything below, and the gateway's state
	changed    chan struct{}
	closed     bool
	lastID     int64
	endpoint   string // of HTTP interactions; empty: the gateway is used
	decorate   func(map[string]any)
	faults     []*Fault
	payloads   []Payload
	violations []Violation
	refusals   []Refusal

	users        map[string]*user
	places       map[string]*Place // by channel
	dms          map[string]*Place // by user
	messages     map[string]*stored
	order        map[string][]*stored // by channel, oldest first
	interactions map[string]*interaction
	byToken      map[string]*interaction
	commands     map[string]*commandSet // by guild; "" is global
	creates      []time.Time            // of commands
	files        map[string][]byte      // attachments by path
}

// New starts a Discord that lives as long as the test. Whatever the bot does
// wrong fails the test.
func New(t testing.TB, opts Options) *Server {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		t: t, opts: opts.withDefaults(), checker: NewChecker(t), key: key,
		client:       &http.Client{Transport: &http.Transport{}},
		changed:      make(chan struct{}),
		users:        make(map[string]*user),
		places:       make(map[string]*Place),
		dms:          make(map[string]*Place),
		messages:     make(map[string]*stored),
		order:        make(map[string][]*stored),
		interactions: make(map[string]*interaction),
		byToken:      make(map[string]*interaction),
		commands:     make(map[string]*commandSet),
		files:        make(map[string][]byte),
	}
	s.client.Timeout = s.opts.Patience
	s.Gateway = newGateway(s)
	s.home = s.GuildChannel()
	s.http = httptest.NewServer(s.routes())
	s.URL = s.http.URL
	t.Cleanup(s.close)
	return s
}

// close ends all connections, so that nothing is reported once the test is over.
func (s *Server) close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.Gateway.close()
	s.http.CloseClientConnections()
	s.http.Close()
	s.client.CloseIdleConnections()
}

// PublicKey returns the key that HTTP interactions are signed with, as the
// configuration wants it.
func (s *Server) PublicKey() string {
	return hex.EncodeToString(s.key.Public().(ed25519.PublicKey))
}

// Token returns the bot's token.
func (s *Server) Token() string { return s.opts.Token }

// ApplicationID returns the application's id.
func (s *Server) ApplicationID() string { return s.opts.ApplicationID }

// HasSchemas reports whether payloads are checked against Discord's schemas
// too, and not only against the rules.
func (s *Server) HasSchemas() bool { return s.checker.HasSchemas() }

// Decorate sets a function that changes every interaction before it is sent,
// to try fields and components that the bot doesn't know. The function must not
// use the server.
func (s *Server) Decorate(f func(interaction map[string]any)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.decorate = f
}

// Violations lists what the bot did wrong so far.
func (s *Server) Violations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Violation(nil), s.violations...)
}

// Refusals lists all errors that were answered, also those that are nobody's
// fault, such as faults on demand and tokens that had become too old.
func (s *Server) Refusals() []Refusal {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Refusal(nil), s.refusals...)
}

// A Payload is one body that the bot sent.
type Payload struct {
	Route Route
	Kind  Kind
	Path  string
	Body  []byte
	Files []File
}

// A File is what was uploaded along with a payload.
type File struct {
	Name string
	Data []byte
}

// Payloads lists all bodies that the bot sent, refused ones included. They add
// up; see [Server.ForgetPayloads].
func (s *Server) Payloads() []Payload {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Payload(nil), s.payloads...)
}

// ForgetPayloads gives up all that was sent so far, for tests that play for
// long. Messages and tokens stay.
func (s *Server) ForgetPayloads() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.payloads = nil
	for _, in := range s.interactions {
		if in.settled() {
			in.attempts = nil
		}
	}
}

// violate records what the bot did wrong. The caller holds the lock.
func (s *Server) violate(where string, found ...Violation) {
	s.violations = append(s.violations, found...)
	if s.opts.Tolerate || s.closed {
		return
	}
	for _, v := range found {
		s.t.Errorf("Discord refuses %s: %v", where, v)
	}
}

// notify wakes everybody who waits for a change. The caller holds the lock.
func (s *Server) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// await waits until done holds, which is called under the lock. It reports
// false when patience ended first.
func (s *Server) await(done func() bool) bool {
	return s.watch(func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return done()
	})
}

// watch is await for what takes the lock itself.
func (s *Server) watch(done func() bool) bool {
	timer := time.NewTimer(s.opts.Patience)
	defer timer.Stop()
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if done() {
			return true
		}
		select {
		case <-changed:
		case <-timer.C:
			return false
		}
	}
}

// discordEpoch is the zero of the time in Discord's ids.
const discordEpoch = 1420070400000

// newID returns an id that holds the time, and is greater than all before. The
// caller holds the lock.
func (s *Server) newID() string {
	s.lastID = max(s.lastID+1, (s.opts.Now().UnixMilli()-discordEpoch)<<22)
	return strconv.FormatInt(s.lastID, 10)
}
