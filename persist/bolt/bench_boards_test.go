package bolt_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

var boardRows = flag.Int("rows", 10_000, "rows of the board in BenchmarkBoard")

const boardDay = 29

// BenchmarkBoard reads a board of the given number of players: pages anywhere on it, and
// the places of any of them.
func BenchmarkBoard(b *testing.B) {
	s := mustOpen(b, filepath.Join(b.TempDir(), "solitaire.db"), bolt.Options{})
	fillBoard(b, s, *boardRows)
	for _, bb := range []struct {
		name  string
		board persist.Board
	}{
		{"day", persist.Board{Deal: "klondike", Span: persist.OneDay, Index: boardDay}},
		{"all", persist.Board{Deal: "klondike", Span: persist.AllTime}},
	} {
		page, err := s.Page(context.Background(), bb.board, 0, 0)
		if err != nil || page.Total == 0 {
			b.Fatalf("%s: %d rows, %v", bb.name, page.Total, err)
		}
		b.Run("page/"+bb.name, func(b *testing.B) {
			timed(b, func() error {
				_, err := s.Page(context.Background(), bb.board, rand.IntN(page.Total), 10)
				return err
			})
		})
		b.Run("place/"+bb.name, func(b *testing.B) {
			timed(b, func() error {
				_, _, err := s.Place(context.Background(), bb.board, persisttest.Named(rand.IntN(page.Total)))
				return err
			})
		})
	}
}

// fillBoard writes one result for each of n players, with many results per commit. The
// first fifth wins, and so is on the boards of more than a day too.
func fillBoard(b *testing.B, s *bolt.Store, n int) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	err := s.Restore(context.Background(), func(yield func(persist.Entry, error) bool) {
		for i := range n {
			r := boardResult(random, i < n/5)
			if !yield(persist.Entry{Player: persisttest.Named(i), Body: &r}, nil) {
				return
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
}

// boardResult is a typical result: most losers give up at one of few points, and one in
// twenty at the first card.
func boardResult(random *rand.Rand, won bool) persist.Result {
	first := persist.Day(boardDay).Start().Add(8 * time.Hour)
	r := persist.Result{ID: "1", Kind: "daily", Rules: "klondike", Day: boardDay, First: first}
	r.Last = first.Add(time.Duration(60+random.IntN(3600)) * time.Second)
	switch {
	case won:
		r.Outcome, r.Up, r.Moves, r.Undos = persist.Won, 52, 95+random.IntN(60), random.IntN(20)
	case random.IntN(20) == 0:
		r.Outcome, r.Moves = persist.Expired, 1
	default:
		r.Outcome, r.Up, r.Moves = persist.Resigned, random.IntN(30), 20+random.IntN(100)
	}
	return r
}

// timed reports how long the calls take: the median and the 99th percentile.
func timed(b *testing.B, call func() error) {
	b.Helper()
	took := make([]time.Duration, 0, b.N)
	for range b.N {
		start := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
