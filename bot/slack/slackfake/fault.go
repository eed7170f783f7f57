package slackfake

import (
	"fmt"
	"net/http"
	"time"
)

// ResponseURL stands for all response_urls in Fail and Calls.
const ResponseURL = "response_url"

// A Fault is how a call fails.
type Fault struct {
	Times      int           // how many calls in a row; 0: one
	Delay      time.Duration // before anything else
	RetryAfter time.Duration // 429 with this header
	Status     int           // this status, such as 500, with a page in place of JSON
	Drop       bool          // the connection is closed without an answer
	Error      string        // ok false with this code
	After      bool          // the call takes effect, and then it fails
}

// Fail makes the next calls of a method fail. Further faults follow in turn.
func (s *Server) Fail(method string, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range max(f.Times, 1) {
		s.faults[method] = append(s.faults[method], f)
	}
}

// Calls returns how often a method was called.
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

// faulty counts a call and serves it, with its fault if it has one. An answer is
// a JSON object, or text.
func (s *Server) faulty(method string, w http.ResponseWriter, r *http.Request, serve func() (status int, answer any)) {
	s.mu.Lock()
	s.calls[method]++
	s.touch()
	var f Fault
	if waiting := s.faults[method]; len(waiting) > 0 {
		f, s.faults[method] = waiting[0], waiting[1:]
	}
	s.mu.Unlock()
	select {
	case <-time.After(f.Delay):
	case <-r.Context().Done():
	case <-s.closing.Done():
	}
	if !f.After && f.answer(w) {
		return
	}
	status, answer := serve()
	if !f.After || !f.answer(w) {
		reply(w, status, answer)
	}
}

// answer fails the call. It reports false if the fault is only a delay, or none.
func (f Fault) answer(w http.ResponseWriter) bool {
	switch {
	case f.Drop:
		panic(http.ErrAbortHandler)
	case f.RetryAfter > 0:
		w.Header().Set("Retry-After", fmt.Sprint(int64((f.RetryAfter+time.Second-1)/time.Second)))
		reply(w, http.StatusTooManyRequests, object{"ok": false, "error": "ratelimited"})
	case f.Status != 0:
		reply(w, f.Status, "<!DOCTYPE html><title>Something went wrong</title>")
	case f.Error != "":
		reply(w, http.StatusOK, object{"ok": false, "error": f.Error})
	default:
		return false
	}
	return true
}

func reply(w http.ResponseWriter, status int, answer any) {
	text, isText := answer.(string)
	body := []byte(text)
	if !isText {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		body = encode(answer)
	}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
