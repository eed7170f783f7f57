package discordfake

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// A FaultKind is something that goes wrong although the bot does all right.
type FaultKind struct {
	status int
	text   string
	html   bool   // a proxy answers, without JSON
	after  bool   // the request has taken effect
	slow   bool   // the answer is late, but good
	scope  string // of a rate limit
}

// The kinds of faults. Those that say After happen when the request has taken
// effect, all others before. One without a status ends the connection.
var (
	LimitedUser     = FaultKind{status: 429, text: "You are being rate limited.", scope: "user"}
	LimitedGlobal   = FaultKind{status: 429, text: "You are being rate limited.", scope: "global"}
	LimitedShared   = FaultKind{status: 429, text: "You are being rate limited.", scope: "shared"}
	LimitedHTML     = FaultKind{status: 429, text: "error code: 1015", html: true}
	ServerError     = FaultKind{status: 500, text: "500: Internal Server Error", html: true}
	BadGateway      = FaultKind{status: 502, text: "502: Bad Gateway", html: true}
	BadGatewayAfter = FaultKind{status: 502, text: "502: Bad Gateway", html: true, after: true}
	Overloaded      = FaultKind{status: 503, text: "API resource is currently overloaded. Try again a little later."}
	Dropped         = FaultKind{}
	DroppedAfter    = FaultKind{after: true}
	Slow            = FaultKind{slow: true}
	SlowAfter       = FaultKind{slow: true, after: true}
	Refused         = FaultKind{status: 400, text: "refused on demand"} // with the fault's Status and Code
)

// A Fault is what happens to the next requests of a route.
type Fault struct {
	Route      Route  // empty: every route
	Method     string // empty: every method
	Kind       FaultKind
	Times      int           // how often; 0 is once
	RetryAfter time.Duration // of the rate limits; 0 is one second
	Delay      time.Duration // of Slow and SlowAfter
	Status     int           // of Refused
	Code       int           // of Refused
}

// Fail makes the next requests fail. Faults of one route come one after the
// other.
func (s *Server) Fail(f Fault) {
	f.Times = max(f.Times, 1)
	f.RetryAfter = cmp.Or(f.RetryAfter, time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// Heal drops all faults that have not come yet, and returns their number.
func (s *Server) Heal() (left int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		left += f.Times
	}
	s.faults = nil
	return left
}

// takeFault returns the fault of a request, or nil.
func (s *Server) takeFault(r Route, method string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.faults, func(f *Fault) bool {
		return (f.Route == "" || f.Route == r) && (f.Method == "" || f.Method == method)
	})
	if i < 0 {
		return nil
	}
	f := s.faults[i]
	if f.Times--; f.Times == 0 {
		s.faults = slices.Delete(s.faults, i, i+1)
	}
	return f
}

// strike lets a fault happen, if it is one of that time, and reports whether it
// has answered the request.
func (f *Fault) strike(ctx context.Context, w http.ResponseWriter, after bool) bool {
	if f == nil || f.Kind.after != after {
		return false
	}
	if f.Kind.slow {
		select {
		case <-time.After(f.Delay):
		case <-ctx.Done():
		}
		return false
	}
	k, h := f.Kind, w.Header()
	switch {
	case k.status == 0:
		panic(http.ErrAbortHandler) // net/http's way to end the connection
	case k.html:
		h.Set("Content-Type", "text/html")
		w.WriteHeader(k.status)
		_, _ = fmt.Fprintf(w, "<html><body><h1>%s</h1></body></html>", k.text) // the caller may have gone
	case k.scope != "":
		limited(w, k.text, k.scope, f.RetryAfter)
	default:
		write(w, cmp.Or(f.Status, k.status), object{"message": k.text, "code": f.Code})
	}
	return true
}

// limited answers that a rate limit is reached.
func limited(w http.ResponseWriter, message, scope string, after time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(int((after+time.Second-1)/time.Second)))
	w.Header().Set("X-RateLimit-Scope", scope)
	write(w, http.StatusTooManyRequests, object{"message": message, "retry_after": after.Seconds(), "global": scope == "global"})
}
