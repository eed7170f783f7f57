package slackfake

import (
	"context"
	"net/http"
	"strconv"
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

// faulty counts a call and serves it, with its fault if it has one.
func (s *Server) faulty(method string, w http.ResponseWriter, r *http.Request, serve func() (status int, contentType string, body []byte)) {
	f := s.nextFault(method)
	f.wait(r.Context(), s.closing)
	if !f.After && f.answer(w) {
		return
	}
	status, contentType, body := serve()
	if f.After && f.answer(w) {
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func (s *Server) nextFault(method string) (f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[method]++
	s.touch()
	if waiting := s.faults[method]; len(waiting) > 0 {
		f, s.faults[method] = waiting[0], waiting[1:]
	}
	return f
}

func (f Fault) wait(calling, closing context.Context) {
	delay := time.NewTimer(f.Delay)
	defer delay.Stop()
	select {
	case <-delay.C:
	case <-calling.Done():
	case <-closing.Done():
	}
}

// answer fails the call. It reports false if the fault is only a delay, or none.
func (f Fault) answer(w http.ResponseWriter) bool {
	status, contentType, body := http.StatusOK, "application/json", encode(object{"ok": false, "error": f.Error})
	switch {
	case f.Drop:
		panic(http.ErrAbortHandler)
	case f.RetryAfter > 0:
		seconds := int64((f.RetryAfter + time.Second - 1) / time.Second)
		w.Header().Set("Retry-After", strconv.FormatInt(seconds, 10))
		status, body = http.StatusTooManyRequests, encode(object{"ok": false, "error": "ratelimited"})
	case f.Status != 0:
		status, contentType, body = f.Status, "text/html", []byte("<!DOCTYPE html><title>Something went wrong</title>")
	case f.Error == "":
		return false
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = w.Write(body)
	return true
}
