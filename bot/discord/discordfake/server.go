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
	"strconv"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

type object = fake.Object

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

// A Server is a Discord of its own: REST interface, gateway, messages, people.
type Server struct {
	fake.Server // the API's base is URL + "/api/v10"

	Gateway *Gateway

	opts    Options
	checker *Checker
	key     ed25519.PrivateKey
	home    *Place

	// Guarded by the lock, as is the gateway's state.
	lastID   int64
	endpoint string // of HTTP interactions; empty: the gateway is used
	decorate func(map[string]any)

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
func New(t testing.TB, o Options) *Server {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Heartbeat, o.IdentifyWindow = cmp.Or(o.Heartbeat, 41250*time.Millisecond), cmp.Or(o.IdentifyWindow, 5*time.Second)
	o.Shards, o.MaxConcurrency, o.SessionStarts = cmp.Or(o.Shards, 1), cmp.Or(o.MaxConcurrency, 1), cmp.Or(o.SessionStarts, 1000)
	s := &Server{
		opts: o, checker: NewChecker(t), key: key, users: map[string]*user{}, places: map[string]*Place{}, dms: map[string]*Place{},
		interactions: map[string]*interaction{}, files: map[string][]byte{},
	}
	s.Now, s.Patience = o.Now, cmp.Or(o.Patience, 10*time.Second)
	s.Tolerates = func(string) bool { return o.Tolerate }
	s.users[applicationID] = &user{id: applicationID, name: "solitaire", bot: true}
	s.Gateway = newGateway(s)
	s.Start(t, s.routes(), s.Gateway.close)
	s.home = s.GuildChannel()
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
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.decorate = f
}

// newID returns an id that holds the time, and is greater than all before. The
// caller holds the lock.
func (s *Server) newID() string {
	const discordEpoch = 1420070400000
	s.lastID = max(s.lastID+1, (s.Now().UnixMilli()-discordEpoch)<<22)
	return strconv.FormatInt(s.lastID, 10)
}
