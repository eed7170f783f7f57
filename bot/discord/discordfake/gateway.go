package discordfake

import (
	"bytes"
	"compress/zlib"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Operations of the gateway.
const (
	OpDispatch       = 0
	OpHeartbeat      = 1
	OpIdentify       = 2
	OpPresence       = 3
	OpResume         = 6
	OpReconnect      = 7
	OpInvalidSession = 9
	OpHello          = 10
	OpAck            = 11
)

// Codes that the gateway closes a connection with.
const (
	CloseUnknown          = 4000
	CloseUnknownOp        = 4001
	CloseDecode           = 4002
	CloseNotAuthenticated = 4003
	CloseBadToken         = 4004
	CloseTwice            = 4005
	CloseBadSeq           = 4007
	CloseTooFast          = 4008
	CloseTimedOut         = 4009
	CloseBadShard         = 4010
	CloseNeedsShards      = 4011
	CloseBadVersion       = 4012
	CloseBadIntents       = 4013
	CloseNoIntents        = 4014
)

const (
	socketPath   = "/ws/"
	mostFrame    = 4096 // bytes that a client may send at once
	mostFrames   = 120  // in each minute
	writeTimeout = 5 * time.Second
)

// A Gateway is the WebSocket side of a Server, and what can be done to it.
type Gateway struct {
	s        *Server
	upgrader websocket.Upgrader
	running  sync.WaitGroup

	// Guarded by the server's lock.
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

// A session is what a bot has identified for; a resumed connection takes it up
// again.
type session struct {
	id     string
	shard  int
	shards int
	seq    int
	sent   []packet // dispatches, for resuming
	at     *connection
}

// A connection is one WebSocket of a bot.
type connection struct {
	gateway  *Gateway
	ws       *websocket.Conn
	greeting Greeting
	frames   []time.Time // of the last minute
	writing  sync.Mutex
	compress atomic.Bool

	session *session // guarded by the server's lock
}

type packet struct {
	Op int    `json:"op"`
	D  any    `json:"d"`
	S  *int   `json:"s"`
	T  string `json:"t,omitempty"`
}

// serve takes one connection from Hello to its end.
func (g *Gateway) serve(w http.ResponseWriter, r *http.Request) {
	g.s.mu.Lock()
	if g.s.closed {
		g.s.mu.Unlock()
		return
	}
	g.running.Add(1)
	g.s.mu.Unlock()
	defer g.running.Done()
	ws, err := g.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	defer ws.Close()
	c := &connection{gateway: g, ws: ws}
	if !g.enter(c) {
		return
	}
	defer g.leave(c)
	if r.URL.Query().Get("v") != "10" || r.URL.Query().Get("encoding") != "json" {
		g.violate("gateway version", "the gateway was asked for %q; the bot speaks version 10 in JSON", r.URL.RawQuery)
		c.close(CloseBadVersion, "Invalid API version")
		return
	}
	c.hello()
	c.read()
}

func (g *Gateway) enter(c *connection) bool {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	if g.s.closed {
		return false
	}
	if len(g.next) > 0 {
		c.greeting, g.next = g.next[0], g.next[1:]
	}
	g.open[c] = true
	g.opened++
	g.s.notify()
	return true
}

func (g *Gateway) leave(c *connection) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	delete(g.open, c)
	if c.session != nil && c.session.at == c {
		c.session.at = nil
	}
	g.s.notify()
}

func (g *Gateway) violate(rule, format string, args ...any) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	r := new(report)
	r.add(rule, "", format, args...)
	g.s.violate("the gateway connection", r.found...)
}

// hello greets, and does then what was asked for.
func (c *connection) hello() {
	time.Sleep(c.greeting.Late)
	interval := c.gateway.s.opts.Heartbeat
	c.send(packet{Op: OpHello, D: object{"heartbeat_interval": interval.Milliseconds(), "_trace": []any{"fake"}}})
	g := c.greeting
	switch {
	case g.Drop:
		_ = c.ws.Close() // that is the point
	case g.Close != 0:
		c.close(g.Close, "on demand")
	case g.Op != 0:
		c.send(packet{Op: g.Op, D: g.D})
	}
}

// read takes packets until the connection ends. Who sends no heartbeat for two
// intervals is gone.
func (c *connection) read() {
	for {
		_ = c.ws.SetReadDeadline(time.Now().Add(2*c.gateway.s.opts.Heartbeat + time.Second))
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			c.ended(err)
			return
		}
		if code, why := c.take(data); code != 0 {
			c.close(code, why)
			return
		}
	}
}

// ended looks why reading stopped. A bot that closes with 1000 or 1001 has
// given up its session.
func (c *connection) ended(err error) {
	if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
		s := c.gateway.s
		s.mu.Lock()
		if c.session != nil {
			delete(c.gateway.sessions, c.session.id)
		}
		s.mu.Unlock()
		return
	}
	if timeout, ok := err.(interface{ Timeout() bool }); ok && timeout.Timeout() {
		c.close(CloseTimedOut, "Session timed out.")
	}
}

// send writes a packet. A write that fails shows up where the connection is read.
func (c *connection) send(p packet) {
	c.writing.Lock()
	defer c.writing.Unlock()
	kind, data := websocket.TextMessage, encode(p)
	if c.compress.Load() {
		kind, data = websocket.BinaryMessage, deflate(data)
	}
	_ = c.ws.SetWriteDeadline(time.Now().Add(writeTimeout))
	_ = c.ws.WriteMessage(kind, data)
}

func (c *connection) close(code int, why string) {
	message := websocket.FormatCloseMessage(code, why)
	_ = c.ws.WriteControl(websocket.CloseMessage, message, time.Now().Add(writeTimeout)) // it may be gone
	_ = c.ws.Close()
}

func deflate(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
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
	g.s.mu.Lock()
	id, _ := strconv.ParseInt(guild, 10, 64) // 0 outside guilds
	var to *connection
	var p packet
	for _, ses := range g.sessions {
		if ses.at == nil || int(id>>22)%ses.shards != ses.shard {
			continue
		}
		to, p = ses.at, ses.next(event, data)
	}
	zombie := g.zombie
	if to != nil && zombie {
		g.unsent++
	}
	g.s.mu.Unlock()
	if to == nil {
		return false
	}
	if !zombie {
		to.send(p)
	}
	return true
}

// next numbers a dispatch and remembers it for resuming.
func (ses *session) next(event string, data any) packet {
	const remembered = 100
	ses.seq++
	seq := ses.seq
	p := packet{Op: OpDispatch, D: data, S: &seq, T: event}
	if ses.sent = append(ses.sent, p); len(ses.sent) > remembered {
		ses.sent = ses.sent[1:]
	}
	return p
}
