package solve

// What the tests of all engines share: known deals, processor time, replay.

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// sharedLines reads a JSON Lines file of the shared test data into values of
// one type. It skips the test when the data isn't there.
func sharedLines[T any](t testing.TB, path ...string) []T {
	root := os.Getenv("SOLITAIRE_SHARED")
	if root == "" {
		t.Skip("SOLITAIRE_SHARED is not set: no known deals to compare with")
	}
	f, err := os.Open(filepath.Join(append([]string{root}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// processorTime returns the processor time used so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A cpuLimit is a context that ends when so much processor time is used. (Other
// work runs beside the measurements.)
type cpuLimit struct {
	context.Context
	end time.Duration
}

func (c cpuLimit) Err() error {
	if processorTime() > c.end {
		return context.DeadlineExceeded
	}
	return nil
}

// A gauge measures what a benchmark's searches take by the node.
type gauge struct {
	b     *testing.B
	nodes int64
	begun uint64 // allocations until then
}

func newGauge(b *testing.B) *gauge {
	b.Helper()
	b.ReportAllocs()
	return &gauge{b: b, begun: allocations()}
}

// report tells nodes by the second, allocations by the node, and how many bytes
// a stored position took in the last search.
func (g *gauge) report(bytes, stored int) {
	made := allocations() - g.begun
	g.b.ReportMetric(float64(g.nodes)/g.b.Elapsed().Seconds(), "nodes/s")
	g.b.ReportMetric(float64(made)/float64(g.nodes), "allocs/node")
	g.b.ReportMetric(float64(bytes)/float64(stored), "B/state")
}

func allocations() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// mustWin replays a line, which must win.
func mustWin(t testing.TB, name string, s game.State, line []game.Move) {
	t.Helper()
	for i, m := range line {
		next, _, err := s.Apply(m)
		if err != nil {
			t.Fatalf("%s: move %d of %v: %v\n%+v", name, i, line, err, s.Position())
		}
		s = next
	}
	if !s.Won() {
		t.Fatalf("%s: %v wins nothing", name, line)
	}
}
