package main

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// work lists what a function's time is spent on, by the beginning of its name. The
// outermost known caller decides.
func work() []struct{ what, function string } {
	return []struct{ what, function string }{
		{"deals of the day", module + "game/solve."},
		{"signatures", "crypto/ed25519."},
		{"JSON", "encoding/json."},
		{"store", module + "persist"},
		{"store", "go.etcd.io/bbolt."},
		{"boards", module + "render."},
		{"game", module + "game."},
		{"texts", module + "bot/locale."},
		{"log and metrics", "log/slog."},
		{"log and metrics", "github.com/prometheus/client_golang/prometheus."}, // promhttp is called around every request
		{"calls to Discord", "net/http.(*Client)"},
		{"calls to Discord", "net/http.(*persistConn)"},
		{"bot", module + "bot."},
		{"adapter", module + "bot/discord."},
		{"HTTP", "net/http."},
		{"garbage collection", "runtime.gcBgMarkWorker"},
		{"garbage collection", "runtime.bgsweep"},
		{"scheduling", "runtime."},
	}
}

// spent finds out from a CPU profile how the time was spent.
func spent(t testing.TB, profile []byte) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cpu.pprof")
	if err := os.WriteFile(file, profile, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "tool", "pprof", "-traces", file).Output()
	if err != nil {
		t.Fatalf("go tool pprof: %v", err)
	}
	shares, total := map[string]time.Duration{}, time.Duration(0)
	for _, trace := range strings.Split(string(out), "-----------+")[1:] {
		what, took := purpose(trace)
		shares[what] += took
		total += took
	}
	var lines []string
	for _, what := range slices.SortedFunc(maps.Keys(shares), func(a, b string) int { return int(shares[b] - shares[a]) }) {
		lines = append(lines, fmt.Sprintf("%5.1f %% %s", 100*float64(shares[what])/float64(max(1, total)), what))
	}
	return lines
}

// purpose parses one trace: a line of dashes, the time with the innermost function, and
// its callers.
func purpose(trace string) (what string, took time.Duration) {
	what = "other"
	best := len(work())
	for lines := bufio.NewScanner(strings.NewReader(trace)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if d, err := time.ParseDuration(fields[0]); err == nil {
			took = d
			fields = fields[1:]
		}
		for i, w := range work()[:best] {
			if len(fields) > 0 && strings.HasPrefix(fields[0], w.function) {
				what, best = w.what, i
			}
		}
	}
	return what, took
}
