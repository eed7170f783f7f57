package discordfake

import (
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Operations of the gateway.
const (
	OpDispatch       = 0
	OpHeartbeat      = 1
	OpIdentify       = 2
	OpResume         = 6
	OpReconnect      = 7
	OpInvalidSession = 9
	OpHello          = 10
	OpAck            = 11
)

const (
	socketPath   = "/ws/"
	mostFrame    = 4096 // bytes that a client may send at once
	mostFrames   = 120  // in each minute
	mostReplayed = 100
	writeTimeout = 5 * time.Second
)

// A Gateway is Discord's gateway. Its state is guarded by the server's lock.
type Gateway struct {
	s        *Server
	upgrader websocket.Upgrader
	running  sync.WaitGroup

	open       map[*connection]bool
	sessions   map[string]*session
	starts     int                 // identifies left
	identified []time.Time         // when, in order
	slots      map[int][]time.Time // of identifies, by rate limit key
	next       []Greeting
	zombie     bool
	opened     int
	resumed    int
	unsent     int
}

func newGateway(s *Server) *Gateway {
	return &Gateway{
		s: s, open: make(map[*connection]bool), sessions: make(map[string]*session),
		starts: s.opts.SessionStarts, slots: make(map[int][]time.Time),
	}
}

// A session is what a bot has identified for; another connection resumes it.
type session struct {
	id            string
	shard, shards int
	sent          []packet // dispatches, for resuming
	sequence      int
	at            *connection
}

// A connection is one websocket of a bot.
type connection struct {
	*Gateway
	ws       *websocket.Conn
	greeting Greeting
	frames   []time.Time // of the last minute
	writing  sync.Mutex
	session  *session // guarded by the server's lock
}

type packet struct {
	Op int    `json:"op"`
	D  any    `json:"d"`
	S  *int   `json:"s"`
	T  string `json:"t,omitempty"`
}

// A Greeting is what a new connection meets besides Hello.
type Greeting struct {
	Late time.Duration // before Hello

	Op     int  // a packet straight after Hello, such as OpReconnect
	D      any  // its data
	Close  int  // the connection is closed straight after Hello
	Drop   bool // the line is cut straight after Hello
	Reject int  // an identify or resume is answered by closing with this code
	Silent bool // an identify or resume is never answered
}

// Next sets what the next connection meets. Several calls are for the
// connections after that.
func (g *Gateway) Next(greeting Greeting) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.next = append(g.next, greeting)
}

// Send sends a packet without a sequence number on all connections, such as
// OpHeartbeat, OpReconnect or OpInvalidSession with true or false.
func (g *Gateway) Send(op int, d any) {
	for _, c := range g.connections() {
		c.send(packet{Op: op, D: d})
	}
}

// Close closes all connections with a code.
func (g *Gateway) Close(code int) {
	for _, c := range g.connections() {
		c.close(code, "on demand")
	}
}

// Drop cuts all lines without a word.
func (g *Gateway) Drop() {
	for _, c := range g.connections() {
		_ = c.ws.NetConn().Close() // that is the point
	}
}

// Zombie keeps the connections open, but dead: heartbeats get no ack, and
// events are kept for a resume instead of being sent. New connections are dead
// too once they are ready, until it is called with false.
func (g *Gateway) Zombie(dead bool) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.zombie, g.unsent = dead, 0
}

// Identifies returns when the bot has identified, successfully or not.
func (g *Gateway) Identifies() []time.Time {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return slices.Clone(g.identified)
}

// Unsent returns how many events dead connections have kept since Zombie.
func (g *Gateway) Unsent() int { return g.count(&g.unsent) }

// Resumed returns how many connections have resumed a session.
func (g *Gateway) Resumed() int { return g.count(&g.resumed) }

// Opened returns how many connections there have been.
func (g *Gateway) Opened() int { return g.count(&g.opened) }

func (g *Gateway) count(n *int) int {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return *n
}

// Ready returns the shards that are there now.
func (g *Gateway) Ready() []int {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return g.ready()
}

func (g *Gateway) ready() []int {
	var shards []int
	for _, ses := range g.sessions {
		if ses.at != nil {
			shards = append(shards, ses.shard)
		}
	}
	return shards
}

// WaitReady waits until that many shards are there, and fails the test if they
// don't come.
func (g *Gateway) WaitReady(shards int) {
	g.s.t.Helper()
	if !g.s.await(func() bool { return len(g.ready()) >= shards }) {
		g.s.t.Fatalf("%d shards are on the gateway; want %d", len(g.Ready()), shards)
	}
}

