package discordfake

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// A FaultKind is something that goes wrong although the bot does all right.
type FaultKind int

// The kinds of faults. Those that say After happen when the request has taken
// effect, all others before.
const (
	LimitedUser     FaultKind = iota // 429, limit of this route
	LimitedGlobal                    // 429, limit of the whole bot
	LimitedShared                    // 429, limit that others used up
	LimitedHTML                      // 429 of a proxy: no JSON
	ServerError                      // 500
	BadGateway                       // 502
	BadGatewayAfter                  // 502
	Overloaded                       // 503
	Dropped                          // the connection ends
	DroppedAfter                     // the connection ends
	Slow                             // answered after Delay; the request takes effect then
	SlowAfter                        // answered after Delay; the request takes effect at once
	Refused                          // Discord's error with Status and Code
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
	fill(&f.RetryAfter, time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// FaultsLeft says how many faults have not come yet.
func (s *Server) FaultsLeft() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := 0
	for _, f := range s.faults {
		left += f.Times
	}
	return left
}

// Heal takes back all faults that have not come yet, and says how many those
// are.
func (s *Server) Heal() (left int) {
	left = s.FaultsLeft()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
	return left
}

// takeFault returns the fault of a request, or nil.
func (s *Server) takeFault(route Route, method string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, f := range s.faults {
		if f.Route != "" && f.Route != route || f.Method != "" && f.Method != method {
			continue
		}
		if f.Times--; f.Times == 0 {
			s.faults = slices.Delete(s.faults, i, i+1)
		}
		return f
	}
	return nil
}

// before reports whether the request fails without taking effect. A slow one
// waits here.
func (f *Fault) before(ctx context.Context) bool {
	if f == nil {
		return false
	}
	switch f.Kind {
	case Slow:
		wait(ctx, f.Delay)
		return false
	case BadGatewayAfter, DroppedAfter, SlowAfter:
		return false
	}
	return true
}

// linger holds back an answer whose request has taken effect.
func (f *Fault) linger(ctx context.Context) {
	if f != nil && f.Kind == SlowAfter {
		wait(ctx, f.Delay)
	}
}

// after reports whether the request fails having taken effect.
func (f *Fault) after() bool {
	return f != nil && (f.Kind == BadGatewayAfter || f.Kind == DroppedAfter)
}

// lost reports whether the bot may not learn that the request took effect.
func (f *Fault) lost() bool {
	return f.after() || f != nil && (f.Kind == Slow || f.Kind == SlowAfter)
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// fail answers a request as its fault says.
func (s *Server) fail(w http.ResponseWriter, c *call, f *Fault) {
	limitHeaders(w.Header(), c)
	status, code, text := f.answer()
	s.mu.Lock()
	s.record(c, &apiError{status: status, code: code, text: text})
	s.mu.Unlock()
	switch f.Kind {
	case LimitedUser, LimitedGlobal, LimitedShared:
		f.limit(w)
	case LimitedHTML:
		html(w, status, "error code: 1015")
	case ServerError, BadGateway, BadGatewayAfter:
		html(w, status, text)
	case Dropped, DroppedAfter:
		panic(http.ErrAbortHandler) // net/http's way to end the connection
	default:
		write(w, c, result{status, object{"message": text, "code": code}})
	}
}

func (f *Fault) answer() (status, code int, text string) {
	switch f.Kind {
	case LimitedUser, LimitedGlobal, LimitedShared, LimitedHTML:
		return http.StatusTooManyRequests, 0, "You are being rate limited."
	case ServerError:
		return http.StatusInternalServerError, 0, "500: Internal Server Error"
	case BadGateway, BadGatewayAfter:
		return http.StatusBadGateway, 0, "502: Bad Gateway"
	case Overloaded:
		return http.StatusServiceUnavailable, 130000, "API resource is currently overloaded. Try again a little later."
	case Refused:
		return f.Status, f.Code, "refused on demand"
	}
	return 0, 0, "the connection was dropped"
}

func (f *Fault) limit(w http.ResponseWriter) {
	h, seconds := w.Header(), f.RetryAfter.Seconds()
	h.Set("Content-Type", "application/json")
	h.Set("Retry-After", strconv.Itoa(int((f.RetryAfter+time.Second-1)/time.Second)))
	h.Set("X-RateLimit-Remaining", "0")
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", seconds))
	h.Set("X-RateLimit-Scope", map[FaultKind]string{LimitedUser: "user", LimitedGlobal: "global", LimitedShared: "shared"}[f.Kind])
	if f.Kind == LimitedGlobal {
		h.Set("X-RateLimit-Global", "true")
	}
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = w.Write(encode(object{
		"message": "You are being rate limited.", "retry_after": seconds, "global": f.Kind == LimitedGlobal,
	})) // whoever asked has gone
}

func html(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "<html><body><h1>%s</h1></body></html>", text) // whoever asked has gone
}
