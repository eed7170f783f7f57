package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// newService returns a service with an adapter, on free ports.
func newService(t *testing.T, a adapter) *service {
	t.Helper()
	return newServiceOn(t, a, persisttest.NewMemory(), filepath.Join(t.TempDir(), "solitaire.db"))
}

// newServiceOn returns a service whose store is at a place.
func newServiceOn(t *testing.T, a adapter, store persist.Store, place string) *service {
	t.Helper()
	running := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, running) })
	if a.drain == nil {
		a.drain = func(context.Context) error { return nil }
	}
	if a.token == nil {
		a.token = func() error { return nil }
	}
	a.platform, a.status = "discord", func() (int, int) { return 0, 0 }
	s := &service{log: slog.New(slog.DiscardHandler), metrics: newMetrics(), adapters: []adapter{a}, jobs: noJobs}
	conf := defaultConfig()
	conf.Data, conf.HTTP.Listen, conf.Admin.Listen = place, "127.0.0.1:0", "127.0.0.1:0"
	conf.HTTP.ShutdownDelay = 0
	if err := s.listen(conf, store); err != nil {
		t.Fatal(err)
	}
	return s
}

// noJobs is nothing to do but to end when everything does.
func noJobs(ctx context.Context) error {
	<-ctx.Done()
	return nil
}

// start runs a service. end tells it to stop.
func (s *service) start(t *testing.T) (end context.CancelFunc, ended <-chan error) {
	ctx, end := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.run(ctx) }()
	return end, done
}

