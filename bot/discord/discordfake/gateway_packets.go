package discordfake

import (
	"slices"
	"time"
)

// Intents that an application must have been granted.
const privilegedIntents = 1<<1 | 1<<8 | 1<<15

// take handles one packet of the bot. A code other than 0 ends the connection.
func (c *connection) take(data []byte) (code int, why string) {
	if len(data) > mostFrame {
		c.gateway.violate("gateway frame", "%d bytes; at most %d", len(data), mostFrame)
		return CloseDecode, "Decode error"
	}
	if c.tooFast() {
		c.gateway.violate("gateway speed", "more than %d packets in a minute", mostFrames)
		return CloseTooFast, "You are being rate limited."
	}
	doc, err := decode(data)
	p, ok := doc.(object)
	if err != nil || !ok {
		c.gateway.violate("gateway frame", "not a JSON object")
		return CloseDecode, "Decode error"
	}
	switch op := number(p, "op", -1); {
	case op == OpHeartbeat:
		c.ack()
		return 0, ""
	case op == OpIdentify:
		return c.identify(child(p, "d"))
	case op == OpResume:
		return c.resume(child(p, "d"))
	case c.current() == nil:
		return CloseNotAuthenticated, "Not authenticated."
	case op == OpPresence:
		return 0, ""
	default:
		c.gateway.violate("gateway op", "op %d", op)
		return CloseUnknownOp, "Unknown opcode."
	}
}

func (c *connection) tooFast() bool {
	now := time.Now()
	c.frames = append(c.frames, now)
	c.frames = slices.DeleteFunc(c.frames, func(t time.Time) bool { return now.Sub(t) >= time.Minute })
	return len(c.frames) > mostFrames
}

func (c *connection) ack() {
	c.gateway.s.mu.Lock()
	zombie := c.gateway.zombie
	c.gateway.s.mu.Unlock()
	if !zombie {
		c.send(packet{Op: OpAck})
	}
}

func (c *connection) current() *session {
	c.gateway.s.mu.Lock()
	defer c.gateway.s.mu.Unlock()
	return c.session
}

// identify begins a session, or says what keeps it from beginning.
func (c *connection) identify(d object) (code int, why string) {
	g, s := c.gateway, c.gateway.s
	s.mu.Lock()
	code, why, again := c.mayIdentify(d)
	if code == 0 && !again {
		c.begin(d)
	}
	s.notify()
	s.mu.Unlock()
	if again {
		c.send(packet{Op: OpInvalidSession, D: false})
		return 0, ""
	}
	if code == 0 {
		c.ready(g, s)
	}
	return code, why
}

// mayIdentify checks an identify. The caller holds the lock.
func (c *connection) mayIdentify(d object) (code int, why string, again bool) {
	g, s := c.gateway, c.gateway.s
	shard, shards := shardOf(d)
	g.identified = append(g.identified, s.opts.Now())
	switch {
	case c.session != nil:
		s.violate("the gateway connection", Violation{Rule: "gateway identify", Text: "identified twice"})
		return CloseTwice, "Already authenticated.", false
	case c.greeting.Reject != 0:
		return c.greeting.Reject, "on demand", false
	case text(d, "token") != s.opts.Token && text(d, "token") != "Bot "+s.opts.Token:
		return CloseBadToken, "Authentication failed.", false
	case g.starts <= 0:
		s.violate("the gateway connection", Violation{Rule: "gateway identify", Text: "no identify was left; Discord would reset the token"})
		return CloseBadToken, "Authentication failed.", false
	}
	g.starts--
	switch {
	case shards < 1 || shard < 0 || shard >= shards:
		return CloseBadShard, "Invalid shard.", false
	case shards < s.opts.Shards:
		return CloseNeedsShards, "Sharding required.", false
	case intents(d) < 0 || !hasProperties(d):
		s.violate("the gateway connection", Violation{Rule: "gateway identify", Text: "intents or properties are missing"})
		return CloseBadIntents, "Invalid intent(s).", false
	case intents(d)&privilegedIntents != 0:
		return CloseNoIntents, "Disallowed intent(s).", false
	}
	return 0, "", !g.slot(shard % s.opts.MaxConcurrency)
}

func intents(d object) int { return number(d, "intents", -1) }

func shardOf(d object) (shard, shards int) {
	pair := list(d, "shard")
	if len(pair) != 2 {
		return 0, 1
	}
	shard, _ = asInt(pair[0])
	shards, _ = asInt(pair[1])
	return shard, shards
}

// hasProperties accepts the names with and without the dollar of old libraries.
func hasProperties(d object) bool {
	p := child(d, "properties")
	return text(p, "os") != "" || text(p, "$os") != ""
}

// slot takes the place of one identify in the window of a rate limit key.
func (g *Gateway) slot(key int) bool {
	window := g.s.opts.IdentifyWindow
	if window < 0 {
		return true
	}
	now := g.s.opts.Now()
	g.slots[key] = slices.DeleteFunc(g.slots[key], func(t time.Time) bool { return now.Sub(t) >= window })
	if len(g.slots[key]) > 0 {
		return false
	}
	g.slots[key] = append(g.slots[key], now)
	return true
}

// begin starts the session. The caller holds the lock.
func (c *connection) begin(d object) {
	shard, shards := shardOf(d)
	c.compress.Store(truth(d, "compress"))
	c.session = &session{id: "session-" + c.gateway.s.newID(), shard: shard, shards: shards, at: c}
	c.gateway.sessions[c.session.id] = c.session
}

func (c *connection) ready(g *Gateway, s *Server) {
	if c.greeting.Silent {
		return
	}
	s.mu.Lock()
	ses := c.session
	p := ses.next("READY", object{
		"v": 10, "user": s.botUser(), "guilds": []any{}, "session_id": ses.id, "session_type": "normal",
		"resume_gateway_url": s.socketURL(), "shard": []any{ses.shard, ses.shards},
		"application": object{"id": s.opts.ApplicationID, "flags": 0},
	})
	s.mu.Unlock()
	c.send(p)
}

// resume takes a session up again and sends what was missed.
func (c *connection) resume(d object) (code int, why string) {
	g, s := c.gateway, c.gateway.s
	s.mu.Lock()
	ses, seq := g.sessions[text(d, "session_id")], number(d, "seq", -1)
	var missed []packet
	switch {
	case c.session != nil:
		code, why = CloseTwice, "Already authenticated."
	case text(d, "token") != s.opts.Token && text(d, "token") != "Bot "+s.opts.Token:
		code, why = CloseBadToken, "Authentication failed."
	case c.greeting.Reject != 0:
		code, why = c.greeting.Reject, "on demand"
	case c.greeting.Silent:
	case ses != nil && seq > ses.seq:
		code, why = CloseBadSeq, "Invalid seq."
	case ses != nil:
		c.session, ses.at = ses, c
		g.resumed++
		for _, p := range ses.sent {
			if *p.S > seq {
				missed = append(missed, p)
			}
		}
		missed = append(missed, ses.next("RESUMED", object{}))
	default:
		missed = []packet{{Op: OpInvalidSession, D: false}}
	}
	s.notify()
	s.mu.Unlock()
	for _, p := range missed {
		c.send(p)
	}
	return code, why
}
