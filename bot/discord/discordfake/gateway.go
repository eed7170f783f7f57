package discordfake

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
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
	writeTimeout = 5 * time.Second
)

// A Gateway is Discord's gateway. Its state is guarded by the server's lock.
type Gateway struct {
	s        *Server
	upgrader websocket.Upgrader

	starts   int // identifies left
	open     map[*connection]bool
	sessions map[string]*session
	slots    map[int]time.Time // of the last identify, by rate limit key
	next     []Greeting
	zombie   bool
	seen     Seen
}

func newGateway(s *Server) *Gateway {
	return &Gateway{
		s: s, open: make(map[*connection]bool), sessions: make(map[string]*session),
		starts: s.opts.SessionStarts, slots: make(map[int]time.Time),
	}
}

// A session is what a bot has identified for; another connection resumes it.
type session struct {
	id            string
	shard, shards int
	sent          []packet // all dispatches; their numbers begin with 1
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
	g.s.Mu.Lock()
	defer g.s.Mu.Unlock()
	g.next = append(g.next, greeting)
}

// Send sends a packet without a sequence number on all connections, such as
// OpHeartbeat, OpReconnect or OpInvalidSession with true or false.
func (g *Gateway) Send(op int, d any) {
	for _, c := range g.connections() {
		if op == OpInvalidSession && d == false {
			g.forget(c)
		}
		c.send(packet{Op: op, D: d})
	}
}

// Close closes all connections with a code.
func (g *Gateway) Close(code int) {
	for _, c := range g.connections() {
		c.close(code)
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
	g.s.Mu.Lock()
	defer g.s.Mu.Unlock()
	g.zombie, g.seen.Unsent = dead, 0
}

// Seen is what there has been on the gateway so far.
type Seen struct {
	Opened     int         // connections
	Resumed    int         // connections that have resumed a session
	Unsent     int         // events that dead connections have kept since Zombie
	Identifies []time.Time // when the bot has identified, successfully or not
	Ready      []int       // the shards that are there now
}

// Seen returns what there has been so far.
func (g *Gateway) Seen() Seen {
	g.s.Mu.Lock()
	defer g.s.Mu.Unlock()
	return g.now()
}

// now is Seen with the lock held.
func (g *Gateway) now() Seen {
	seen := g.seen
	seen.Identifies = slices.Clone(seen.Identifies)
	for _, ses := range g.sessions {
		if ses.at != nil {
			seen.Ready = append(seen.Ready, ses.shard)
		}
	}
	return seen
}

// WaitReady waits until that many shards are there, and fails the test if they
// don't come.
func (g *Gateway) WaitReady(shards int) {
	g.s.T.Helper()
	g.wait(func(now Seen) bool { return len(now.Ready) >= shards })
}

// WaitOpened waits until there have been that many connections, and fails the
// test if they don't come.
func (g *Gateway) WaitOpened(connections int) {
	g.s.T.Helper()
	g.wait(func(now Seen) bool { return now.Opened >= connections })
}

func (g *Gateway) wait(done func(now Seen) bool) {
	g.s.T.Helper()
	if !g.s.Await(func() bool { return done(g.now()) }) {
		g.s.T.Fatalf("what was waited for didn't come to the gateway: %+v", g.Seen())
	}
}

// serve runs one connection from Hello to its end. A bot that closes with 1000
// or 1001 gives up its session, and one that sends no heartbeat for two intervals
// is gone.
func (g *Gateway) serve(w http.ResponseWriter, r *http.Request) {
	ws, err := g.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	defer ws.Close()
	c := &connection{Gateway: g, ws: ws}
	if !g.enter(c) {
		return
	}
	defer g.leave(c)
	if q := r.URL.Query(); q.Get("v") != "10" || q.Get("encoding") != "json" {
		c.close(4012)
		return
	}
	time.Sleep(c.greeting.Late)
	c.send(packet{Op: OpHello, D: object{"heartbeat_interval": g.s.opts.Heartbeat.Milliseconds()}})
	switch {
	case c.greeting.Drop:
		return
	case c.greeting.Close != 0:
		c.close(c.greeting.Close)
	case c.greeting.Op != 0:
		c.send(packet{Op: c.greeting.Op, D: c.greeting.D})
	}
	for {
		_ = ws.SetReadDeadline(time.Now().Add(2*g.s.opts.Heartbeat + time.Second))
		_, data, err := ws.ReadMessage()
		if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
			g.forget(c)
			return
		}
		code := 4009
		if err == nil {
			code = c.take(data)
		}
		if code != 0 {
			c.close(code)
			return
		}
	}
}

