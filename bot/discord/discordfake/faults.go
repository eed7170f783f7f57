package discordfake

import (
	"cmp"
	"net/http"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// A FaultKind is something that goes wrong although the bot does all right.
type FaultKind struct {
	status int // 0: the connection ends, unless the answer is only late
	text   string
	html   bool   // a proxy answers, without JSON
	after  bool   // the request has taken effect
	slow   bool   // the answer is late, but good
	scope  string // of a rate limit
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
	Overloaded      = FaultKind{status: 503, text: "API resource is currently overloaded. Try again a little later."}
	Dropped         = FaultKind{}
	DroppedAfter    = FaultKind{after: true}
	Slow            = FaultKind{slow: true}
	Refused         = FaultKind{status: 400, text: "refused on demand"} // with the fault's Status and Code
)

// A Fault is what happens to the next requests of a route.
type Fault struct {
	Route      string
	Kind       FaultKind
	Times      int           // how often; 0 is once
	RetryAfter time.Duration // of the rate limits; 0 is one second
	Delay      time.Duration // of Slow
	Status     int           // of Refused
	Code       int           // of Refused
}

// Fail makes the next requests fail. Faults of one route come one after the
// other.
func (s *Server) Fail(f Fault) {
	k := f.Kind
	b := fake.Fault{Times: f.Times, Delay: f.Delay, After: k.after, Drop: k.status == 0 && !k.slow, Status: k.status}
	switch {
	case k.html:
		b.Answer = "<html><body><h1>" + k.text + "</h1></body></html>"
	case k.scope != "":
		after := cmp.Or(f.RetryAfter, time.Second)
		b.Header = fake.RetryAfter(after)
		b.Header.Set("X-RateLimit-Scope", k.scope)
		b.Answer = object{"message": k.text, "retry_after": after.Seconds(), "global": k.scope == "global"}
	case k.status != 0:
		b.Status, b.Answer = cmp.Or(f.Status, k.status), object{"message": k.text, "code": f.Code}
	}
	s.Break(f.Route, b)
}

// serve takes a request through its fault and its route.
func (s *Server) serve(w http.ResponseWriter, req *http.Request, r route) {
	s.Serve(r.name, w, req, func(faulty bool) (int, any) {
		value, err := s.handle(req, r, faulty)
		switch e, _ := err.(*apiError); {
		case e != nil:
			s.Report(req.Method+" "+req.URL.Path, e.violations...)
			if e.after > 0 {
				return e.status, object{"message": e.text, "retry_after": e.after.Seconds(), "global": false}
			}
			return e.status, object{"message": e.text, "code": e.code, "errors": e.violations}
		case value == nil:
			return http.StatusNoContent, nil
		}
		return http.StatusOK, value
	})
}
