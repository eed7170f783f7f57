// Package persisttest has the tests that every store passes: one for each promise of
// [persist.Store], and a random walk compared with a model in memory.
package persisttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/solitaire-chat/solitaire/persist"
)

// Open opens a store. When called again after the store was closed, it opens the same
// data.
type Open func() (persist.Store, error)

// Run tests a kind of store. Each call of fresh returns the Open of a new, empty place;
// fresh cleans up with tb.Cleanup.
func Run(t *testing.T, fresh func(tb testing.TB) Open) {
	run(t, fresh, []promise{
		{"LoadNothing", testLoadNothing},
		{"RoundTrip", testRoundTrip},
		{"VersionRises", testVersionRises},
		{"BigRecord", testBigRecord},
		{"MemoryIsNotShared", testMemoryIsNotShared},
		{"Conflict", testConflict},
		{"Repeated", testRepeated},
		{"Refused", testRefused},
		{"ResultsInOrder", testResultsInOrder},
		{"ResultsAreNeverChanged", testResultsAreNeverChanged},
		{"Forget", testForget},
		{"PlayersApart", testPlayersApart},
		{"ContextEnded", testContextEnded},
		{"Closed", testClosed},
		{"CloseWaits", testCloseWaits},
		{"OneWinner", testOneWinner},
		{"ManyPlayers", testManyPlayers},
		{"ReadWhileWriting", testReadWhileWriting},
		{"ForgetWhileWriting", testForgetWhileWriting},
		{"Reopen", testReopen},
		{"Docs", testDocs},
		{"DocsWithPlayer", testDocsWithPlayer},
		{"DocsInOrder", testDocsInOrder},
		{"DocsRefused", testDocsRefused},
		{"DocOneWinner", testDocOneWinner},
		{"BoardOrder", testBoardOrder},
		{"BoardsAgainstMemory", testBoardsAgainstMemory},
		{"BoardCountsOnce", testBoardCountsOnce},
		{"Lease", testLease},
		{"LeaseEnds", testLeaseEnds},
		{"LeaseRefused", testLeaseRefused},
		{"LeaseForOne", testLeaseForOne},
	})
	t.Run("Model", func(t *testing.T) { testModel(t, fresh) })
}

// A promise of a store, with its test.
type promise struct {
	name string
	test func(t *testing.T, open Open)
}

func run(t *testing.T, fresh func(tb testing.TB) Open, promises []promise) {
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) { p.test(t, fresh(t)) })
	}
}

// player is the player in most tests.
func player() persist.Player { return persist.Player{Platform: "discord", User: "184"} }

// full returns a record with every field set.
func full() persist.Record {
	at := time.Date(2026, 11, 29, 20, 15, 0, 123456789, time.UTC)
	return persist.Record{
		Current: "g2",
		Games: []persist.Game{
			{ID: "g1", Kind: "free", Version: 3, Data: []byte{0, 1, 2}, Hints: 1, First: at, Last: at.Add(time.Minute), Outcome: persist.Won},
			{ID: "g2", Kind: "practice", Version: 1, Data: []byte("data")},
		},
		Settings:   map[string]string{"deck": "blue", "language": "de"},
		Deliveries: persist.Deliveries(nil).Add("d1", at, []byte("moved")),
	}
}

// marked returns a record that differs from others.
func marked(version uint64, mark string) persist.Record {
	return persist.Record{Version: version, Current: mark}
}

func result(id string, ended int64) persist.Result {
	return persist.Result{
		ID: id, Kind: "free", Rules: "klondike", Scoring: 1, Generator: "v1", Number: 17, Outcome: persist.Won,
		Moves: 99, Undos: 2, Hints: 1, Up: 52, Score: 700, First: time.Unix(ended-60, 5).UTC(), Last: time.Unix(ended, 6).UTC(),
	}
}

// opened returns a store that is closed at the end of the test.
func opened(t testing.TB, open Open) persist.Store {
	t.Helper()
	s, err := open()
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil && !errors.Is(err, persist.ErrClosed) {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// Close closes a store.
func Close(t testing.TB, s persist.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
}

func reopened(t testing.TB, s persist.Store, open Open) persist.Store {
	t.Helper()
	Close(t, s)
	return opened(t, open)
}

// Commit changes a store.
func Commit(t testing.TB, s persist.Store, c persist.Change) {
	t.Helper()
	if err := s.Commit(context.Background(), c); err != nil {
		t.Fatalf("Commit: %v", err)
	}
}

// store commits a record and nothing else.
func store(t testing.TB, s persist.Store, p persist.Player, r persist.Record) {
	t.Helper()
	Commit(t, s, persist.Change{Player: p, Record: r})
}

func refused(t testing.TB, s persist.Store, c persist.Change, want error) {
	t.Helper()
	if err := s.Commit(context.Background(), c); !errors.Is(err, want) {
		t.Fatalf("Commit: %v; want: %v", err, want)
	}
}

// holds fails unless the store has this record and these results of a player.
func holds(t fataler, s persist.Store, p persist.Player, record persist.Record, results ...persist.Result) {
	t.Helper()
	got, err := s.Load(context.Background(), p)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	if !sameRecord(record, got) {
		t.Fatalf("the record (-want +got):\n%s", cmp.Diff(record, got, cmpopts.EquateEmpty()))
	}
	holdsResults(t, s, p, results...)
}

// sameRecord compares the stored form of records, since cmp is slow on bytes.
func sameRecord(a, b persist.Record) bool {
	storedA, errA := persist.EncodeRecord(a)
	storedB, errB := persist.EncodeRecord(b)
	return errA == nil && errB == nil && bytes.Equal(storedA, storedB)
}

func holdsNothing(t fataler, s persist.Store, p persist.Player) {
	t.Helper()
	if r, err := s.Load(context.Background(), p); !errors.Is(err, persist.ErrNotFound) {
		t.Fatalf("Load = %v, %v; want ErrNotFound", r, err)
	}
	holdsResults(t, s, p)
}

func holdsResults(t fataler, s persist.Store, p persist.Player, want ...persist.Result) {
	t.Helper()
	got, err := s.Results(context.Background(), p)
	if err != nil {
		t.Fatalf("Results: %v", err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("the results (-want +got):\n%s", diff)
	}
}

// A fataler is a test, or one of rapid's.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Player returns somebody with a name.
func Player(name string) persist.Player { return persist.Player{Platform: "terminal", User: name} }

// Named returns a player by number.
func Named(i int) persist.Player { return Player(fmt.Sprintf("player %03d", i)) }

// Sized returns a record of about n bytes.
func Sized(version uint64, n int) persist.Record {
	return persist.Record{Version: version, Games: []persist.Game{{ID: "g", Kind: "free", Data: make([]byte, n)}}}
}

// HasVersion fails the test unless this is the version of a player's record.
func HasVersion(t testing.TB, s persist.Store, p persist.Player, want uint64) {
	t.Helper()
	if r, err := s.Load(context.Background(), p); err != nil || r.Version != want {
		t.Fatalf("Load = version %d, %v; want version %d", r.Version, err, want)
	}
}
