package postgres_test

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
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// BenchmarkCommit runs the given number of callers, each of which loads and commits its
// own player as fast as it can. It measures the default store too, for comparison, since
// disks and machines differ.
func BenchmarkCommit(b *testing.B) {
	server := postgrestest.Start(b)
	for _, callers := range []int{1, 16, 64} {
		for name, open := range map[string]func(b *testing.B) (persist.Store, error){
			"bolt": func(b *testing.B) (persist.Store, error) {
				return bolt.Open(filepath.Join(b.TempDir(), "solitaire.db"), bolt.Options{})
			},
			"postgres": func(b *testing.B) (persist.Store, error) {
				return postgres.Open(context.Background(), server.Database(b), patient())
			},
		} {
			b.Run(fmt.Sprintf("callers=%d/%s", callers, name), func(b *testing.B) {
				s, err := open(b)
				if err != nil {
					b.Fatal(err)
				}
				defer func() { _ = s.Close() }()
				benchmarkCommit(b, s, callers)
			})
		}
	}
}

func benchmarkCommit(b *testing.B, s persist.Store, callers int) {
	took := make([][]time.Duration, callers)
	var all sync.WaitGroup
	b.ResetTimer()
	for i := range callers {
		all.Go(func() {
			for n := i; n < b.N; n += callers {
				start := time.Now()
				r, _ := s.Load(context.Background(), persisttest.Named(i))
				if err := s.Commit(context.Background(), persist.Change{Player: persisttest.Named(i), Record: persisttest.Sized(r.Version, 700)}); err != nil {
					b.Errorf("Commit: %v", err)
					return
				}
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
