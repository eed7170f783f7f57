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
	status, code int
	text         string
	html         bool   // a proxy answers, without JSON
	after        bool   // the request has taken effect
	scope        string // of a rate limit
}

// The kinds of faults. Those that say After happen when the request has taken
// effect, all others before.
var (
	LimitedUser     = FaultKind{status: 429, text: "You are being rate limited.", scope: "user"}
	LimitedGlobal   = FaultKind{status: 429, text: "You are being rate limited.", scope: "global"}
	LimitedShared   = FaultKind{status: 429, text: "You are being rate limited.", scope: "shared"}
	LimitedHTML     = FaultKind{status: 429, text: "error code: 1015", html: true}
	ServerError     = FaultKind{status: 500, text: "500: Internal Server Error", html: true}
	BadGateway      = FaultKind{status: 502, text: "502: Bad Gateway", html: true}
	BadGatewayAfter = FaultKind{status: 502, text: "502: Bad Gateway", html: true, after: true}
	Overloaded      = FaultKind{status: 503, code: 130000, text: "API resource is currently overloaded. Try again a little later."}
	Dropped         = FaultKind{text: "the connection ends"}
	DroppedAfter    = FaultKind{text: "the connection ends", after: true}
	Slow            = FaultKind{text: "answered after Delay; the request takes effect then"}
	SlowAfter       = FaultKind{text: "answered after Delay; the request takes effect at once", after: true}
	Refused         = FaultKind{text: "refused on demand"} // with the fault's Status and Code
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

// Heal takes back all faults that have not come yet, and returns how many those
// are.
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

// before reports whether the request fails without taking effect. A slow one
// waits here.
func (f *Fault) before(ctx context.Context) bool {
	if f != nil && f.Kind == Slow {
		wait(ctx, f.Delay)
	}
	return f != nil && f.Kind != Slow && !f.Kind.after
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// answer answers a request as its fault says.
func (f *Fault) answer(w http.ResponseWriter) {
	k, h := f.Kind, w.Header()
	switch {
	case k == Dropped || k == DroppedAfter:
		panic(http.ErrAbortHandler) // net/http's way to end the connection
	case k == Refused:
		write(w, f.Status, object{"message": k.text, "code": f.Code})
	case k.html:
		h.Set("Content-Type", "text/html")
		w.WriteHeader(k.status)
		_, _ = fmt.Fprintf(w, "<html><body><h1>%s</h1></body></html>", k.text) // the caller may have gone
	case k.scope != "":
		h.Set("Retry-After", strconv.Itoa(int((f.RetryAfter+time.Second-1)/time.Second)))
		h.Set("X-RateLimit-Scope", k.scope)
		write(w, k.status, object{"message": k.text, "retry_after": f.RetryAfter.Seconds(), "global": k.scope == "global"})
	default:
		write(w, k.status, object{"message": k.text, "code": k.code})
	}
}
