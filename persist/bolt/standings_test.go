package bolt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
)

// won is a result that counts on eight boards.
func won(day int) persist.Result {
	return persist.Result{
		ID: fmt.Sprint("day ", day), Kind: "daily", Rules: "klondike", Outcome: persist.Won, Day: persist.Day(day),
		Moves: 100 + day, Here: []string{"discord 7"},
	}
}

// ranked makes a file with players who are on boards, each with results of some
// days, and returns its path.
func ranked(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "solitaire.db")
	s := mustOpen(t, path, bolt.Options{})
	for i := range 20 {
		mustCommit(t, s, persist.Change{Player: numbered(i), Results: []persist.Result{won(100 + i), won(101 + i), {ID: "free", Outcome: persist.Won}}})
	}
	unfaulty(t, s)
	mustClose(t, s)
	return path
}

// change changes a file past the store.
func change(t *testing.T, path string, f func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(f), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func faultsOf(t *testing.T, path string) (faults []string) {
	t.Helper()
	s := mustOpen(t, path, bolt.Options{ReadOnly: true})
	for err := range s.Check(context.Background()) {
		if !errors.Is(err, persist.ErrDamaged) {
			t.Errorf("%v is no damage", err)
		}
		faults = append(faults, err.Error())
	}
	mustClose(t, s)
	return faults
}

// Who is on a board without a result that counts there is told: in each of its two
// rows there, on each board on which no other result counts.
func TestCheckTellsUnexplainedRows(t *testing.T) {
	path := ranked(t)
	change(t, path, func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("results")).Delete(append(numbered(3).AppendKey(nil), "day 104"...))
	})
	faults := faultsOf(t, path)
	for _, f := range faults {
		if !strings.Contains(f, `of terminal "player 003"`) || !strings.Contains(f, "which no result explains") || !strings.Contains(f, "Index:104}") {
			t.Error(f)
		}
	}
	if len(faults) != 4 { // everywhere and on one server
		t.Errorf("%d faults: %q", len(faults), faults)
	}
}

func TestCheckTellsMissingRows(t *testing.T) {
	path := ranked(t)
	change(t, path, func(tx *bbolt.Tx) error {
		c := tx.Bucket([]byte("boards")).Cursor()
		for k, _ := c.First(); k != nil; k, _ = c.Next() {
			_, rest, err := persist.CutBoard(k)
			if err == nil && rest[0] == 'r' && bytes.HasSuffix(k, numbered(3).AppendKey(nil)) {
				return c.Delete()
			}
		}
		return errors.New("there is no such row")
	})
	if faults := faultsOf(t, path); len(faults) != 1 || !strings.Contains(faults[0], "is missing on a board") {
		t.Errorf("%q", faults)
	}
}
