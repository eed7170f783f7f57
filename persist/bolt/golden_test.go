package bolt_test

import (
	"flag"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
)

var update = flag.Bool("update", false, "write the golden files anew")

func goldenRecord() persist.Record {
	at := time.Date(2026, 11, 29, 20, 15, 0, 123456789, time.UTC)
	return persist.Record{
		Current:    "g2",
		Games:      []persist.Game{{ID: "g2", Kind: "free", Version: 3, Data: []byte("data"), Hints: 1, First: at, Last: at}},
		Settings:   map[string]string{"language": "de"},
		Deliveries: persist.Deliveries(nil).Add("d1", at, []byte("moved")),
	}
}

func goldenResult() persist.Result {
	at := time.Date(2026, 11, 29, 20, 15, 0, 123456789, time.UTC)
	return persist.Result{ID: "g1", Kind: "free", Rules: "klondike", Outcome: persist.Won, Moves: 99, Score: 700, First: at, Last: at}
}

// TestGolden opens a file that schema 1 wrote. If it fails, players lose their
// games with the next version: raise the schema and write a step.
func TestGolden(t *testing.T) {
	golden := filepath.Join("testdata", "schema1.db")
	const players = 12
	if *update {
		path := newPath(t)
		s := mustOpen(t, path, bolt.Options{})
		for i := range players {
			mustCommit(t, s, persist.Change{Player: numbered(i), Record: goldenRecord(), Results: []persist.Result{goldenResult()}})
		}
		mustClose(t, s)
		write(t, golden, read(t, path))
	}

	path := newPath(t)
	write(t, path, read(t, golden))
	s := mustOpen(t, path, bolt.Options{})
	for i := range players {
		want := goldenRecord()
		want.Version = 1
		got, err := s.Load(t.Context(), numbered(i))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("Load: %v\n%s", err, diff)
		}
		results, err := s.Results(t.Context(), numbered(i))
		if diff := cmp.Diff([]persist.Result{goldenResult()}, results); err != nil || diff != "" {
			t.Errorf("Results: %v\n%s", err, diff)
		}
		mustCommit(t, s, persist.Change{Player: numbered(i), Record: want})
	}
	mustClose(t, s)
}
