package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
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
	return newWeb(l, connections, h, log), nil
}

func newWeb(l net.Listener, connections int, h http.Handler, log *slog.Logger) *web {
	w := &web{listener: &limitedListener{Listener: l, free: make(chan struct{}, connections)}}
	w.requests, w.cut = context.WithCancelCause(context.Background())
	w.server = &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeaders,
		BaseContext: func(net.Listener) context.Context { return w.requests },
		ErrorLog:    slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	return w
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

// close closes a listener that doesn't serve yet.
func (w *web) close() error {
	if w == nil {
		return nil
	}
	return w.listener.Close()
}

// retire makes the answers from now on close their connections, so that callers bring
// their next requests over new ones, to another copy of the bot.
func retire(next http.Handler, retiring *atomic.Bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if retiring.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// stop takes no more connections and waits for the requests in flight, until the
// context ends.
func (w *web) stop(ctx context.Context) error {
	if w == nil {
		return nil
	}
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
