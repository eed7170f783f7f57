package slackfake

import "net"

// Connections tells how many connections get deliveries.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sockets.open)
}

// AwaitConnections waits until the bot has at least that many connections.
func (s *Server) AwaitConnections(n int) {
	s.t.Helper()
	if !s.until(s.opts.Wait, func() bool { return len(s.sockets.open) >= n }) {
		s.t.Fatalf("slackfake: %d connections, fewer than %d", s.Connections(), n)
	}
}

// Disconnect asks the bot to connect anew, for a reason such as warning,
// refresh_requested or link_disabled.
func (s *Server) Disconnect(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disconnect(reason, len(s.sockets.open))
}

// DisconnectOne is Disconnect for one of several connections.
func (s *Server) DisconnectOne(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disconnect(reason, 1)
}

// disconnect asks so many connections to connect anew. The lock is held.
func (s *Server) disconnect(reason string, n int) {
	for _, c := range s.sockets.open[:n] {
		c.put(encode(object{"type": "disconnect", "reason": reason, "debug_info": object{"host": "fake"}}))
	}
	s.sockets.open = s.sockets.open[n:]
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
