package postgres_test

import (
	"context"
	"iter"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// limit is the longest statement or pause that the database allows in these tests, and
// patience how long the other side of a transfer makes it wait.
const (
	limit    = "300ms"
	patience = time.Second
)

// limited names a database with these limits.
func limited(place string) string {
	return place + "&statement_timeout=" + limit + "&idle_in_transaction_session_timeout=" + limit
}

// bulky are more entries than the buffers hold, so that the database has to wait in the
// middle of a statement.
func bulky() []persist.Entry {
	entries := make([]persist.Entry, 40)
	for i := range entries {
		r := persisttest.Sized(1, 100_000)
		entries[i] = persist.Entry{Player: persisttest.Named(i), Body: &r}
	}
	return entries
}

// slowly yields entries, with a pause after the first.
func slowly(entries []persist.Entry, pause time.Duration) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		for i, e := range entries {
			if i == 1 {
				time.Sleep(pause)
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// transfers are the slow transfers.
func transfers() map[string][]persist.Entry {
	return map[string][]persist.Entry{"between statements": bulky()[:2], "in a statement": bulky()}
}

// The reader of a dump may be slow: the limits that keep requests short don't apply to
// it.
func TestSlowDump(t *testing.T) {
	for name, entries := range transfers() {
		t.Run(name, func(t *testing.T) {
			place := postgrestest.Database(t)
			if err := mustOpen(t, place, patient()).Restore(context.Background(), slowly(entries, 0)); err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, err := range mustOpen(t, limited(place), patient()).Dump(context.Background()) {
				if err != nil {
					t.Fatalf("%v after %d entries", err, n)
				}
				if n++; n == 1 {
					time.Sleep(patience)
				}
			}
			if n != len(entries) {
				t.Errorf("%d entries came of %d", n, len(entries))
			}
		})
	}
}

// So may the source of a restore.
func TestSlowRestore(t *testing.T) {
	for name, entries := range transfers() {
		t.Run(name, func(t *testing.T) {
			place := postgrestest.Database(t)
			persisttest.Close(t, mustOpen(t, place, patient())) // the tables
			s := mustOpen(t, limited(place), patient())
			if err := s.Restore(context.Background(), slowly(entries, patience)); err != nil {
				t.Fatal(err)
			}
			persisttest.HasVersion(t, s, entries[len(entries)-1].Player, 1)
		})
	}
}
