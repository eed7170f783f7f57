package slackfake

import (
	"cmp"
	"maps"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// maxAck is the size from which Slack drops an acknowledgement silently (S12).
const maxAck = 20_480

// sockets are the Socket Mode connections.
type sockets struct {
	tickets map[string]bool   // addresses that weren't used yet
	open    []*websocket.Conn // those that get deliveries
	all     map[*websocket.Conn]bool
	turn    int
	waiting []*Delivery          // for a connection
	known   map[string]*Delivery // by envelope, until the last acknowledgement
	twice   bool                 // send the next envelope two times
}

func (s *Server) openConnection(name string, _ object) (object, error) {
	const most = 10
	switch {
	case !s.usesSocket():
		s.violate("M3", name, "the manifest doesn't switch Socket Mode on")
		return nil, apiError("socket_mode_not_enabled")
	case len(s.sockets.all) >= most:
		return nil, apiError("too_many_websockets")
	}
	ticket := s.id("ticket")
	s.sockets.tickets[ticket] = true
	return object{"url": "ws" + s.URL[len("http"):] + "/link/" + ticket}, nil
}

// serveSocket runs one connection until it ends.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	ticket := r.PathValue("ticket")
	s.Mu.Lock()
	valid := s.sockets.tickets[ticket]
	delete(s.sockets.tickets, ticket)
	s.Mu.Unlock()
	if !valid {
		s.violate(Transport, "Socket Mode", "an address was used twice, or never given out")
		http.NotFound(w, r)
		return
	}
	s.Running.Add(1)
	defer s.Running.Done()
	upgrader := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		s.violate(Transport, "Socket Mode", "%v", err)
		return
	}
	defer func() { _ = conn.Close() }()
	s.enter(conn)
	defer s.leave(conn)
	pings := time.NewTicker(pingTime)
	defer pings.Stop()
	reading := make(chan struct{})
	s.Running.Go(func() {
		for {
			select {
			case <-pings.C:
				_ = conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(pingTime))
			case <-reading:
				return
			}
		}
	})
	defer close(reading)
	for {
		kind, data, err := conn.ReadMessage()
		if err != nil {
			return
		}
		s.readAck(kind, data)
	}
}

// enter greets a connection and gives it the waiting deliveries.
func (s *Server) enter(c *websocket.Conn) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.sockets.open, s.sockets.all[c] = append(s.sockets.open, c), true
	put(c, object{
		"type": "hello", "num_connections": len(s.sockets.open), "connection_info": object{"app_id": appID},
		"debug_info": object{"host": "fake", "build_number": 1, "approximate_connection_time": 18060},
	})
	waiting := s.sockets.waiting
	s.sockets.waiting = nil
	for _, d := range waiting {
		s.dispatch(d)
	}
	s.Notify()
}

// leave forgets a connection. Its deliveries without an acknowledgement are sent
// again on another.
func (s *Server) leave(c *websocket.Conn) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	delete(s.sockets.all, c)
	s.sockets.open = slices.DeleteFunc(s.sockets.open, func(o *websocket.Conn) bool { return o == c })
	for _, id := range slices.Sorted(maps.Keys(s.sockets.known)) {
		if d := s.sockets.known[id]; d.on == c && d.late != nil {
			s.again(d)
		}
	}
	s.Notify()
}

// put writes a frame; a failure shows up where the connection is read. The
// server's lock is held.
func put(c *websocket.Conn, frame object) {
	_ = c.SetWriteDeadline(time.Now().Add(pingTime))
	_ = c.WriteMessage(websocket.TextMessage, fake.Encode(frame))
}

