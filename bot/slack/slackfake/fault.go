package slackfake

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// ResponseURL stands for all response_urls where a method's name is asked for.
const ResponseURL = "response_url"

// A Fault is how a call fails. Without any of the fields it doesn't.
type Fault struct {
	Times      int           // how many calls in a row; 0: one
	Delay      time.Duration // before anything else
	RetryAfter time.Duration // 429 with this header
	Status     int           // this status, such as 500
	HTML       bool          // a page in place of JSON, with Status or 200
	Drop       bool          // the connection is closed without an answer
	Error      string        // ok false with this code
	After      bool          // the call takes effect, and then it fails
}

// Fail makes the next calls of a method fail. Several faults take their turns.
func (s *Server) Fail(method string, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range max(f.Times, 1) {
		s.faults[method] = append(s.faults[method], f)
	}
}

// meet counts a call and returns its fault, if it has one, and how long to wait
// if there were too many.
func (s *Server) meet(method string) (Fault, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	s.calls[method] = append(s.calls[method], now)
	s.touch()
	if limit := methods()[method].tier; s.opts.Limits && limit > 0 {
		recent := s.calls[method]
		if n := len(recent); n > limit && now.Sub(recent[n-1-limit]) < time.Minute {
			return Fault{}, time.Minute - now.Sub(recent[n-1-limit])
		}
	}
	waiting := s.faults[method]
	if len(waiting) == 0 {
		return Fault{}, 0
	}
	s.faults[method] = waiting[1:]
	return waiting[0], 0
}

// wait is a slow start.
func (f Fault) wait(calling, closing context.Context) {
	if f.Delay == 0 {
		return
	}
	delay := time.NewTimer(f.Delay)
	defer delay.Stop()
	select {
	case <-delay.C:
	case <-calling.Done():
	case <-closing.Done():
	}
}

// answer fails the call, if this fault does.
func (f Fault) answer(w http.ResponseWriter) bool {
	switch {
	case f.Drop:
		panic(http.ErrAbortHandler)
	case f.RetryAfter > 0:
		retryLater(w, f.RetryAfter)
	case f.HTML:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(orElse(f.Status, http.StatusOK))
		_, _ = w.Write([]byte("<!DOCTYPE html><title>Something went wrong</title>"))
	case f.Status != 0:
		w.WriteHeader(f.Status)
	case f.Error != "":
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = w.Write(encode(errorAnswer(refuse(f.Error))))
	default:
		return false
	}
	return true
}

// retryLater answers that there were too many calls.
func retryLater(w http.ResponseWriter, wait time.Duration) {
	seconds := int64((wait + time.Second - 1) / time.Second)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Retry-After", strconv.FormatInt(seconds, 10))
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = w.Write(encode(errorAnswer(refuse("ratelimited"))))
}
