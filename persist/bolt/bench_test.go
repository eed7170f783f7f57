package bolt_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// BenchmarkCommit runs the given number of callers, each of which commits to its own
// player as fast as it can. In "load" they load the record first, as a request does.
func BenchmarkCommit(b *testing.B) {
	for _, size := range []int{700, 3000} {
		for _, callers := range []int{1, 16, 64} {
			for _, load := range []bool{false, true} {
				name := fmt.Sprintf("size=%d/callers=%d/load=%v", size, callers, load)
				b.Run(name, func(b *testing.B) { benchmarkCommit(b, size, callers, load) })
			}
		}
	}
}

func benchmarkCommit(b *testing.B, size, callers int, load bool) {
	s := mustOpen(b, filepath.Join(b.TempDir(), "solitaire.db"), bolt.Options{})
	took := make([][]time.Duration, callers)
	var all sync.WaitGroup
	b.ResetTimer()
	for i := range callers {
		all.Go(func() {
			r := persisttest.Sized(0, size)
			for n := i; n < b.N; n += callers {
				start := time.Now()
				if load && r.Version > 0 {
					r, _ = s.Load(context.Background(), persisttest.Named(i))
				}
				if err := s.Commit(context.Background(), persist.Change{Player: persisttest.Named(i), Record: r}); err != nil {
					b.Errorf("Commit: %v", err)
					return
				}
				r.Version++
				took[i] = append(took[i], time.Since(start))
			}
		})
	}
	all.Wait()
	b.StopTimer()
	times := slices.Sorted(slices.Values(slices.Concat(took...)))
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ops/s")
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
}

func BenchmarkLoad(b *testing.B) {
	s := mustOpen(b, filepath.Join(b.TempDir(), "solitaire.db"), bolt.Options{})
	const players = 1000
	var all sync.WaitGroup
	for i := range players {
		all.Go(func() {
			persisttest.Commit(b, s, persist.Change{Player: persisttest.Named(i), Record: persisttest.Sized(0, 700)})
		})
	}
	all.Wait()
	b.Run("present", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = s.Load(b.Context(), persisttest.Named(17))
		}
	})
	b.Run("absent", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = s.Load(b.Context(), persisttest.Player("nobody"))
		}
	})
}

// BenchmarkOpen opens a file of many players, whose leaves must not be read.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "solitaire.db")
	s := mustOpen(b, path, bolt.Options{})
	const players = 20_000
	for first := 0; first < players; first += 500 {
		var all sync.WaitGroup
		for i := range 500 {
			all.Go(func() {
				persisttest.Commit(b, s, persist.Change{Player: persisttest.Player(fmt.Sprint(first + i)), Record: persisttest.Sized(0, 700)})
			})
		}
		all.Wait()
	}
	persisttest.Close(b, s)
	for b.Loop() {
		persisttest.Close(b, mustOpen(b, path, bolt.Options{}))
	}
}
