package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
)

// logged returns the log's line for a request; nil if there is none.
func logged(t *testing.T, level string, h bot.Handled) map[string]any {
	t.Helper()
	var out bytes.Buffer
	requestLog{newLog(&out, level), newMetrics()}.Handled(context.Background(), h)
	if out.Len() == 0 {
		return nil
	}
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	delete(line, "time")
	return line
}

func TestLogOfRequests(t *testing.T) {
	moved := bot.Handled{ID: "1234567890", Platform: "discord", Command: "move", Outcome: bot.Changed, Took: 1500 * time.Microsecond}
	want := map[string]any{
		"level": "INFO", "msg": "handled", "platform": "discord", "command": "move", "outcome": "changed", "ms": 1.5, "request": "c775e7b757ed",
	}
	if diff := cmp.Diff(want, logged(t, "info", moved)); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	failed := bot.Handled{Platform: "slack", Outcome: bot.Failed, Err: errors.New("no room")}
	want = map[string]any{
		"level": "ERROR", "msg": "failed", "platform": "slack", "command": "unknown", "outcome": "failed", "ms": 0.0, "error": "no room",
	}
	if diff := cmp.Diff(want, logged(t, "warn", failed)); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	if line := logged(t, "warn", moved); line != nil {
		t.Errorf("at level warn there is %v", line)
	}
	completed := bot.Handled{Platform: "discord", Command: bot.Completion, Outcome: bot.Answered}
	if line := logged(t, "info", completed); line != nil {
		t.Errorf("of a completion there is %v", line)
	}
	if line := logged(t, "debug", completed); line["command"] != "complete" || line["outcome"] != "answered" {
		t.Errorf("of a completion at level debug there is %v", line)
	}
	if line := logged(t, "debug", bot.Handled{Platform: "discord", Outcome: bot.Dropped}); line != nil {
		t.Errorf("of what was dropped there is %v", line)
	}
}

// Completions, and what was dropped, are counted and left out of the times of
// requests.
func TestCompletionsAreCounted(t *testing.T) {
	m := newMetrics()
	requests := requestLog{silent(), m}
	requests.Handled(t.Context(), bot.Handled{Platform: "discord", Outcome: bot.Dropped})
	requests.Handled(t.Context(), bot.Handled{Platform: "discord", Command: bot.Completion, Outcome: bot.Limited})
	requests.Handled(t.Context(), bot.Handled{Platform: "discord", Command: "move", Outcome: bot.Changed})
	answer := httptest.NewRecorder()
	newAdmin(newReadiness(), m, nil, "").ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/metrics", http.NoBody))
	for _, line := range []string{
		`solitaire_requests_total{command="complete",outcome="limited",platform="discord"} 1`,
		`solitaire_requests_total{command="unknown",outcome="dropped",platform="discord"} 1`,
		`solitaire_request_seconds_count{group="move",platform="discord"} 1`,
	} {
		if !strings.Contains(answer.Body.String(), line+"\n") {
			t.Errorf("no %s in\n%s", line, answer.Body)
		}
	}
}

func TestCommitOutcomes(t *testing.T) {
	for want, err := range map[string]error{
		"done": nil, "conflict": persist.ErrConflict, "repeated": persist.ErrRepeated, "busy": persist.ErrBusy, "failed": errors.New("no room"),
	} {
		if err != nil {
			err = fmt.Errorf("commit: %w", err)
		}
		if got := commitOutcome(err); got != want {
			t.Errorf("%v counts as %s, want %s", err, got, want)
		}
	}
}

// TestMetricsHaveBoundedLabels looks at the labels of every request there can
// be.
func TestMetricsHaveBoundedLabels(t *testing.T) {
	m := newMetrics()
	requests := requestLog{silent(), m}
	for _, spec := range append(play.Commands(), bot.Command{}) {
		for _, outcome := range []bot.Outcome{bot.Changed, bot.Answered, bot.Repeated, bot.Stale, bot.Unknown, bot.Limited, bot.Failed} {
			requests.Handled(t.Context(), bot.Handled{Platform: "discord", Command: spec.Name, Outcome: outcome})
		}
	}
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "solitaire_") && len(f.GetMetric()) > 7*(1+len(play.Commands())) {
			t.Errorf("%s has %d series", f.GetName(), len(f.GetMetric()))
		}
	}
}
