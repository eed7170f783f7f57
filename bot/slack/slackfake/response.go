package slackfake

import (
	"io"
	"net/http"
	"time"
)

// How long and how often a response_url can be used.
const (
	responseAge  = 30 * time.Minute
	responseUses = 5
)

// A response is what a response_url leads to.
type response struct {
	user  string
	room  *channel
	on    *message // what a click was on; nil for a slash command
	made  time.Time
	uses  int
	asked int // how often the bot was asked to answer
}

// newResponse makes a response_url. The lock is held.
func (s *Server) newResponse(user string, room *channel, on *message) string {
	id := s.id("R")
	s.responses[id] = &response{user: user, room: room, on: on, made: s.now()}
	return s.URL + "/response/" + id
}

func (s *Server) serveResponse(w http.ResponseWriter, r *http.Request) {
	fault, _ := s.meet(ResponseURL)
	fault.wait(r.Context(), s.closing)
	if !fault.After && fault.answer(w) {
		return
	}
	status, text := s.respond(r)
	if fault.After && fault.answer(w) {
		return
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}

// respond carries out one post to a response_url.
func (s *Server) respond(r *http.Request) (status int, text string) {
	body := s.readResponse(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	to := s.responses[r.PathValue("id")]
	switch {
	case to == nil:
		s.violate(Transport, ResponseURL, "there never was such an address")
		return http.StatusNotFound, "no_such_url"
	case body == nil:
		return http.StatusBadRequest, "invalid_payload"
	case s.now().Sub(to.made) > responseAge:
		return http.StatusNotFound, "expired_url"
	case to.uses >= responseUses:
		s.violate("S15", ResponseURL, "used more than %d times", responseUses)
		return http.StatusNotFound, "used_url"
	}
	to.uses++
	if to.uses > s.opts.Uses*max(1, to.asked) {
		s.violate("S15", ResponseURL, "used %d times for one interaction", to.uses)
	}
	s.keep(ResponseURL, to.audience(body), body)
	if !s.sound(ResponseURL, body, s.checker.message) {
		return http.StatusBadRequest, "invalid_blocks"
	}
	s.place(to, body)
	return http.StatusOK, "ok"
}

func (s *Server) readResponse(r *http.Request) object {
	const most = 1 << 20
	data, err := io.ReadAll(io.LimitReader(r.Body, most))
	body := decodeObject(data)
	if r.Method != http.MethodPost || !isJSON(r.Header) || err != nil || body == nil {
		s.violate(Transport, ResponseURL, "a response_url takes a JSON object by POST")
		return nil
	}
	return body
}

// audience tells who will see a response.
func (to *response) audience(body object) string {
	if str(body, "response_type") == "in_channel" || to.replaces(body) && to.on.only == "" {
		return to.room.id
	}
	return to.user
}

func (to *response) replaces(body object) bool {
	return to.on != nil && (flag(body, "replace_original") || flag(body, "delete_original"))
}

// place shows a response where it belongs. A slash command's url can only add.
// The lock is held.
func (s *Server) place(to *response, body object) {
	if to.on == nil && (flag(body, "replace_original") || flag(body, "delete_original")) {
		s.violate("S14", ResponseURL, "a slash command has no original that could be replaced or deleted")
	}
	switch {
	case to.replaces(body) && flag(body, "delete_original"):
		s.erase(to.on)
	case to.replaces(body):
		if to.on.only != "" && str(body, "response_type") == "in_channel" {
			s.violate("S14", ResponseURL, "a replacement can't show an ephemeral message to all")
		}
		if !to.on.gone {
			s.edit(ResponseURL, to.on, body)
		}
	case str(body, "response_type") == "in_channel":
		s.add(to.room, body, "")
	default:
		s.add(to.room, body, to.user)
	}
}
