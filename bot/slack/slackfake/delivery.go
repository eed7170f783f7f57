package slackfake

import (
	"fmt"
	"net/http"
	"time"
)

// The kinds of deliveries, by the names that Socket Mode has for them.
const (
	slashCommand = "slash_commands"
	interaction  = "interactive"
	event        = "events_api"
)

// A Delivery is something that Slack tells the bot. It can be sent more than
// once, with the same ids, as Slack does when it isn't sure of the first time.
type Delivery struct {
	kind     string
	envelope string
	payload  object
	room     *channel // where an answer goes
	user     string
	response *response

	// Guarded by the server's lock.
	attempt  int // of Slack's own, when nothing acknowledged the one before
	sent     int
	acks     int
	owed     *time.Timer // ends when the acknowledgement is late
	on       *socket     // where it was sent last
	retrying string      // why Slack sends it again, over HTTP
	failure  string      // why there is no acknowledgement
	held     bool        // a modal stays open, for its errors
	signed   http.Header // by HTTP: a replay has the same ones
}

// JSON is the payload, whose ids a test may want to know.
func (d *Delivery) JSON() []byte { return encode(d.payload) }

// action is the type of an interaction, such as block_actions.
func (d *Delivery) action() string { return str(d.payload, "type") }

// takesAnswer tells whether an acknowledgement may bring a payload.
func (d *Delivery) takesAnswer() bool { return d.kind != event }

// where names a delivery in reports.
func (d *Delivery) where() string {
	switch d.kind {
	case slashCommand:
		return str(d.payload, "command") + " " + str(d.payload, "text")
	case event:
		return str(sub(d.payload, "event"), "type")
	}
	return d.action()
}

// Deliver sends deliveries at the same time and waits until the bot has
// acknowledged each. Sending one that was sent before is a redelivery.
func (s *Server) Deliver(deliveries ...*Delivery) {
	s.t.Helper()
	if err := s.Try(deliveries...); err != nil {
		s.t.Fatalf("slackfake: %v", err)
	}
}

// Try is Deliver for when the bot may be gone.
func (s *Server) Try(deliveries ...*Delivery) error {
	before := make([]int, len(deliveries))
	s.mu.Lock()
	for i, d := range deliveries {
		before[i], d.failure = d.acks, ""
		s.send(d)
	}
	s.mu.Unlock()
	for i, d := range deliveries {
		var failure string
		if !s.until(s.opts.Wait, func() bool { failure = d.failure; return d.acks > before[i] || failure != "" }) {
			failure = "the bot did not acknowledge it"
		}
		if failure != "" {
			return fmt.Errorf("%s: %s", d.where(), failure)
		}
	}
	return nil
}

// Retry delivers once more as Slack does minutes later, when it never got an
// acknowledgement.
func (s *Server) Retry(d *Delivery) {
	s.t.Helper()
	s.mu.Lock()
	d.attempt++
	s.mu.Unlock()
	s.Deliver(d)
}

// count notes that a delivery goes out. The lock is held.
func (d *Delivery) count() {
	d.sent++
	if d.response != nil {
		d.response.asked++
	}
}

// send puts a delivery on its way. The lock is held.
func (s *Server) send(d *Delivery) {
	switch {
	case !s.app.installed:
		d.failure = "no app is installed; call Install"
	case s.app.socket:
		s.dispatch(d)
	default:
		s.postTo(d)
	}
}

// acknowledged takes an acknowledgement and what came with it; nil for nothing.
// The lock is held.
func (s *Server) acknowledged(d *Delivery, answer object) {
	d.acks++
	if d.owed != nil {
		d.owed.Stop()
		d.owed = nil
	}
	defer s.touch()
	if answer == nil {
		return
	}
	s.keep("ack", d.audience(answer), answer)
	switch {
	case d.kind == slashCommand:
		s.answerCommand(d, answer)
	case d.action() == "view_submission":
		s.answerSubmission(d, answer)
	default:
		s.violate("S12", d.where(), "the acknowledgement must not bring a payload")
	}
}

func (d *Delivery) audience(answer object) string {
	if str(answer, "response_type") == "in_channel" && d.room != nil {
		return d.room.id
	}
	return d.user
}

// answerCommand shows the message in an acknowledgement. The lock is held.
func (s *Server) answerCommand(d *Delivery, answer object) {
	for _, key := range []string{"replace_original", "delete_original"} {
		if flag(answer, key) {
			s.violate("S14", d.where(), "%s: a slash command has no original", key)
		}
	}
	if !s.sound(d.where(), answer, s.checker.message) {
		return
	}
	only := d.user
	if str(answer, "response_type") == "in_channel" {
		only = ""
	}
	s.add(d.room, answer, only)
}

// answerSubmission does with a modal what the bot says. The lock is held.
func (s *Server) answerSubmission(d *Delivery, answer object) {
	u := s.users[d.user]
	switch str(answer, "response_action") {
	case "clear":
		u.modal = nil
	case "errors":
		d.held = true
	case "update":
		if view := sub(answer, "view"); u.modal != nil && s.sound(d.where(), view, s.checker.modal) {
			s.showView(u.modal, view)
		}
	default:
		s.violate(Transport, d.where(), "response_action is %q", str(answer, "response_action"))
	}
}
