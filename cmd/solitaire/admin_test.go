package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

func ask(t *testing.T, h http.Handler, method, path string, header ...string) (status int, body string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
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
			{[]part{hangs, works}, 503, `{"ready":false,"parts":{"discord":{"ready":false,"why":"context deadline exceeded"},"store":{"ready":true}}}`},
		} {
			admin := newAdmin(c.parts, newMetrics(), nil)
			if status, body := ask(t, admin, "GET", "/readyz"); status != c.status || strings.TrimSpace(body) != c.body {
				t.Errorf("%d %s; want %d %s", status, body, c.status, c.body)
			}
			if status, body := ask(t, admin, "GET", "/healthz"); status != 200 || body != "alive\n" {
				t.Errorf("/healthz: %d %s", status, body)
			}
		}
	})
}

func TestAdminTakesNoOrdersFromPages(t *testing.T) {
	admin := newAdmin(nil, newMetrics(), nil)
	if status, _ := ask(t, admin, "POST", "/healthz", "Sec-Fetch-Site", "cross-site"); status != http.StatusForbidden {
		t.Errorf("a page's request gets status %d", status)
	}
	if status, _ := ask(t, admin, "POST", "/healthz"); status != http.StatusMethodNotAllowed {
		t.Errorf("an operator's gets status %d", status)
	}
}

// TestOperatorsPages looks at what the real program tells, and to whom.
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
		`solitaire_request_seconds_count{platform="discord"} 6`,
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
