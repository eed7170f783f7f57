package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

func ask(t *testing.T, h http.Handler, method, path string, header ...string) (status int, body string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1:9090"+path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func TestReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		works := part{"store", func(context.Context) error { return nil }}
		broken := part{"slack", func(context.Context) error { return errors.New("0 of 1 connections stand") }}
		hangs := part{"discord", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}
		for _, c := range []struct {
			parts  []part
			status int
			body   string
		}{
			{[]part{works}, 200, `{"ready":true,"parts":{"store":{"ready":true}}}`},
			{[]part{works, broken}, 503, `{"ready":false,"parts":{"slack":{"ready":false,"why":"0 of 1 connections stand"},"store":{"ready":true}}}`},
			{[]part{hangs, works}, 503, `{"ready":false,"parts":{"discord":{"ready":false,"why":"no answer within 1s"},"store":{"ready":true}}}`},
		} {
			admin := newAdmin(newReadiness(c.parts...), newMetrics(), nil, "")
			if status, body := ask(t, admin, "GET", "/readyz"); status != c.status || strings.TrimSpace(body) != c.body {
				t.Errorf("%d %s; want %d %s", status, body, c.status, c.body)
			}
			if status, body := ask(t, admin, "GET", "/healthz"); status != 200 || body != "alive\n" {
				t.Errorf("/healthz: %d %s", status, body)
			}
		}
	})
}

// A page in the operator's browser whose name is made to lead to this machine can read
// nothing: its requests carry that name.
func TestForeignHostNamesAreRefused(t *testing.T) {
	var conf config
	conf.Admin.Listen, conf.Admin.Hosts = "ops.example:9090", []string{"Solitaire"}
	admin := newAdmin(newReadiness(), newMetrics(), conf.adminHosts(), "")
	for host, want := range map[string]int{
		"127.0.0.1:9090": 200, "127.0.0.1": 200, "[::1]:9090": 200, "10.1.2.3:9090": 200, "": 200,
		"localhost:9090": 200, "LOCALHOST": 200, "localhost.": 200, "bot.localhost:1": 200,
		"solitaire:9090": 200, "ops.example": 200, "ops.example.:9090": 200,
		"rebound.example:9090": 403, "rebound.example": 403, "localhost.rebound.example": 403, "evillocalhost": 403,
		"127.0.0.1.rebound.example": 403, "[::1].rebound.example": 403, "solitaire.rebound.example": 403,
	} {
		for _, page := range []string{"/healthz", "/readyz", "/metrics"} {
			r := httptest.NewRequestWithContext(t.Context(), "GET", page, nil)
			r.Host = host
			w := httptest.NewRecorder()
			admin.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%s at %q: status %d, want %d", page, host, w.Code, want)
			}
		}
	}
}

// Backups and profiles are only for those who may use the socket, whatever the address
// of the request.
func TestAdminHasNoPrivatePages(t *testing.T) {
	admin := newAdmin(newReadiness(), newMetrics(), nil, "")
	private := newPrivate(admin, newBackup(secretBackup{}, filepath.Join(t.TempDir(), "solitaire.db"), silent(), func() {}))
	for _, page := range []string{"POST /backup", "GET /debug/pprof/", "GET /debug/pprof/heap?debug=1", "GET /debug/pprof/cmdline"} {
		method, path, _ := strings.Cut(page, " ")
		status, body := ask(t, admin, method, path)
		if status != http.StatusNotFound || !strings.Contains(body, "unix socket") && !strings.Contains(path, "cmdline") {
			t.Errorf("%s: %d %s", page, status, body)
		}
		if status, _ := ask(t, private, method, path); status != http.StatusOK && !strings.Contains(path, "cmdline") {
			t.Errorf("%s on the socket: %d", page, status)
		}
	}
	if status, body := ask(t, private, "GET", "/readyz"); status != http.StatusOK {
		t.Errorf("/readyz on the socket: %d %s", status, body)
	}
}

// A check that hangs neither delays the answer nor piles up.
func TestHangingChecksDontPileUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun atomic.Int32
		release := make(chan struct{})
		r := newReadiness(part{"store", func(context.Context) error { begun.Add(1); <-release; return nil }})
		for range 5 {
			if faults := r.faults(t.Context()); faults[0] == nil {
				t.Error("it is ready")
			}
		}
		if n := begun.Load(); n != 1 {
			t.Errorf("%d checks were begun, want 1", n)
		}
		close(release)
		synctest.Wait()
		if faults := r.faults(t.Context()); faults[0] != nil {
			t.Error(faults[0])
		}
	})
}

