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
	maxPublic   = 8192 // connections at a time; a page has one open as long as it is shown
	maxOperator = 64
)

// A web is an HTTP server on its listener.
type web struct {
	server   *http.Server
	listener net.Listener
	requests context.Context         //nolint:containedctx // the parent of the requests' contexts
	cut      context.CancelCauseFunc // ends requests
}

// errStopping is the cause of the end of an operator's request when the bot stops.
var errStopping = errors.New("the bot is stopping: ask again once it runs")

// listen opens a listener. key is its key in the configuration.
func listen(key, address string, connections int, h http.Handler, log *slog.Logger) (*web, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: choose another address, or end the program that has it", key, err)
	}
	w := &web{listener: &limitedListener{Listener: l, free: make(chan struct{}, connections)}}
	w.requests, w.cut = context.WithCancelCause(context.Background())
	w.server = &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeaders,
		BaseContext: func(net.Listener) context.Context { return w.requests },
		ErrorLog:    slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	return w, nil
}

// address is where the server listens, with its actual port; "off" if there is none.
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

// A part must work before the bot is ready.
type part struct {
	name  string
	check func(context.Context) error
}

// newAdmin returns the operator's pages. They give out everything: only the operator
// may reach their listener. backup is nil for a store that makes none.
func newAdmin(parts []part, m *metrics, backup http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { answerReady(w, r, parts) })
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	if backup != nil {
		mux.Handle("GET /backup", backup)
		mux.Handle("POST /backup", backup)
	}
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	// No page in the operator's browser may ask for a backup.
	return http.NewCrossOriginProtection().Handler(mux)
}

// readiness is the answer of /readyz.
type readiness struct {
	Ready bool             `json:"ready"`
	Parts map[string]state `json:"parts"`
}

type state struct {
	Ready bool   `json:"ready"`
	Why   string `json:"why,omitempty"` // why it isn't ready
}

func answerReady(w http.ResponseWriter, r *http.Request, parts []part) {
	const checkTime = time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), checkTime) // the store is checked until the end
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
	w.Header().Set("Content-Type", "application/json")
	if !answer.Ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(answer) // the client may have gone
}
