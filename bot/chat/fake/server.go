// Package fake has what the fakes of chat platforms share.
//
// A platform's fake embeds a [Server]: an HTTP server that lives as long as the test,
// keeps the payloads that the bot sent, makes requests fail on demand ([Fault]), waits
// for arrivals, and fails the test when the bot makes a mistake ([Violation]). Tables of
// [Rule] and the platform's own JSON Schemas ([LoadSchemas]) say which payloads the
// platform refuses.
package fake

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// A Server is the platform-independent part of a fake.
type Server struct {
	URL       string
	T         testing.TB
	Now       func() time.Time       // the platform's clock
	Patience  time.Duration          // how long something may take to arrive, in real time
	Tolerates func(rule string) bool // whether a violation is accepted in this test
	Client    *http.Client           // for requests to the bot
	Closing   context.Context        // ends with the test
	Running   sync.WaitGroup         // goroutines that the end waits for

	Mu sync.Mutex // guards the platform's state, and the fields below

	changed  chan struct{} // closed and replaced when anything changes
	payloads []Payload
	faults   map[string][]*Fault
	calls    map[string]int

	judged     sync.Mutex
	violations []Violation
	closed     bool
}

// Start serves a handler until the test ends. Then end closes what HTTP doesn't know
// about.
func (s *Server) Start(t testing.TB, handler http.Handler, end func()) {
	s.T, s.changed, s.faults, s.calls = t, make(chan struct{}), map[string][]*Fault{}, map[string]int{}
	s.Client = &http.Client{Transport: &http.Transport{}, Timeout: s.Patience}
	if s.Now == nil {
		s.Now = time.Now
	}
	var cancel context.CancelFunc
	s.Closing, cancel = context.WithCancel(context.Background())
	server := httptest.NewServer(handler)
	s.URL = server.URL
	t.Cleanup(func() {
		s.judged.Lock()
		s.closed = true // nothing is reported once the test is over
		s.judged.Unlock()
		cancel()
		end()
		server.CloseClientConnections()
		server.Close()
		s.Client.CloseIdleConnections()
		s.Running.Wait()
	})
}

// Notify wakes up the callers of Await. The caller holds the lock.
func (s *Server) Notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Await waits until done returns true; it calls done under the lock. It reports false if
// patience or the test ends first.
func (s *Server) Await(done func() bool) bool {
	timer := time.NewTimer(s.Patience)
	defer timer.Stop()
	for {
		s.Mu.Lock()
		changed, is := s.changed, done()
		s.Mu.Unlock()
		if is {
			return true
		}
		select {
		case <-changed:
		case <-timer.C:
			return false
		case <-s.Closing.Done():
			return false
		}
	}
}

// Report records mistakes of the bot, and fails the test unless they are tolerated.
func (s *Server) Report(where string, found ...Violation) {
	s.judged.Lock()
	defer s.judged.Unlock()
	for _, v := range found {
		if s.closed {
			return
		}
		v.Where = cmp.Or(v.Where, where)
		s.violations = append(s.violations, v)
		if !s.Tolerates(v.Rule) {
			s.T.Errorf("the platform refuses %v", v)
		}
	}
}

// Violations lists the bot's mistakes so far, tolerated ones included.
func (s *Server) Violations() []Violation {
	s.judged.Lock()
	defer s.judged.Unlock()
	return slices.Clone(s.violations)
}

// A Payload is one body that the bot sent.
type Payload struct {
	Route string // of the request, by the platform's names
	Kind  string // of the body, by the platform's names
	Path  string // of the request
	To    string // the only user who sees it, or the channel whose members do, if the platform can say
	Body  string // JSON, without tokens
	Files []File
}

// A File was uploaded along with a payload.
type File struct {
	Name string
	Data []byte
}

// Keep adds to the payloads. The caller holds the lock.
func (s *Server) Keep(p Payload) { s.payloads = append(s.payloads, p) }

// Payloads lists all bodies that the bot sent, refused ones included, oldest first.
func (s *Server) Payloads() []Payload {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return slices.Clone(s.payloads)
}

// ForgetPayloads drops the payloads so far, for tests that play for long.
func (s *Server) ForgetPayloads() {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.payloads = nil
}

// A Fault is a failure of requests that isn't the bot's fault.
type Fault struct {
	Times  int           // how many requests in a row; 0 means one
	Delay  time.Duration // before anything else
	After  bool          // the request takes effect, and then it fails
	Drop   bool          // the connection ends without an answer
	Status int           // of the answer; 0 means the request's own
	Header http.Header
	Answer any
}

// RetryAfter is the header of a rate limit, in whole seconds as platforms send it.
func RetryAfter(d time.Duration) http.Header {
	return http.Header{"Retry-After": {strconv.Itoa(int((d + time.Second - 1) / time.Second))}}
}

// Break makes the next requests of a route fail. Further faults follow in turn.
func (s *Server) Break(route string, f Fault) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	for range max(f.Times, 1) {
		s.faults[route] = append(s.faults[route], &f)
	}
}

// Heal drops all faults that have not come yet, and returns their number.
func (s *Server) Heal() (left int) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	for _, faults := range s.faults {
		left += len(faults)
	}
	clear(s.faults)
	return left
}

// Calls returns how often a route was requested.
func (s *Server) Calls(route string) int {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.calls[route]
}

// Serve counts a request of a route and answers it with the result of handle, or with its
// fault if one is due, which handle then gets.
func (s *Server) Serve(route string, w http.ResponseWriter, r *http.Request, handle func(faulty bool) (status int, answer any)) {
	s.Mu.Lock()
	s.calls[route]++
	s.Notify()
	var f Fault
	due := s.faults[route]
	if len(due) > 0 {
		f, s.faults[route] = *due[0], due[1:]
	}
	s.Mu.Unlock()
	select {
	case <-time.After(f.Delay):
	case <-r.Context().Done():
	case <-s.Closing.Done():
	}
	if !f.After && f.strike(w) {
		return
	}
	status, answer := handle(len(due) > 0)
	if !f.After || !f.strike(w) {
		reply(w, status, answer)
	}
}

// strike makes a fault happen. It reports false if that is only a delay, or none.
func (f Fault) strike(w http.ResponseWriter) bool {
	if f.Drop {
		panic(http.ErrAbortHandler) // net/http's way to end the connection
	}
	if f.Status == 0 {
		return false
	}
	for key, values := range f.Header {
		w.Header()[key] = values
	}
	reply(w, f.Status, f.Answer)
	return true
}

// reply answers with JSON, with a page if the answer is a text, or with nothing.
func reply(w http.ResponseWriter, status int, answer any) {
	var body []byte
	switch a := answer.(type) {
	case nil:
	case string:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		body = []byte(a)
	default:
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		body = Encode(a)
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // the caller may have gone
}

// A Reply is an answer of the bot over HTTP.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// Send makes a request to the bot.
func (s *Server) Send(r *http.Request) (Reply, error) {
	got, err := s.Client.Do(r)
	if err != nil {
		return Reply{}, err
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	return Reply{got.StatusCode, got.Header, body}, err
}
