package slackfake

import (
	"io"
	"net/http"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// Slack takes five posts to a response_url, within half an hour.
const (
	responseAge  = 30 * time.Minute
	responseUses = 5
)

// A response is what a response_url leads to.
type response struct {
	user  string
	room  *channel
	on    *message // the one that was clicked; nil for a slash command
	made  time.Time
	uses  int
	asked int // how often the interaction was delivered
}

// newResponse makes a response_url. The lock is held.
func (s *Server) newResponse(user string, room *channel, on *message) (to *response, address string) {
	id := s.id("R")
	s.responses[id] = &response{user: user, room: room, on: on, made: s.Now()}
	return s.responses[id], s.URL + "/response/" + id
}

func (s *Server) serveResponse(w http.ResponseWriter, r *http.Request) {
	s.Serve(ResponseURL, w, r, func(bool) (int, any) {
		data, _ := io.ReadAll(r.Body)
		body := fake.DecodeObject(data)
		if r.Method != http.MethodPost || !isJSON(r.Header) || body == nil {
			s.violate(Transport, ResponseURL, "a response_url takes a JSON object by POST")
			return http.StatusBadRequest, "invalid_payload"
		}
		return s.respond(r.PathValue("id"), body)
	})
}

// respond carries out one post to a response_url.
func (s *Server) respond(id string, body object) (status int, text any) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	to := s.responses[id]
	switch {
	case to == nil:
		s.violate(Transport, ResponseURL, "there never was such an address")
		return http.StatusNotFound, "no_such_url"
	case s.Now().Sub(to.made) > responseAge:
		return http.StatusNotFound, "expired_url"
	case to.uses >= responseUses:
		s.violate("S15", ResponseURL, "used more than %d times", responseUses)
		return http.StatusNotFound, "used_url"
	}
	to.uses++
	if to.uses > s.opts.Uses*max(1, to.asked) {
		s.violate("S15", ResponseURL, "used %d times for one interaction", to.uses)
	}
	replace, public := fake.Flag(body, "replace_original"), fake.Text(body, "response_type") == "in_channel"
	replaces := replace && to.on != nil
	audience, only := to.user, to.user
	if public || replaces && to.on.only == "" {
		audience, only = to.room.id, ""
	}
	s.keep(ResponseURL, audience, body)
	if !s.sound(ResponseURL, "message", body) {
		return http.StatusBadRequest, "invalid_blocks"
	}
	switch {
	case fake.Flag(body, "delete_original"):
		s.violate("S14", ResponseURL, "the bot must not use delete_original")
	case replace && to.on == nil:
		s.violate("S14", ResponseURL, "a slash command has no original that could be replaced")
	case replaces && public && to.on.only != "":
		s.violate("S14", ResponseURL, "a replacement can't show an ephemeral message to all")
	}
	switch {
	case !replaces:
		s.add(to.room, s.content(body), only)
	case !to.on.gone:
		s.edit(ResponseURL, to.on, body)
	}
	return http.StatusOK, "ok"
}
