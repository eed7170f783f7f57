package slackfake

import "time"

// maxAck is where Slack drops an acknowledgement without a word (S12).
const maxAck = 20_480

// maxAttempts is how often Slack sends again what nobody acknowledged.
const maxAttempts = 3

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
		s.violate(Transport, "Socket Mode", "envelope_id %q was never sent, or is acknowledged already", str(ack, "envelope_id"))
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
	if d.acks == d.sent {
		delete(s.sockets.known, d.envelope)
	}
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
	sent := d.sent
	d.owed = time.AfterFunc(s.opts.Ack, func() { s.late(d, sent) })
}

// late is what happens when an acknowledgement doesn't come in time, unless the
// delivery was sent again meanwhile.
func (s *Server) late(d *Delivery, sent int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.owed == nil || d.sent != sent {
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
