package slackfake

import (
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

// maxAck is where Slack drops an acknowledgement without a word (S12).
const maxAck = 20_480

// maxAttempts is how often Slack sends again what nobody acknowledged.
const maxAttempts = 3

// socketMode is what the server knows of its connections.
type socketMode struct {
	tickets map[string]bool // of addresses that weren't used yet
	open    []*socket       // those that get deliveries
	all     map[*socket]bool
	turn    int
	waiting []*Delivery          // for a connection
	known   map[string]*Delivery // by envelope
	twice   bool                 // send the next envelope two times
}

func (m *socketMode) init() {
	m.tickets, m.all, m.known = map[string]bool{}, map[*socket]bool{}, map[string]*Delivery{}
}

// A socket is one connection of the bot.
type socket struct {
	conn  *websocket.Conn
	raw   *frameConn
	out   chan []byte   // frames to write; guarded by ended
	ended chan struct{} // closed when nothing is read any more
}

func (s *Server) openConnection(*call) (object, error) {
	if !s.app.socket {
		s.violate("M3", "apps.connections.open", "the manifest doesn't switch Socket Mode on")
		return nil, refuse("socket_mode_not_enabled")
	}
	const most = 10
	if len(s.sockets.all) >= most {
		return nil, refuse("too_many_websockets")
	}
	ticket := s.id("ticket")
	s.sockets.tickets[ticket] = true
	return object{"url": "ws" + s.URL[len("http"):] + "/link/" + ticket}, nil
}

// serveSocket runs one connection until it ends.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	if !s.takeTicket(r.PathValue("ticket")) {
		s.violate(Transport, "Socket Mode", "an address was used twice, or never given out")
		http.NotFound(w, r)
		return
	}
	s.running.Add(1)
	defer s.running.Done()
	raw, _ := r.Context().Value(connKey{}).(*frameConn)
	raw.watching.Store(true)
	upgrader := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		s.violate(Transport, "Socket Mode", "%v", err)
		return
	}
	c := &socket{conn: conn, raw: raw, out: make(chan []byte, 256), ended: make(chan struct{})}
	s.running.Go(func() { s.write(c) })
	s.enter(c)
	s.read(c)
	s.leave(c)
}

func (s *Server) takeTicket(ticket string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer delete(s.sockets.tickets, ticket)
	return s.sockets.tickets[ticket]
}

// enter greets a connection and gives it what has been waiting.
func (s *Server) enter(c *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sockets.open = append(s.sockets.open, c)
	s.sockets.all[c] = true
	c.put(encode(object{
		"type": "hello", "num_connections": len(s.sockets.open),
		"connection_info": object{"app_id": appID},
		"debug_info":      object{"host": "fake", "build_number": 1, "approximate_connection_time": 18060},
	}))
	waiting := s.sockets.waiting
	s.sockets.waiting = nil
	for _, d := range waiting {
		s.dispatch(d)
	}
	s.touch()
}

// leave takes a connection out. What was on it without an acknowledgement is
// sent again elsewhere.
func (s *Server) leave(c *socket) {
	close(c.ended)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sockets.all, c)
	s.retire(c)
	for _, d := range s.sockets.known {
		if d.on == c && d.owed != nil {
			s.again(d)
		}
	}
	s.touch()
}

// retire gives a connection no more deliveries. The lock is held.
func (s *Server) retire(c *socket) {
	for i, o := range s.sockets.open {
		if o == c {
			s.sockets.open = append(s.sockets.open[:i:i], s.sockets.open[i+1:]...)
			return
		}
	}
}

// put queues a frame. A connection that takes no more is as good as ended.
func (c *socket) put(frame []byte) {
	select {
	case c.out <- frame:
	case <-c.ended:
	default:
		_ = c.conn.NetConn().Close()
	}
}

func (s *Server) write(c *socket) {
	ping := time.NewTicker(s.opts.Ping)
	defer ping.Stop()
	for {
		select {
		case frame := <-c.out:
			_ = c.conn.WriteMessage(websocket.TextMessage, frame) // the reader sees the end
		case <-ping.C:
			_ = c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(s.opts.Ping))
		case <-c.ended:
			_ = c.conn.Close()
			return
		}
	}
}

func (s *Server) read(c *socket) {
	for {
		kind, data, err := c.conn.ReadMessage()
		if err != nil {
			return
		}
		if kind != websocket.TextMessage {
			s.violate(Transport, "Socket Mode", "a frame isn't text")
			continue
		}
		if c.raw.split.Swap(false) {
			s.violate(Transport, "Socket Mode", "a message came in several frames, which Slack doesn't join")
			continue
		}
		s.readAck(data)
	}
}