// WaitOpened waits until there have been that many connections, and fails the
// test if they don't come.
func (g *Gateway) WaitOpened(connections int) {
	g.s.t.Helper()
	if !g.s.await(func() bool { return g.opened >= connections }) {
		g.s.t.Fatalf("there have been %d connections to the gateway; want %d", g.Opened(), connections)
	}
}

// serve takes one connection from Hello to its end. A bot that closes with 1000
// or 1001 gives up its session, and one that sends no heartbeat for two intervals
// is gone.
func (g *Gateway) serve(w http.ResponseWriter, r *http.Request) {
	c := &connection{Gateway: g}
	ws, err := g.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	defer ws.Close()
	c.ws = ws
	g.s.mu.Lock()
	if g.s.closed {
		g.s.mu.Unlock()
		return
	}
	if len(g.next) > 0 {
		c.greeting, g.next = g.next[0], g.next[1:]
	}
	g.running.Add(1)
	defer g.running.Done()
	g.open[c] = true
	g.opened++
	g.s.notify()
	g.s.mu.Unlock()
	defer func() {
		g.s.mu.Lock()
		defer g.s.mu.Unlock()
		delete(g.open, c)
		if c.session != nil && c.session.at == c {
			c.session.at = nil
		}
		g.s.notify()
	}()
	if q := r.URL.Query(); q.Get("v") != "10" || q.Get("encoding") != "json" {
		c.close(4012, "Invalid API version")
		return
	}
	time.Sleep(c.greeting.Late)
	c.send(packet{Op: OpHello, D: object{"heartbeat_interval": g.s.opts.Heartbeat.Milliseconds()}})
	switch {
	case c.greeting.Drop:
		return
	case c.greeting.Close != 0:
		c.close(c.greeting.Close, "on demand")
	case c.greeting.Op != 0:
		c.send(packet{Op: c.greeting.Op, D: c.greeting.D})
	}
	for {
		_ = ws.SetReadDeadline(time.Now().Add(2*g.s.opts.Heartbeat + time.Second))
		_, data, err := ws.ReadMessage()
		if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
			g.s.mu.Lock()
			if c.session != nil {
				delete(g.sessions, c.session.id)
			}
			g.s.mu.Unlock()
			return
		}
		if err != nil {
			c.close(4009, "Session timed out.")
			return
		}
		if code, why := c.take(data); code != 0 {
			c.close(code, why)
			return
		}
	}
}

// send writes a packet. A write that fails shows up where the connection is read.
func (c *connection) send(p packet) {
	c.writing.Lock()
	defer c.writing.Unlock()
	_ = c.ws.SetWriteDeadline(time.Now().Add(writeTimeout))
	_ = c.ws.WriteMessage(websocket.TextMessage, encode(p))
}

func (c *connection) close(code int, why string) {
	message := websocket.FormatCloseMessage(code, why)
	_ = c.ws.WriteControl(websocket.CloseMessage, message, time.Now().Add(writeTimeout)) // it may be gone
	_ = c.ws.Close()
}

// close ends all connections and waits for them.
func (g *Gateway) close() {
	for _, c := range g.connections() {
		_ = c.ws.Close()
	}
	g.running.Wait()
}

func (g *Gateway) connections() []*connection {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	var all []*connection
	for c := range g.open {
		all = append(all, c)
	}
	return all
}

// dispatch sends an event to the shard of a guild; conversations outside
// guilds belong to shard 0. It reports whether anybody was there.
func (g *Gateway) dispatch(guild, event string, data any) bool {
	id, _ := strconv.ParseInt(guild, 10, 64) // 0 outside guilds
	g.s.mu.Lock()
	var to *connection
	var p packet
	for _, ses := range g.sessions {
		if ses.at != nil && int(id>>22)%ses.shards == ses.shard {
			to, p = ses.at, ses.event(event, data)
		}
	}
	zombie := g.zombie && to != nil
	if zombie {
		g.unsent++
	}
	g.s.mu.Unlock()
	if to != nil && !zombie {
		to.send(p)
	}
	return to != nil
}

