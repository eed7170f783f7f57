package slackfake

import (
	"net/http"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// ResponseURL stands for all response_urls in Fail and Calls.
const ResponseURL = "response_url"

// A Fault is how a call fails.
type Fault struct {
	Times      int           // how many calls in a row; 0 means one
	Delay      time.Duration // before anything else
	RetryAfter time.Duration // 429 with this header
	Status     int           // this status, such as 500, with a page in place of JSON
	Drop       bool          // the connection is closed without an answer
	Error      string        // ok false with this code
	After      bool          // the call takes effect, and then it fails
}

// Fail makes the next calls of a method fail. Further faults follow in turn.
func (s *Server) Fail(method string, f Fault) {
	b := fake.Fault{Times: f.Times, Delay: f.Delay, After: f.After, Drop: f.Drop}
	switch {
	case f.RetryAfter > 0:
		b.Status, b.Header = http.StatusTooManyRequests, fake.RetryAfter(f.RetryAfter)
		b.Answer = object{"ok": false, "error": "ratelimited"}
	case f.Status != 0:
		b.Status, b.Answer = f.Status, "<!DOCTYPE html><title>Something went wrong</title>"
	case f.Error != "":
		b.Status, b.Answer = http.StatusOK, object{"ok": false, "error": f.Error}
	}
	s.Break(method, b)
}
