// Package discordfake is a Discord for tests.
//
// A [Server] has the REST routes that the bot uses and the gateway, records what
// the bot sends, and refuses what Discord refuses: every body is checked against
// Discord's schemas, if $SOLITAIRE_SHARED has them, and against the rules that
// these don't express (rules.go, commandrules.go), and every interaction has its
// life cycle. A mistake that only the bot can make fails the test.
//
// A [Person] types registered commands, presses visible buttons, and gets the
// answer, over the gateway or over HTTP:
//
//	srv := discordfake.New(t, discordfake.Options{})
//	… // start the bot with srv.URL + "/api/v10", srv.Token() and so on
//	srv.Gateway.WaitReady(1) // or srv.UseHTTP(address)
//
//	ann := srv.Person("7", "ann", "en-GB") // in a guild channel
//	board := ann.Slash("solitaire new", "draw:3").Message
//	ann.ClickOn(board, "Undo")
//	ann.In(srv.GroupDM()).Slash("draw")
//
//	srv.Fail(discordfake.Fault{Route: discordfake.RouteCallback, Kind: discordfake.BadGatewayAfter})
//	srv.Gateway.Next(discordfake.Greeting{Op: discordfake.OpReconnect})
//	srv.Gateway.Drop()
//
// Ids and tokens follow from [Options.Now] and the order of events, so with a
// still clock two runs see the same ones.
package discordfake

import (
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

const (
	token         = "fake-token"
	applicationID = "1100000000000000001"
)

// Options change the defaults.
type Options struct {
	Now func() time.Time // default time.Now

	// Tolerate keeps violations from failing the test. It is for tests that break
	// rules on purpose.
	Tolerate bool

	// Patience is how long a person waits for an answer, in real time. The
	// default, 10 s, leaves a busy machine some time; Now decides whether the
	// answer came within 3 s.
	Patience time.Duration

	Heartbeat      time.Duration // interval in Hello; default 41.25 s
	Shards         int           // recommended, and the least that may be used; default 1
	MaxConcurrency int           // identifies in each window; default 1
	IdentifyWindow time.Duration // default 5 s; negative: not enforced
	SessionStarts  int           // identifies left; default 1000
}

func (o Options) withDefaults() Options {
	o.Patience = cmp.Or(o.Patience, 10*time.Second)
	o.Heartbeat = cmp.Or(o.Heartbeat, 41250*time.Millisecond)
	o.Shards = cmp.Or(o.Shards, 1)
	o.MaxConcurrency = cmp.Or(o.MaxConcurrency, 1)
	o.IdentifyWindow = cmp.Or(o.IdentifyWindow, 5*time.Second)
	o.SessionStarts = cmp.Or(o.SessionStarts, 1000)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

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

	users        map[string]*user
	places       map[string]*Place // by channel
	dms          map[string]*Place // by user
	messages     []*message        // oldest first
	interactions map[string]*interaction
	commands     []object
	files        map[string][]byte // attachments by path
	emojis       []Emoji
	emojiLimit   int         // uploads an hour; 0: no limit
	uploads      []time.Time // in the last hour
}

// New starts a Discord that lives as long as the test.
func New(t testing.TB, opts Options) *Server {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		t: t, opts: opts.withDefaults(), checker: NewChecker(t), key: key, client: &http.Client{Transport: &http.Transport{}},
		changed: make(chan struct{}), users: make(map[string]*user), places: make(map[string]*Place), dms: make(map[string]*Place),
		interactions: make(map[string]*interaction), files: make(map[string][]byte),
	}
	s.client.Timeout = s.opts.Patience
	s.Gateway = newGateway(s)
	s.home = s.GuildChannel()
	s.http = httptest.NewServer(s.routes())
	s.URL = s.http.URL
	t.Cleanup(func() { // nothing is reported once the test is over
		s.mu.Lock()
		s.closed = true
		s.mu.Unlock()
		s.Gateway.close()
		s.http.CloseClientConnections()
		s.http.Close()
		s.client.CloseIdleConnections()
	})
	return s
}

// PublicKey returns the key that HTTP interactions are signed with, in hex.
func (s *Server) PublicKey() string { return hex.EncodeToString(s.key.Public().(ed25519.PublicKey)) }

// Token returns the bot's token.
func (s *Server) Token() string { return token }

// ApplicationID returns the application's id.
func (s *Server) ApplicationID() string { return applicationID }

// Decorate sets a function that changes every interaction before it is sent,
// to try fields and components that the bot doesn't know. The function must not
// use the server.
func (s *Server) Decorate(f func(interaction map[string]any)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.decorate = f
}

// Violations lists the bot's mistakes so far.
func (s *Server) Violations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// A Payload is one body that the bot sent.
type Payload struct {
	Route Route
	Kind  Kind
	Path  string
	Body  []byte
	Files []File
}

// A File was uploaded along with a payload.
type File struct {
	Name string
	Data []byte
}

// Payloads lists all bodies that the bot sent, refused ones included.
func (s *Server) Payloads() []Payload {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.payloads)
}

// ForgetPayloads drops the payloads so far, for tests that play for long.
func (s *Server) ForgetPayloads() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.payloads = nil
}

// violate records mistakes of the bot. The caller holds the lock.
func (s *Server) violate(where string, found ...Violation) {
	s.violations = append(s.violations, found...)
	for _, v := range found {
		if !s.opts.Tolerate && !s.closed {
			s.t.Errorf("Discord refuses %s: %v", where, v)
		}
	}
}

// notify wakes up the callers of await. The caller holds the lock.
func (s *Server) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// await waits until done holds, which is called under the lock. It reports
// false when patience ended first.
func (s *Server) await(done func() bool) bool {
	timer := time.NewTimer(s.opts.Patience)
	defer timer.Stop()
	for {
		s.mu.Lock()
		changed, is := s.changed, done()
		s.mu.Unlock()
		if is {
			return true
		}
		select {
		case <-changed:
		case <-timer.C:
			return false
		}
	}
}

// newID returns an id that holds the time, and is greater than all before. The
// caller holds the lock.
func (s *Server) newID() string {
	const discordEpoch = 1420070400000
	s.lastID = max(s.lastID+1, (s.opts.Now().UnixMilli()-discordEpoch)<<22)
	return strconv.FormatInt(s.lastID, 10)
}
