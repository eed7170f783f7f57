package discordfake

import "time"

// A Greeting is what a new connection meets besides Hello.
type Greeting struct {
	Late time.Duration // before Hello

	Op     int  // a packet straight after Hello, such as OpReconnect
	D      any  // its data
	Close  int  // the connection is closed straight after Hello
	Drop   bool // the line is cut straight after Hello
	Reject int  // the identify is answered by closing with this code
	Silent bool // the identify is never answered
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
// interactions don't arrive. So are new ones once they have identified, until
// it is called with false.
func (g *Gateway) Zombie(dead bool) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.zombie, g.unsent = dead, 0
}

// Identifies returns when the bot has identified, successfully or not.
func (g *Gateway) Identifies() []time.Time {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return append([]time.Time(nil), g.identified...)
}

// Unsent returns how many events a dead connection has held back since Zombie
// was called.
func (g *Gateway) Unsent() int {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return g.unsent
}

// Resumed returns how many connections have resumed a session.
func (g *Gateway) Resumed() int {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return g.resumed
}

// Opened returns how many connections there have been.
func (g *Gateway) Opened() int {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return g.opened
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

// WaitGone waits until no shard is there, as after a kill, and fails the test
// if one stays.
func (g *Gateway) WaitGone() {
	g.s.t.Helper()
	if !g.s.await(func() bool { return len(g.ready()) == 0 }) {
		g.s.t.Fatalf("the shards %v are still on the gateway", g.Ready())
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