// enter counts a connection and takes its greeting, unless the server has closed.
func (g *Gateway) enter(c *connection) bool {
	g.s.Mu.Lock()
	defer g.s.Mu.Unlock()
	if g.s.Closing.Err() != nil {
		return false
	}
	if len(g.next) > 0 {
		c.greeting, g.next = g.next[0], g.next[1:]
	}
	g.s.Running.Add(1)
	g.open[c] = true
	g.seen.Opened++
	g.s.Notify()
	return true
}

// forget ends the session of a connection: it can't be resumed.
func (g *Gateway) forget(c *connection) {
	g.s.Mu.Lock()
	defer g.s.Mu.Unlock()
	if c.session != nil {
		delete(g.sessions, c.session.id)
	}
}

func (g *Gateway) leave(c *connection) {
	g.s.Mu.Lock()
	defer g.s.Mu.Unlock()
	delete(g.open, c)
	if c.session != nil && c.session.at == c {
		c.session.at = nil
	}
	g.s.Notify()
	g.s.Running.Done()
}

// send writes a packet. A write that fails shows up where the connection is read.
func (c *connection) send(p packet) {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.write(p)
}

// write is send for a caller that holds the lock for writing. A caller that numbers packets
// takes this lock while it still holds the server's, so packets are sent in their order.
func (c *connection) write(p packet) {
	_ = c.ws.SetWriteDeadline(time.Now().Add(writeTimeout))
	_ = c.ws.WriteMessage(websocket.TextMessage, fake.Encode(p))
}

func (c *connection) close(code int) {
	message := websocket.FormatCloseMessage(code, "")
	_ = c.ws.WriteControl(websocket.CloseMessage, message, time.Now().Add(writeTimeout)) // it may be gone
	_ = c.ws.Close()
}

// close ends all connections.
func (g *Gateway) close() {
	for _, c := range g.connections() {
		_ = c.ws.Close()
	}
}

func (g *Gateway) connections() []*connection {
	g.s.Mu.Lock()
	defer g.s.Mu.Unlock()
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
	g.s.Mu.Lock()
	var to *connection
	var p packet
	var newest *session // the connection of an older one may be ending
	for _, ses := range g.sessions {
		if ses.at != nil && int(id>>22)%ses.shards == ses.shard && (newest == nil || ses.id > newest.id) {
			newest = ses
		}
	}
	if newest != nil {
		to, p = newest.at, newest.event(event, data)
	}
	zombie := g.zombie && to != nil
	if zombie {
		g.seen.Unsent++
	}
	if to == nil || zombie {
		g.s.Mu.Unlock()
		return to != nil
	}
	to.writing.Lock()
	defer to.writing.Unlock()
	g.s.Mu.Unlock()
	to.write(p)
	return true
}

// event numbers a dispatch and keeps it for resuming. The caller holds the lock.
func (ses *session) event(name string, data any) packet {
	sequence := len(ses.sent) + 1
	p := packet{Op: OpDispatch, D: data, S: &sequence, T: name}
	ses.sent = append(ses.sent, p)
	return p
}

