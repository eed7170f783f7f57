package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// What one caller of the public listener may use up. The platforms want an
// answer within seconds and send little.
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

// stop takes no more connections and waits for the requests under way; when the
// context ends it waits no longer.
func (w *web) stop(ctx context.Context) error {
	if err := w.server.Shutdown(ctx); err != nil {
		return errors.Join(fmt.Errorf("requests were cut off: %w", err), w.server.Close())
	}
	return nil
}

// A limitedListener lets only so many connections be open at a time; more of
// them wait until one is closed.
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
