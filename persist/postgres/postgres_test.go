package postgres_test

import (
	"context"
	"flag"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

func TestMain(m *testing.M) {
	if place := os.Getenv(victimEnv); place != "" {
		victim(place)
	}
	// The random walk opens a store a thousand times, and each takes a connection here. A
	// flag on the command line still counts.
	_ = flag.Set("rapid.checks", "20")
	goleak.VerifyTestMain(postgrestest.Main{M: m})
}

func TestConformance(t *testing.T) { persisttest.Run(t, fresh(t)) }

func TestDump(t *testing.T) { persisttest.RunDump(t, fresh(t)) }

func fresh(t *testing.T) func(tb testing.TB) persisttest.Open {
	database := postgrestest.Database(t)
	return func(tb testing.TB) persisttest.Open {
		url := postgrestest.Schema(tb, database)
		return func() (persist.Store, error) {
			s, err := postgres.Open(context.Background(), url, patient())
			if err != nil {
				return nil, err
			}
			return s, nil
		}
	}
}

// patient are options for a busy machine.
func patient() postgres.Options {
	return postgres.Options{Timeout: time.Minute, Patience: time.Minute}
}

func mustOpen(tb testing.TB, url string, o postgres.Options) *postgres.Store {
	tb.Helper()
	s, err := postgres.Open(context.Background(), url, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return s
}