// The log says once that a part stopped to work, and that it works again.
func TestReadinessIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		var log bytes.Buffer
		m := newMetrics()
		r := newReadiness(part{"store", func(context.Context) error {
			if broken.Load() {
				return errors.New("no room")
			}
			return nil
		}})
		ctx, stop := context.WithCancel(t.Context())
		go r.watch(ctx, m, newLog(&log, "info"))
		for range 3 {
			broken.Store(true)
			time.Sleep(2 * watchTime)
			synctest.Wait()
			broken.Store(false)
			time.Sleep(2 * watchTime)
			synctest.Wait()
		}
		stop()
		synctest.Wait()
		if a, b := strings.Count(log.String(), `"not ready","part":"store","why":"no room"`), strings.Count(log.String(), `"ready again"`); a != 3 || b != 3 {
			t.Errorf("not ready %d times, ready again %d times, want 3 of each:\n%s", a, b, log.String())
		}
		if _, page := ask(t, newAdmin(r, m, nil, ""), "GET", "/metrics"); !strings.Contains(page, `solitaire_ready{part="store"} 1`) {
			t.Error("/metrics doesn't have it")
		}
	})
}

// TestOperatorsPages reads the real program's pages, as the operator and as others.
func TestOperatorsPages(t *testing.T) {
	c := newCaller(t)
	s := serve(t, configure(t, c.section()), callerEnv())
	c.call(s)
	for i, text := range []string{"solitaire new", "draw", "draw", "dragon 3", "move sesame"} {
		if _, err := c.send(typed(fmt.Sprint(i), "471147114711471147", text)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.send(typed("1", "471147114711471147", "draw")); err != nil { // again
		t.Fatal(err)
	}
	c.url = "http://" + s.http + "/discord/elsewhere"
	if _, err := c.send(typed("9", "471147114711471147", "draw")); err == nil {
		t.Error("any path does")
	}
	page := string(get(t, s, "/metrics"))
	for _, want := range []string{
		`solitaire_requests_total{command="new",outcome="changed",platform="discord"} 1`,
		`solitaire_requests_total{command="draw",outcome="changed",platform="discord"} 2`,
		`solitaire_requests_total{command="draw",outcome="repeated",platform="discord"} 1`,
		`solitaire_requests_total{command="unknown",outcome="unknown",platform="discord"} 1`,
		`solitaire_request_seconds_count{group="move",platform="discord"} 4`,
		`solitaire_request_seconds_count{group="other",platform="discord"} 2`,
		"solitaire_commit_queue 0", "solitaire_data_file_bytes", "solitaire_last_backup_timestamp_seconds 0",
		"solitaire_job_failures_total 0", "solitaire_jobs_running",
		`solitaire_commits_total{outcome="done"}`,
		"solitaire_commit_seconds_count", "solitaire_transaction_seconds_count", "solitaire_batch_changes_sum",
		`solitaire_connections{platform="discord"} 0`, `solitaire_connections_wanted{platform="discord"} 0`,
		`solitaire_http_responses_total{code="200"} 6`, `solitaire_http_responses_total{code="404"} 1`,
		"go_goroutines", "process_resident_memory_bytes", "go_build_info",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("/metrics has no %s", want)
		}
	}
	for _, hidden := range []string{"471147114711471147", "dragon", "sesame"} {
		if strings.Contains(page, hidden) || strings.Contains(s.logged(), hidden) {
			t.Errorf("%q is in the metrics or in the log", hidden)
		}
	}
	if ready := string(get(t, s, "/readyz")); !strings.HasPrefix(ready, `{"ready":true`) {
		t.Errorf("/readyz: %s", ready)
	}
	for _, path := range []string{"/healthz", "/readyz", "/metrics", "/backup", "/debug/pprof/"} {
		if status := statusOf(t, "http://"+s.http+path); status != http.StatusNotFound {
			t.Errorf("%s on the public listener: status %d", path, status)
		}
	}
}

// The runtime counts the processors that the container's quota allows. A service that
// ran more threads than that would be throttled.
func TestServeRunsNoMoreThreadsThanItsQuotaAllows(t *testing.T) {
	c := newCaller(t)
	s := serve(t, configure(t, c.section()), callerEnv())
	_, got, _ := strings.Cut(string(get(t, s, "/metrics")), "\ngo_sched_gomaxprocs_threads ")
	got, _, _ = strings.Cut(got, "\n")
	if want := strconv.Itoa(runtime.GOMAXPROCS(0)); got != want {
		t.Errorf("it runs %q threads; want %s", got, want)
	}
}

func statusOf(t *testing.T, url string) int {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

// TestNotReadyWithoutGateway cuts the line to Discord.
func TestNotReadyWithoutGateway(t *testing.T) {
	d := discordfake.New(t, discordfake.Options{})
	section, env := onDiscord(d, gatewayTransport)
	s := serve(t, configure(t, section, noSlack), env)
	d.Gateway.WaitReady(1)
	s.becomes(`"discord":{"ready":true}`)
	d.Gateway.Next(discordfake.Greeting{Silent: true})
	d.Gateway.Drop()
	s.becomes(`"why":"0 of 1 connections stand"`)
	if page := string(get(t, s, "/metrics")); !strings.Contains(page, `solitaire_connections{platform="discord"} 0`) {
		t.Error("/metrics still has the connection")
	}
}
