package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
)

// rankedFile fills a store with players who have results on many boards, as they come in
// over the days, and returns its size.
func rankedFile(t *testing.T, path string, players, days int) int64 {
	t.Helper()
	s := mustOpen(t, path, bolt.Options{})
	for d := range days {
		commits := make([]<-chan error, players)
		for i := range players {
			p := persist.Player{Platform: "discord", User: fmt.Sprint(7919 * i)}
			at := time.Date(2026, 1, 1+d, 0, 0, i, 0, time.UTC)
			r := persist.Result{
				ID: fmt.Sprint(d), Kind: "daily", Rules: "klondike", Outcome: persist.Won, Moves: 90 + (i*31+d)%70, Undos: i % 7,
				First: at, Last: at.Add(time.Minute), Day: persist.Day(20600 + d), Here: []string{fmt.Sprint("discord:", i%5)},
			}
			commits[i] = later(t.Context(), s, persist.Change{Player: p, Record: sized(uint64(d), 500), Results: []persist.Result{r}})
		}
		for _, done := range commits {
			must(t, <-done)
		}
	}
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

// A compacted file is never bigger than the file that it is made from, is whole, also
// its rankings, and can be written to.
func TestCompactMakesNoFileBigger(t *testing.T) {
	path := newPath(t)
	before := rankedFile(t, path, 250, 12)
	fresh := compacted(t, path)
	after := size(t, fresh)
	if after > before*3/4 {
		t.Errorf("%d bytes before, %d after", before, after)
	}
	if again := size(t, compacted(t, fresh)); again > after {
		t.Errorf("%d bytes, and %d when compacted again", after, again)
	}
	s := mustOpen(t, fresh, bolt.Options{})
	for err := range s.Check(t.Context()) {
		t.Error(err)
	}
	old := mustOpen(t, path, bolt.Options{ReadOnly: true})
	board := persist.Board{Deal: "klondike", Span: persist.AllTime}
	want, err := old.Page(t.Context(), board, 0, 500)
	must(t, err)
	got, err := s.Page(t.Context(), board, 0, 500)
	must(t, err)
	if fmt.Sprint(got) != fmt.Sprint(want) || want.Total != 250 {
		t.Errorf("the ranking has %d rows, before it had %d", got.Total, want.Total)
	}
	mustCommit(t, s, persist.Change{Player: player("new")})
	mustHave(t, s, "new")
}

// What compacting leaves behind when it is ended is only its own file.
func TestCompactEnds(t *testing.T) {
	path := newPath(t)
	rankedFile(t, path, 20, 3)
	s := mustOpen(t, path, bolt.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	err := s.Compact(ctx, filepath.Join(t.TempDir(), "fresh.db"), bolt.Options{}, cancel)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	mustCommit(t, s, persist.Change{Player: player("new")})
}
