// Package solvetest has what the tests of all engines share: a plain search to compare
// with, random reduced games, known deals and measurements.
package solvetest

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
)

// Brute is the reference search for all engines. It tries every legal move from every
// position and prunes nothing except identical positions. Its second result is false if
// it gave up after limit positions. With unlimited passes, positions that differ only in
// the number of the pass count as identical.
func Brute(start game.State, limit int) (winnable, decided bool) {
	seen := map[[80]byte]bool{}
	todo := []game.State{start}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.Won() {
			return true, true
		}
		begin := len(todo)
		for m := range s.Moves() {
			next, _, err := s.Apply(m)
			if err != nil {
				panic(err)
			}
			key := exactKey(&next)
			if seen[key] {
				continue
			}
			if len(seen) == limit {
				return false, false
			}
			seen[key] = true
			todo = append(todo, next)
		}
		// Trying moves to the foundations first finds wins sooner.
		slices.SortFunc(todo[begin:], func(a, b game.State) int { return a.TotalUp() - b.TotalUp() })
	}
	return false, true
}

// exactKey writes a state as a string. It omits score and fan, which have no effect on
// winning.
func exactKey(s *game.State) (key [80]byte) {
	b := key[:0]
	for p := range s.Rules().Piles {
		cards, hidden := s.Pile(game.Pile(p + 1))
		b = append(b, byte(len(cards)), byte(hidden))
		for _, c := range cards {
			b = append(b, byte(c))
		}
	}
	for suit := range game.Suit(game.Suits) {
		b = append(b, byte(s.Up(suit)))
	}
	b = append(b, byte(len(s.Stock())))
	for _, c := range append(s.Waste(), s.Stock()...) {
		b = append(b, byte(c))
	}
	if s.Rules().Passes > 0 {
		b = append(b, byte(s.Pass()))
	}
	if len(b) > len(key) {
		panic("this game is too large for a plain search")
	}
	return key
}

// Long reports whether the long tests are on.
func Long() bool { return os.Getenv("SOLITAIRE_LONG") != "" }

// SmallDeal returns a random reduced Klondike deal, half of the time after
// some random moves.
func SmallDeal(t testing.TB, rng *rand.Rand, r game.Rules) game.State {
	t.Helper()
	for {
		r.Ranks, r.Piles = 3+rng.IntN(4), 3+rng.IntN(4)
		if r.Check() == nil {
			break
		}
	}
	s := gametest.DealOf(t, r, gametest.RandomDeck(rng, r.Ranks))
	if rng.IntN(2) == 0 {
		s = gametest.Wander(rng, s, rng.IntN(30))
	}
	return s
}

// Endgame returns a random position in which at most the given number of cards aren't up
// yet. Each pile shows one card. With return the deck is small, since each card that is
// up multiplies the positions.
func Endgame(t testing.TB, rng *rand.Rand, r game.Rules, most int) game.State {
	t.Helper()
	if r.Return {
		r.Ranks, r.Piles = 3+rng.IntN(3), 4
	}
	p := game.Position{Pass: 1}
	var left []game.Card
	for suit := range game.Suit(game.Suits) {
		p.Foundations[suit] = r.Ranks - rng.IntN(min(r.Ranks, most/game.Suits)+1)
		for rank := p.Foundations[suit] + 1; rank <= r.Ranks; rank++ {
			left = append(left, game.NewCard(rank, suit))
		}
	}
	rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	for i := range r.Piles {
		n := min(rng.IntN(i+2), len(left))
		p.Piles = append(p.Piles, game.PositionPile{Cards: left[:n], Hidden: max(n-1, 0)})
		left = left[n:]
	}
	waste := rng.IntN(len(left) + 1)
	p.Waste, p.Stock = left[:waste], left[waste:]
	s, err := game.FromPosition(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// SharedLines reads a JSON Lines file of the shared test data into values of one type. It
// skips the test if the data is missing.
func SharedLines[T any](t testing.TB, path ...string) []T {
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

// ProcessorTime returns the processor time used so far.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A CPULimit is a context that ends after a certain amount of processor time, since other
// work may run beside the measurements.
type CPULimit struct {
	context.Context
	End time.Duration
}

func (c CPULimit) Err() error {
	if ProcessorTime() > c.End {
		return context.DeadlineExceeded
	}
	return nil
}

// A Gauge measures what a benchmark's searches use per node.
type Gauge struct {
	b     *testing.B
	Nodes int64
	begun uint64 // allocations until then
}

func NewGauge(b *testing.B) *Gauge {
	b.Helper()
	b.ReportAllocs()
	return &Gauge{b: b, begun: allocations()}
}

// Report reports nodes per second, allocations per node, and bytes per stored position in
// the last search.
func (g *Gauge) Report(bytes, stored int) {
	made := allocations() - g.begun
	g.b.ReportMetric(float64(g.Nodes)/g.b.Elapsed().Seconds(), "nodes/s")
	g.b.ReportMetric(float64(made)/float64(g.Nodes), "allocs/node")
	if stored > 0 {
		g.b.ReportMetric(float64(bytes)/float64(stored), "B/state")
	}
}

func allocations() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// MustWin replays a line, which must win.
func MustWin(t testing.TB, name string, s game.State, line []game.Move) {
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
