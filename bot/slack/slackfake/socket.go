package slackfake

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// socketMode is what the server knows of its connections.
type socketMode struct {
	tickets map[string]bool // of addresses that weren't used yet
	open    []*socket       // those that get deliveries
	all     map[*socket]bool
	turn    int
	waiting []*Delivery          // for a connection
	known   map[string]*Delivery // by envelope, until the last acknowledgement
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
	for _, id := range slices.Sorted(maps.Keys(s.sockets.known)) {
		if d := s.sockets.known[id]; d.on == c && d.owed != nil {
			s.again(d)
		}
	}
	s.touch()
}

// retire gives a connection no more deliveries. The lock is held.
func (s *Server) retire(c *socket) {
	s.sockets.open = slices.DeleteFunc(s.sockets.open, func(o *socket) bool { return o == c })
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
