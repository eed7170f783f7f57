package bolt_test

import (
	"errors"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
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

// TestGolden opens a file of each schema. If it fails, the next version would lose
// players' games: increase the schema and write a migration.
func TestGolden(t *testing.T) {
	for _, name := range []string{"schema1.db", newestGolden} {
		t.Run(name, func(t *testing.T) { testGolden(t, name) })
	}
}

const newestGolden = "schema2.db"

func testGolden(t *testing.T, name string) {
	golden := filepath.Join("testdata", name)
	const players = 12
	if *update && name == newestGolden {
		path := newPath(t)
		s := mustOpen(t, path, bolt.Options{})
		for i := range players {
			persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Record: goldenRecord(), Results: []persist.Result{goldenResult(), goldenDaily(i)}})
		}
		doc, err := persist.Pack("daily", "1", 0, "a deal")
		if err != nil {
			t.Fatal(err)
		}
		persisttest.Commit(t, s, persist.Change{Docs: []persist.Doc{doc}})
		persisttest.Close(t, s)
		write(t, golden, read(t, path))
	}

	path := newPath(t)
	write(t, path, read(t, golden))
	s := mustOpen(t, path, bolt.Options{})
	for i := range players {
		want := goldenRecord()
		want.Version = 1
		got, err := s.Load(t.Context(), persisttest.Named(i))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("Load: %v\n%s", err, diff)
		}
		results, err := s.Results(t.Context(), persisttest.Named(i))
		want2 := []persist.Result{goldenResult()}
		if name == newestGolden {
			want2 = append(want2, goldenDaily(i))
		}
		if diff := cmp.Diff(want2, results); err != nil || diff != "" {
			t.Errorf("Results: %v\n%s", err, diff)
		}
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Record: want})
	}
	goldenBoards(t, s, name == newestGolden)
	persisttest.Close(t, s)
}

// goldenDaily is a result that counts on boards. Two players share each place.
func goldenDaily(i int) persist.Result {
	r := goldenResult()
	r.ID, r.Kind, r.Day, r.Here = "g2", "daily", 30, []string{"discord|7"}
	r.Moves += i / 2
	return r
}

// goldenBoards checks the rest of a file. A schema without boards has none, but can then
// be written to.
func goldenBoards(t *testing.T, s *bolt.Store, there bool) {
	t.Helper()
	if !there {
		for i := range 12 {
			want := goldenRecord()
			want.Version = 2
			persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Record: want, Results: []persist.Result{goldenDaily(i)}})
		}
	}
	for _, b := range goldenDaily(0).Boards() {
		row, at, err := s.Place(t.Context(), b, persisttest.Named(5))
		if err != nil || at != 5 || row.Place != 5 {
			t.Errorf("%+v: %+v at %d, %v", b, row, at, err)
		}
	}
	if _, err := s.Doc(t.Context(), "daily", "1"); there == errors.Is(err, persist.ErrNotFound) {
		t.Errorf("the doc: %v", err)
	}
}
