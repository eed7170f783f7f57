package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Limits of a connection. The platforms want an answer within seconds and send little.
const (
	headerTime  = 5 * time.Second
	readTime    = 10 * time.Second
	writeTime   = 10 * time.Second // from the end of the headers
	idleTime    = 2 * time.Minute
	maxHeaders  = 16 << 10
	maxPublic   = 1024 // connections at a time
	maxOperator = 64
)

// A web is an HTTP server on its listener.
type web struct {
	server   *http.Server
	listener net.Listener
}

// listenPublic opens the listener for the platforms' calls.
func listenPublic(address string, h http.Handler, m *metrics, log *slog.Logger) (*web, error) {
	w, err := listen("http.listen", address, maxPublic, promhttp.InstrumentHandlerCounter(m.responses, h), log)
	if err == nil {
		w.server.ReadTimeout, w.server.WriteTimeout = readTime, writeTime
	}
	return w, err
}

// listenAdmin opens the operator's listener. A backup takes its time to write.
func listenAdmin(address string, h http.Handler, log *slog.Logger) (*web, error) {
	return listen("admin.listen", address, maxOperator, h, log)
}

func listen(key, address string, connections int, h http.Handler, log *slog.Logger) (*web, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: choose another address, or end the program that has it", key, err)
	}
	return &web{
		listener: &limitedListener{Listener: l, free: make(chan struct{}, connections)},
		server: &http.Server{
			Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeaders,
			ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		},
	}, nil
}

// address is where the server is, with the port that it got; "off" if there is
// none.
func (w *web) address() string {
	if w == nil {
		return "off"
	}
	return w.listener.Addr().String()
}

// serve takes connections until the server is shut down.
func (w *web) serve() error {
	if err := w.server.Serve(w.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// stop takes no more connections and waits for the requests in flight, until the
// context ends.
func (w *web) stop(ctx context.Context) error {
	if err := w.server.Shutdown(ctx); err != nil {
		return errors.Join(fmt.Errorf("requests were cut off: %w", err), w.server.Close())
	}
	return nil
}

// A limitedListener limits the connections that are open at a time; further ones wait
// until one is closed.
type limitedListener struct {
	net.Listener
	free chan struct{} // holds a token for each open connection
}

// Accept implements [net.Listener].
func (l *limitedListener) Accept() (net.Conn, error) {
	l.free <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &limitedConn{Conn: c, release: sync.OnceFunc(func() { <-l.free })}, nil
}

type limitedConn struct {
	net.Conn
	release func()
}

// Close implements [net.Conn].
func (c *limitedConn) Close() error {
	defer c.release()
	return c.Conn.Close()
}

// A part is something that must work before the bot is of use.
type part struct {
	name  string
	check func(context.Context) error
}

// checkTime is how long a part may take to say that it works.
const checkTime = time.Second

// newAdmin returns the operator's endpoints. They give out everything, so
// they belong on a listener that only the operator reaches. backup is nil for a store
// that makes none. stopping is closed when the bot stops.
func newAdmin(parts []part, m *metrics, backup http.Handler, stopping <-chan struct{}) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { answerReady(w, r, parts) })
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	if backup != nil {
		mux.Handle("GET /backup", backup)
		mux.Handle("POST /backup", backup)
	}
	mux.Handle("GET /debug/pprof/", cutShort(pprof.Index, stopping))
	mux.Handle("GET /debug/pprof/profile", cutShort(pprof.Profile, stopping))
	mux.Handle("GET /debug/pprof/trace", cutShort(pprof.Trace, stopping))
	// No page that the operator's browser shows may ask for a backup.
	return http.NewCrossOriginProtection().Handler(mux)
}

// cutShort ends a profile or trace when the bot stops; the answer holds the samples up
// to then.
func cutShort(watch http.HandlerFunc, stopping <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := untilStopping(r.Context(), stopping)
		defer cancel()
		watch(w, r.WithContext(ctx))
	})
}

// readiness is the answer of /readyz.
type readiness struct {
	Ready bool             `json:"ready"`
	Parts map[string]state `json:"parts"`
}

type state struct {
	Ready bool   `json:"ready"`
	Why   string `json:"why,omitempty"` // it is not
}

func answerReady(w http.ResponseWriter, r *http.Request, parts []part) {
	answer := checkParts(r.Context(), parts)
	w.Header().Set("Content-Type", "application/json")
	if !answer.Ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(answer) // the caller may have gone
}

func checkParts(ctx context.Context, parts []part) readiness {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	answer := readiness{Ready: true, Parts: map[string]state{}}
	for _, p := range parts {
		one := state{Ready: true}
		if err := p.check(ctx); err != nil {
			one = state{Why: err.Error()}
			answer.Ready = false
		}
		answer.Parts[p.name] = one
	}
	return answer
}

// A rolling writer answers a reader that may take as long as it likes but must not
// stall: each write has a deadline of its own. When the context ends, the current
// write fails.
type rolling struct {
	ctx     context.Context //nolint:containedctx // it lives as long as one answer
	w       http.ResponseWriter
	control *http.ResponseController
	stall   time.Duration
	end     func() // must be called before the handler returns
}

func newRolling(ctx context.Context, w http.ResponseWriter, stall time.Duration) *rolling {
	r := &rolling{ctx: ctx, w: w, control: http.NewResponseController(w), stall: stall}
	cut := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(cut)
		r.limit(time.Now())
	})
	r.end = func() {
		if !stop() {
			<-cut
		}
	}
	return r
}

// limit sets the deadline. A writer without deadlines, such as a recorder, never stalls.
func (r *rolling) limit(deadline time.Time) { _ = r.control.SetWriteDeadline(deadline) }

// Write implements [io.Writer]. It looks at the context after it has set the
// deadline: a context that ends later cuts that short.
func (r *rolling) Write(b []byte) (int, error) {
	r.limit(time.Now().Add(r.stall))
	if err := context.Cause(r.ctx); err != nil {
		return 0, err
	}
	return r.w.Write(b)
}