// TestStopAnswersWhatIsUnderWay stops a service while it is at a request.
func TestStopAnswersWhatIsUnderWay(t *testing.T) {
	began, finish := make(chan bool), make(chan bool)
	s := newService(t, adapter{routes: map[string]http.Handler{
		"/quick": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "taken") }),
		"/slow": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			began <- true
			<-finish
			_, _ = io.WriteString(w, "answered")
		}),
	}})
	end, ended := s.start(t)
	answer := make(chan string, 1)
	go func() { answer <- page("http://" + s.public.address() + "/slow") }()
	<-began
	end()
	<-s.socket.requests.Done()
	for !strings.Contains(page("http://"+s.admin.address()+"/readyz"), "it is stopping") {
		if t.Context().Err() != nil {
			t.Fatal("it is ready although it stops")
		}
	}
	for page("http://"+s.public.address()+"/quick") != "" { // until nothing new is taken
		if t.Context().Err() != nil {
			t.Fatal("it takes new requests although it stops")
		}
	}
	close(finish)
	if got := <-answer; got != "answered" {
		t.Errorf("the request in flight got %q", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestStopCutsProfileShort stops a service while somebody takes a long profile of
// it, who gets it as far as it went.
func TestStopCutsProfileShort(t *testing.T) {
	s := newService(t, adapter{})
	end, ended := s.start(t)
	profile := make(chan string, 1)
	private := func(path string) string { return pageOf(overSocket(s.socket.address()), "http://"+botHost+path) }
	go func() { profile <- private("/debug/pprof/profile?seconds=600") }()
	for !strings.Contains(private("/debug/pprof/goroutine?debug=2"), "net/http/pprof.sleep") {
		select {
		case got := <-profile:
			t.Fatalf("the profile is over: %q", got)
		default:
		}
	}
	end()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if got := <-profile; !strings.HasPrefix(got, "\x1f\x8b") { // gzip's beginning
		t.Errorf("the profile is %q", got)
	}
}

// page returns what stands at a URL, nothing if nobody answers.
func page(url string) string {
	return pageOf(direct(), url)
}

func pageOf(client *http.Client, url string) string {
	client.Timeout = time.Minute
	resp, err := client.Get(url)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return string(b)
}

// TestStopWaitsForAdapters lets an adapter have something to finish.
func TestStopWaitsForAdapters(t *testing.T) {
	drained := make(chan bool)
	s := newService(t, adapter{
		run: func(ctx context.Context) error { <-ctx.Done(); return nil },
		drain: func(ctx context.Context) error {
			if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > drainTime {
				t.Error("there is no end to the wait")
			}
			drained <- true
			return nil
		},
	})
	end, ended := s.start(t)
	end()
	select {
	case <-ended:
		t.Error("it doesn't wait")
	case <-drained:
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestAdapterGivesUp ends the service, with the reason.
func TestAdapterGivesUp(t *testing.T) {
	reason := errors.New("the token is dead: make a new one")
	s := newService(t, adapter{run: func(context.Context) error { return reason }})
	_, ended := s.start(t)
	if err := <-ended; !errors.Is(err, reason) || report(io.Discard, err) != exitFailed {
		t.Errorf("got %v", err)
	}
}

// A token that a platform refuses while the bot runs makes it not ready, and a metric
// shows it.
func TestRefusedTokensAreShown(t *testing.T) {
	var refused atomic.Value
	refused.Store("")
	s := newService(t, adapter{token: func() error {
		if why := refused.Load().(string); why != "" {
			return errors.New(why)
		}
		return nil
	}})
	end, ended := s.start(t)
	for _, c := range []struct{ why, ready, metric string }{
		{"", `{"ready":true`, `solitaire_token_refused{platform="discord"} 0`},
		{"the token is dead: make a new one", `"why":"the token is dead: make a new one"`, `solitaire_token_refused{platform="discord"} 1`},
	} {
		refused.Store(c.why)
		if got := page("http://" + s.admin.address() + "/readyz"); !strings.Contains(got, c.ready) {
			t.Errorf("%q: /readyz: %s", c.why, got)
		}
		if got := page("http://" + s.admin.address() + "/metrics"); !strings.Contains(got, c.metric) {
			t.Errorf("%q: the metric is missing", c.why)
		}
	}
	end()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestPortIsTaken(t *testing.T) {
	s := newService(t, adapter{})
	conf := defaultConfig()
	conf.Admin.Listen = s.admin.address()
	conf.Data = filepath.Join(t.TempDir(), "solitaire.db")
	err := (&service{log: s.log, metrics: newMetrics()}).listen(conf, persisttest.NewMemory())
	if err == nil || !strings.Contains(err.Error(), "admin.listen: listen tcp "+s.admin.address()) {
		t.Errorf("got %v", err)
	}
	if err := errors.Join(s.admin.close(), s.socket.close()); err != nil {
		t.Error(err)
	}
}

// unlimited is a listener to which connections come without end.
type unlimited struct{ net.Listener }

func (unlimited) Accept() (net.Conn, error) {
	c, _ := net.Pipe()
	return c, nil
}

func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &limitedListener{Listener: unlimited{}, free: make(chan struct{}, 2)}
		var open []net.Conn
		go func() {
			for range 3 {
				c, err := l.Accept()
				if err != nil {
					t.Error(err)
				}
				open = append(open, c)
			}
		}()
		synctest.Wait()
		if len(open) != 2 {
			t.Fatalf("%d connections are open at once, 2 may be", len(open))
		}
		for range 2 { // the second time doesn't count
			_ = open[0].Close()
		}
		synctest.Wait()
		if len(open) != 3 || len(l.free) != 2 {
			t.Errorf("after one was closed there have been %d, and %d are open", len(open), len(l.free))
		}
	})
}

// A bot that is stopped while it waits for its database has nothing to finish.
func TestTerminatedBeforeTheDatabaseAnswers(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	c := newCaller(t)
	file := configure(t, c.section(), fmt.Sprintf("data: postgres://ann@%s/solitaire?sslmode=disable", silent.Addr()))
	bot := program(t, callerEnv(), "serve", "--config", file)
	var log bytes.Buffer
	bot.Stderr = &log
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bot.Process.Kill() }()
	asked, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer asked.Close()
	if err := bot.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := bot.Wait(); err != nil || !strings.Contains(log.String(), `"stopped"`) {
		t.Errorf("%v; the log says:\n%s", err, log.String())
	}
}