// take handles one packet of the bot. A code other than 0 ends the connection.
func (c *connection) take(data []byte) (code int) {
	s, now := c.s, time.Now()
	doc, _ := fake.Decode(data)
	p, isObject := doc.(object)
	op := fake.Number(p, "op", -1)
	isStart := op == OpIdentify || op == OpResume
	c.frames = slices.DeleteFunc(append(c.frames, now), func(t time.Time) bool { return now.Sub(t) >= time.Minute })
	s.Mu.Lock()
	var answers []packet
	switch {
	case len(data) > mostFrame || !isObject:
		code = 4002
	case len(c.frames) > mostFrames:
		code = 4008
	case op == OpHeartbeat:
		if !c.zombie {
			answers = []packet{{Op: OpAck}}
		}
	case !isStart && c.session == nil:
		code = 4003
	case !isStart:
		code = 4001
	case c.session != nil:
		code = 4005
	case op == OpIdentify:
		c.seen.Identifies = append(c.seen.Identifies, s.Now())
		code, answers = c.identify(fake.Child(p, "d"))
	default:
		code, answers = c.resume(fake.Child(p, "d"))
	}
	if code != 0 && !isStart || code == 4005 {
		s.Report("the gateway connection", fake.Violation{Rule: "gateway", Text: fmt.Sprintf("a packet is answered by closing with %d: %.80s", code, data)})
	}
	s.Notify()
	c.writing.Lock()
	defer c.writing.Unlock()
	s.Mu.Unlock()
	for _, p := range answers {
		c.write(p)
	}
	return code
}

// refuses returns the code that ends an identify or resume, 0 if it is admitted.
func (c *connection) refuses(d object) int {
	if c.greeting.Reject == 0 && fake.Text(d, "token") != token {
		return 4004
	}
	return c.greeting.Reject
}

// identify begins a session, or returns the code for a wrong request.
func (c *connection) identify(d object) (code int, answers []packet) {
	if code := c.refuses(d); code != 0 || c.greeting.Silent || c.greeting.Op != 0 { // it leads nowhere
		return code, nil
	}
	s, shard, shards := c.s, 0, 1
	if pair := fake.List(d, "shard"); len(pair) == 2 {
		shard, _ = fake.Int(pair[0])
		shards, _ = fake.Int(pair[1])
	}
	key, now, window := shard%s.opts.MaxConcurrency, s.Now(), s.opts.IdentifyWindow
	c.starts--
	switch {
	case c.starts < 0:
		s.Report("the gateway connection", fake.Violation{Rule: "gateway", Text: "no identify was left; Discord would reset the token"})
		return 4004, nil
	case shards < 1 || shard < 0 || shard >= shards:
		return 4010, nil
	case shards < s.opts.Shards:
		return 4011, nil
	case window > 0 && now.Sub(c.slots[key]) < window:
		return 0, []packet{{Op: OpInvalidSession, D: false}}
	}
	c.slots[key] = now
	c.session = &session{id: "session-" + s.newID(), shard: shard, shards: shards, at: c}
	c.sessions[c.session.id] = c.session
	return 0, []packet{c.session.event("READY", object{
		"v": 10, "user": s.botUser(), "guilds": []any{}, "session_id": c.session.id, "resume_gateway_url": s.socketURL(),
	})}
}

// resume continues a session with the events that its bot has missed.
func (c *connection) resume(d object) (code int, answers []packet) {
	if code := c.refuses(d); code != 0 || c.greeting.Silent || c.greeting.Op != 0 { // it leads nowhere
		return code, nil
	}
	ses, sequence := c.sessions[fake.Text(d, "session_id")], fake.Number(d, "seq", 0)
	switch {
	case ses == nil:
		return 0, []packet{{Op: OpInvalidSession, D: false}}
	case sequence > len(ses.sent):
		return 4007, nil
	}
	c.session, ses.at = ses, c
	c.seen.Resumed++
	missed := slices.Clone(ses.sent[sequence:])
	return 0, append(missed, ses.event("RESUMED", object{}))
}
