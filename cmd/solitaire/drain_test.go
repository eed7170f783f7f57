package main

import (
	"context"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// oneConn is a listener that a single connection comes to.
type oneConn struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l oneConn) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l oneConn) Close() error { close(l.closed); return nil }

func (l oneConn) Addr() net.Addr { return &net.TCPAddr{} }

// An adapter that is kept from ending, by its connections or a call of its platform,
// every other adapter has time left for its own requests.
func TestASlowShutdownLeavesTimeToTheOthers(t *testing.T) {
	for name, slow := range map[string]struct {
		drain  bool // a slow drain; else a call that isn't answered
		routes map[string]http.Handler
	}{
		"connected":        {drain: true},
		"called":           {drain: true, routes: map[string]http.Handler{"/": nil}},
		"a call in flight": {routes: map[string]http.Handler{"/": nil}},
	} {
		for _, first := range []bool{true, false} {
			for _, routes := range []map[string]http.Handler{nil, {"/other": nil}} {
				t.Run(name, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						untilCut := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
						left, drained := time.Duration(0), false
						one := adapter{routes: slow.routes, drain: untilCut}
						if !slow.drain {
							one.drain = func(context.Context) error { return nil }
						}
						other := adapter{routes: routes, drain: func(ctx context.Context) error {
							end, _ := ctx.Deadline()
							left, drained = time.Until(end), ctx.Err() == nil
							return nil
						}}
						s := &service{adapters: []adapter{one, other}}
						if !first {
							s.adapters = []adapter{other, one}
						}
						s.admin = &web{server: new(http.Server)}
						listener := oneConn{make(chan net.Conn), make(chan struct{})}
						s.public = &web{listener: listener, server: &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
							if !slow.drain {
								<-r.Context().Done()
							}
						})}}
						go s.public.serve()
						here, there := net.Pipe()
						defer here.Close()
						listener.conns <- there
						if _, err := here.Write([]byte("GET / HTTP/1.1\r\nHost: a\r\n\r\n")); err != nil {
							t.Fatal(err)
						}
						synctest.Wait()
						begin := time.Now()
						if err := s.stop(t.Context()); err == nil {
							t.Error("it is clean although something was cut off")
						}
						if took := time.Since(begin); took > drainTime+time.Second {
							t.Errorf("it took %v", took)
						}
						if !drained || left < drainTime/2 {
							t.Errorf("the other adapter has %v left, want %v", left, drainTime/2)
						}
					})
				})
			}
		}
	}
}