// readAck takes what the bot says, which can only be an acknowledgement.
func (s *Server) readAck(data []byte) {
	ack := decodeObject(data)
	if ack == nil {
		s.violate(Transport, "Socket Mode", "an acknowledgement is no JSON object")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.sockets.known[str(ack, "envelope_id")]
	if d == nil {
		s.violate(Transport, "Socket Mode", "envelope_id %q was never sent", str(ack, "envelope_id"))
		return
	}
	if d.acks >= d.sent {
		s.violate(Transport, d.where(), "acknowledged more often than it was sent")
		return
	}
	for key := range ack {
		if key != "envelope_id" && key != "payload" {
			s.violate(Transport, d.where(), "%q has no place in an acknowledgement", key)
		}
	}
	answer, has := ack["payload"].(object)
	if len(data) >= maxAck {
		s.violate("S12", d.where(), "the acknowledgement has %d bytes, %d are too many", len(data), maxAck)
		return // and Slack goes on as if there were none
	}
	if has && !d.takesAnswer() {
		s.violate("S12", d.where(), "this envelope accepts no payload")
		answer = nil
	}
	s.acknowledged(d, answer)
}

// dispatch sends a delivery on the next connection, or keeps it until there is
// one. The lock is held.
func (s *Server) dispatch(d *Delivery) {
	s.sockets.known[d.envelope] = d
	if len(s.sockets.open) == 0 {
		s.sockets.waiting = append(s.sockets.waiting, d)
		return
	}
	c := s.sockets.open[s.sockets.turn%len(s.sockets.open)]
	s.sockets.turn++
	s.envelope(c, d)
	if s.sockets.twice {
		s.sockets.twice = false
		s.envelope(c, d)
	}
}

// envelope sends a delivery on a connection. The lock is held.
func (s *Server) envelope(c *socket, d *Delivery) {
	d.count()
	d.on = c
	envelope := object{
		"type": d.kind, "envelope_id": d.envelope, "accepts_response_payload": d.takesAnswer(), "payload": d.payload,
	}
	if d.kind == event || d.attempt > 0 {
		envelope["retry_attempt"], envelope["retry_reason"] = d.attempt, ""
		if d.attempt > 0 {
			envelope["retry_reason"] = "timeout"
		}
	}
	c.put(encode(envelope))
	if d.owed != nil {
		d.owed.Stop()
	}
	d.owed = time.AfterFunc(s.opts.Ack, func() { s.late(d, c) })
}

// late is what happens when an acknowledgement doesn't come in time.
func (s *Server) late(d *Delivery, c *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.owed == nil || d.on != c {
		return
	}
	s.violate(Transport, d.where(), "not acknowledged within %v", s.opts.Ack)
	s.again(d)
}

// again sends a delivery once more, as a retry. The lock is held.
func (s *Server) again(d *Delivery) {
	if d.owed != nil {
		d.owed.Stop()
		d.owed = nil
	}
	if d.attempt == maxAttempts {
		d.failure = "nobody acknowledged it"
		s.touch()
		return
	}
	d.attempt++
	s.dispatch(d)
}

// closeSockets ends all connections and timers.
func (s *Server) closeSockets() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.sockets.known {
		if d.owed != nil {
			d.owed.Stop()
			d.owed = nil
		}
	}
	for c := range s.sockets.all {
		_ = c.conn.NetConn().Close()
	}
}

// Connections tells how many connections get deliveries.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sockets.open)
}

// AwaitConnections waits until the bot has that many connections.
func (s *Server) AwaitConnections(n int) {
	s.t.Helper()
	if !s.until(s.opts.Wait, func() bool { return len(s.sockets.open) == n }) {
		s.t.Fatalf("slackfake: %d connections, not %d", s.Connections(), n)
	}
}

// Disconnect asks the bot to connect anew, for a reason such as warning,
// refresh_requested or link_disabled.
func (s *Server) Disconnect(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.sockets.open {
		c.put(encode(object{"type": "disconnect", "reason": reason, "debug_info": object{"host": "fake"}}))
	}
	s.sockets.open = nil
}

// Drop cuts all connections without a word.
func (s *Server) Drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.sockets.all {
		if tcp, ok := c.raw.Conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // a reset, as when a cable is pulled
		}
		_ = c.raw.Close()
	}
	s.sockets.open = nil
}

// Garble sends a frame that is no JSON on every connection.
func (s *Server) Garble() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.sockets.open {
		c.put([]byte(`{"type":"slash_comm`))
	}
}

// Duplicate makes the next envelope come twice.
func (s *Server) Duplicate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sockets.twice = true
}