// readAck takes an acknowledgement: the bot can't send anything else.
func (s *Server) readAck(kind int, data []byte) {
	ack := fake.DecodeObject(data)
	s.Mu.Lock()
	defer s.Mu.Unlock()
	d := s.sockets.known[fake.Text(ack, "envelope_id")]
	if d == nil || kind != websocket.TextMessage {
		s.violate(Transport, "Socket Mode", "envelope_id %q was never sent, or is acknowledged already", fake.Text(ack, "envelope_id"))
		return
	}
	for key := range ack {
		if key != "envelope_id" && key != "payload" {
			s.violate(Transport, d.where(), "%q has no place in an acknowledgement", key)
		}
	}
	if len(data) >= maxAck {
		s.violate("S12", d.where(), "the acknowledgement has %d bytes, %d are too many", len(data), maxAck)
		return // Slack drops it
	}
	s.acknowledged(d, fake.Child(ack, "payload"))
	if d.acks == d.sent {
		delete(s.sockets.known, d.envelope)
	}
}

// dispatch sends a delivery on the next connection, or keeps it until there is one. The
// lock is held.
func (s *Server) dispatch(d *Delivery) {
	s.sockets.known[d.envelope] = d
	if len(s.sockets.open) == 0 {
		s.sockets.waiting = append(s.sockets.waiting, d)
		return
	}
	c := s.sockets.open[s.sockets.turn%len(s.sockets.open)]
	s.sockets.turn++
	s.envelope(c, d)
	if s.sockets.twice && !d.echo {
		s.sockets.twice = false
		s.envelope(c, d)
	}
}

// envelope sends a delivery on a connection. The lock is held.
func (s *Server) envelope(c *websocket.Conn, d *Delivery) {
	d.count()
	d.on = c
	envelope := object{"type": d.kind, "envelope_id": d.envelope, "accepts_response_payload": d.kind != event, "payload": d.payload}
	if d.kind == event {
		envelope["retry_attempt"], envelope["retry_reason"] = 0, ""
	}
	if d.attempt > 0 {
		envelope["retry_attempt"], envelope["retry_reason"] = d.attempt, "timeout"
	}
	put(c, envelope)
	if d.late != nil {
		d.late.Stop()
	}
	sent := d.sent
	d.late = time.AfterFunc(s.opts.Ack, func() {
		s.Mu.Lock()
		defer s.Mu.Unlock()
		if d.late != nil && d.sent == sent { // it wasn't sent again meanwhile
			s.violate(Transport, d.where(), "not acknowledged within %v", s.opts.Ack)
			s.again(d)
		}
	})
}

// again repeats a delivery. The lock is held.
func (s *Server) again(d *Delivery) {
	d.late.Stop()
	d.late = nil
	if d.attempt == maxAttempts {
		d.failure = "the bot did not acknowledge it"
		s.Notify()
		return
	}
	d.attempt++
	s.dispatch(d)
}

// closeSockets ends all connections and timers.
func (s *Server) closeSockets() {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	for _, d := range s.sockets.known {
		if d.late != nil {
			d.late.Stop()
			d.late = nil
		}
	}
	for c := range s.sockets.all {
		_ = c.NetConn().Close()
	}
}

// AwaitConnections waits until the bot has at least n connections.
func (s *Server) AwaitConnections(n int) {
	s.T.Helper()
	if !s.Await(func() bool { return len(s.sockets.open) >= n }) {
		s.T.Fatalf("slackfake: fewer than %d connections", n)
	}
}

// Disconnect asks the bot to renew n of its connections; 0: all. The reason is
// such as warning, refresh_requested or link_disabled.
func (s *Server) Disconnect(reason string, n int) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	n = cmp.Or(n, len(s.sockets.open))
	for _, c := range s.sockets.open[:n] {
		put(c, object{"type": "disconnect", "reason": reason, "debug_info": object{"host": "fake"}})
	}
	s.sockets.open = s.sockets.open[n:]
}

// Drop cuts all connections without notice.
func (s *Server) Drop() {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	for c := range s.sockets.all {
		if tcp, ok := c.NetConn().(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // a reset, as when a cable is pulled
		}
		_ = c.NetConn().Close()
	}
	s.sockets.open = nil
}

// Garble sends a frame that isn't JSON on every connection.
func (s *Server) Garble() {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	for _, c := range s.sockets.open {
		_ = c.WriteMessage(websocket.TextMessage, []byte(`{"type":"slash_comm`))
	}
}

// Duplicate makes the next envelope come twice.
func (s *Server) Duplicate() {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.sockets.twice = true
}
