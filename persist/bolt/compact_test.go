package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// rankedFile fills a store with players who have results on many boards, and returns its
// size.
func rankedFile(t *testing.T, path string, players, days int) int64 {
	t.Helper()
	s := mustOpen(t, path, bolt.Options{})
	must(t, s.Restore(t.Context(), func(yield func(persist.Entry, error) bool) {
		for _, results := range []bool{false, true} {
			for i := range players {
				p := persist.Player{Platform: "discord", User: fmt.Sprint(100_000 + i)}
				for d := range days {
					at := time.Date(2026, 1, 1+d, 0, 0, i, 0, time.UTC)
					r := persist.Result{
						ID: fmt.Sprint(d), Kind: "daily", Rules: "klondike", Outcome: persist.Won, Moves: 90 + (i*31+d)%70, Undos: i % 7,
						First: at, Last: at.Add(time.Minute), Day: persist.Day(20600 + d), Here: []string{fmt.Sprint("discord:", i%5)},
					}
					if results && !yield(persist.Entry{Player: p, Body: &r}, nil) {
						return
					}
				}
				r := persisttest.Sized(1, 500)
				if !results && !yield(persist.Entry{Player: p, Body: &r}, nil) {
					return
				}
			}
		}
	}))
	must(t, s.Close())
	return size(t, path)
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Size()
}

func compacted(t *testing.T, path string) (fresh string) {
	t.Helper()
	from := mustOpen(t, path, bolt.Options{})
	fresh = newPath(t)
	n := 0
	must(t, from.Compact(t.Context(), fresh, bolt.Options{}, func() { n++ }))
	must(t, from.Close())
	if n == 0 {
		t.Error("nothing was counted")
	}
	return fresh
}

// A compacted file is about as small as bbolt makes it, and never bigger than the file
// that it is made from. It is whole, also its rankings, and can be written to.
func TestCompactMakesNoFileBigger(t *testing.T) {
	path := newPath(t)
	before := rankedFile(t, path, 1000, 16)
	fresh := compacted(t, path)
	after := size(t, fresh)
	if most := bboltCompacted(t, path) * 5 / 4; after > before || after > most {
		t.Errorf("%d bytes before, %d after, want %d at most", before, after, most)
	}
	// The last commits leave a few free pages, sometimes more and sometimes fewer.
	if again := size(t, compacted(t, fresh)); again > after+after/100 {
		t.Errorf("%d bytes, and %d when compacted again", after, again)
	}
	s := mustOpen(t, fresh, bolt.Options{})
	for err := range s.Check(t.Context()) {
		t.Error(err)
	}
	old := mustOpen(t, path, bolt.Options{ReadOnly: true})
	board := persist.Board{Deal: "klondike", Span: persist.AllTime}
	want, err := old.Page(t.Context(), board, 0, 2000)
	must(t, err)
	got, err := s.Page(t.Context(), board, 0, 2000)
	must(t, err)
	if fmt.Sprint(got) != fmt.Sprint(want) || want.Total != 1000 {
		t.Errorf("the ranking has %d rows, before it had %d", got.Total, want.Total)
	}
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("new")})
	mustHave(t, s, "new")
}

// bboltCompacted returns the size to which bbolt itself compacts a file, with full pages.
func bboltCompacted(t *testing.T, path string) int64 {
	t.Helper()
	from, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	must(t, err)
	to, err := bbolt.Open(newPath(t), 0o600, nil)
	must(t, err)
	must(t, bbolt.Compact(to, from, 1<<20))
	var n int64
	must(t, to.View(func(tx *bbolt.Tx) error { n = tx.Size(); return nil }))
	must(t, errors.Join(from.Close(), to.Close()))
	return n
}

// A compaction that is cancelled leaves nothing behind but its own file.
func TestCompactEnds(t *testing.T) {
	path := newPath(t)
	rankedFile(t, path, 20, 3)
	s := mustOpen(t, path, bolt.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	err := s.Compact(ctx, filepath.Join(t.TempDir(), "fresh.db"), bolt.Options{}, cancel)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("new")})
}