// event numbers a dispatch and keeps it for resuming. The caller holds the lock.
func (ses *session) event(name string, data any) packet {
	ses.sequence++
	sequence := ses.sequence
	p := packet{Op: OpDispatch, D: data, S: &sequence, T: name}
	if ses.sent = append(ses.sent, p); len(ses.sent) > mostReplayed {
		ses.sent = ses.sent[1:]
	}
	return p
}

// take handles one packet of the bot. A code other than 0 ends the connection.
func (c *connection) take(data []byte) (code int, why string) {
	s, now := c.s, time.Now()
	doc, err := decode(data)
	p, ok := doc.(object)
	c.frames = slices.DeleteFunc(append(c.frames, now), func(t time.Time) bool { return now.Sub(t) >= time.Minute })
	s.mu.Lock()
	zombie, known := c.zombie, c.session != nil
	bad := func(code int, what string) (int, string) {
		s.violate("the gateway connection", Violation{Rule: "gateway", Text: what})
		return code, what
	}
	var answers []packet
	d := child(p, "d")
	tokenFits := text(d, "token") == s.opts.Token
	switch op := number(p, "op", -1); {
	case len(data) > mostFrame || err != nil || !ok:
		code, why = bad(4002, "Decode error")
	case len(c.frames) > mostFrames:
		code, why = bad(4008, "You are being rate limited.")
	case op == OpHeartbeat:
		if !zombie {
			answers = []packet{{Op: OpAck}}
		}
	case op != OpIdentify && op != OpResume && !known:
		code, why = bad(4003, "Not authenticated.")
	case op != OpIdentify && op != OpResume:
		code, why = bad(4001, "Unknown opcode.")
	case known:
		code, why = bad(4005, "Already authenticated.")
	default:
		if op == OpIdentify {
			c.identified = append(c.identified, s.opts.Now())
		}
		switch {
		case c.greeting.Reject != 0:
			code, why = c.greeting.Reject, "on demand"
		case !tokenFits:
			code, why = 4004, "Authentication failed."
		case op == OpIdentify:
			code, why, answers = c.identify(d)
		case c.sessions[text(d, "session_id")] != nil:
			code, why, answers = c.resume(c.sessions[text(d, "session_id")], number(d, "seq", 0))
		default:
			answers = []packet{{Op: OpInvalidSession, D: false}}
		}
		if c.greeting.Silent {
			answers = nil
		}
		s.notify()
	}
	s.mu.Unlock()
	for _, p := range answers {
		c.send(p)
	}
	return code, why
}

// identify begins a session, or returns what keeps it from beginning.
func (c *connection) identify(d object) (code int, why string, answers []packet) {
	s, shard, shards := c.s, 0, 1
	if pair := list(d, "shard"); len(pair) == 2 {
		shard, _ = asInt(pair[0])
		shards, _ = asInt(pair[1])
	}
	c.starts--
	switch {
	case c.starts < 0:
		s.violate("the gateway connection", Violation{Rule: "gateway", Text: "no identify was left; Discord would reset the token"})
		return 4004, "Authentication failed.", nil
	case shards < 1 || shard < 0 || shard >= shards:
		return 4010, "Invalid shard.", nil
	case shards < s.opts.Shards:
		return 4011, "Sharding required.", nil
	}
	if window := s.opts.IdentifyWindow; window > 0 {
		key, now := shard%s.opts.MaxConcurrency, s.opts.Now()
		recent := slices.DeleteFunc(c.slots[key], func(t time.Time) bool { return now.Sub(t) >= window })
		if len(recent) > 0 {
			return 0, "", []packet{{Op: OpInvalidSession, D: false}}
		}
		c.slots[key] = append(recent, now)
	}
	c.session = &session{id: "session-" + s.newID(), shard: shard, shards: shards, at: c}
	c.sessions[c.session.id] = c.session
	return 0, "", []packet{c.session.event("READY", object{
		"v": 10, "user": s.botUser(), "guilds": []any{}, "session_id": c.session.id, "resume_gateway_url": s.socketURL(),
	})}
}

// resume takes a session up again, with what was missed.
func (c *connection) resume(ses *session, sequence int) (code int, why string, answers []packet) {
	if sequence > ses.sequence {
		return 4007, "Invalid seq.", nil
	}
	if !c.greeting.Silent {
		c.session, ses.at = ses, c
		c.Gateway.resumed++
	}
	for _, p := range ses.sent {
		if *p.S > sequence {
			answers = append(answers, p)
		}
	}
	return 0, "", append(answers, ses.event("RESUMED", object{}))
}
