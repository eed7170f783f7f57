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
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// won is a result that counts on eight boards.
func won(day int) persist.Result {
	return persist.Result{
		ID: fmt.Sprint("day ", day), Kind: "daily", Rules: "klondike", Outcome: persist.Won, Day: persist.Day(day),
		Moves: 100 + day, Here: []string{"discord 7"},
	}
}

// ranked makes a file with players on boards, each with results of some days, and returns
// its path.
func ranked(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "solitaire.db")
	s := mustOpen(t, path, bolt.Options{})
	for i := range 20 {
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Results: []persist.Result{won(100 + i), won(101 + i), {ID: "free", Outcome: persist.Won}}})
	}
	unfaulty(t, s)
	persisttest.Close(t, s)
	return path
}

// change changes a file without the store.
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
	persisttest.Close(t, s)
	return faults
}

// An edit returns the replacement for a key and its value; nil deletes them.
type edit func(k, v []byte) (key, value []byte)

// editBoard edits the first entry of a kind, on the board of all time, whose key has a
// certain ending.
func editBoard(kind byte, suffix []byte, f edit) func(*bbolt.Tx) error {
	begin := append(allTime().AppendKey(nil), kind)
	return func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("boards"))
		c := b.Cursor()
		for k, v := c.Seek(begin); bytes.HasPrefix(k, begin); k, v = c.Next() {
			if !bytes.HasSuffix(k, suffix) {
				continue
			}
			key, value := f(bytes.Clone(k), bytes.Clone(v))
			if err := b.Delete(k); err != nil || key == nil {
				return err
			}
			return b.Put(key, value)
		}
		return errors.New("there is no such entry")
	}
}

func allTime() persist.Board { return persist.Board{Deal: "klondike", Span: persist.AllTime} }

func gone([]byte, []byte) (key, value []byte) { return nil, nil }

// flipped changes the last byte, which only the checksum detects.
func flipped(k, v []byte) (key, value []byte) {
	v[len(v)-1] ^= 1
	return k, v
}

// saying replaces a value, as a bug in the bot would.
func saying(value []byte, err error) edit {
	return func(k, _ []byte) ([]byte, []byte) {
		if err != nil {
			panic(err)
		}
		return k, bolt.AddKeySum(k, value)
	}
}

// Each kind of damage to a board is reported with the board, and nothing else is.
func TestCheckReportsDamagedBoards(t *testing.T) {
	third := persisttest.Named(3).AppendKey(nil)
	better := persist.Score{Won: 9}
	anotherRank := func(k, v []byte) ([]byte, []byte) {
		k[len(k)-len(third)-1]++
		return k, bolt.AddKeySum(k, v[4:])
	}
	farCount := func([]byte, []byte) ([]byte, []byte) {
		k := append(allTime().AppendKey(nil), 'n', 1, 7)
		return k, bolt.AddKeySum(k, first(persist.EncodeCount(3)))
	}
	const (
		board      = "board {Scope: Deal:klondike Span:3 Index:0}"
		differs    = board + " is not what the results add up to"
		unreadable = board + ": the stored data is damaged"
	)
	for _, damage := range []struct {
		name string
		edit func(*bbolt.Tx) error
		says string
	}{
		{"none", func(*bbolt.Tx) error { return nil }, ""},
		{"total flipped", editBoard('n', []byte{0}, flipped), unreadable},
		{"total gone", editBoard('n', []byte{0}, gone), differs},
		{"total wrong", editBoard('n', []byte{0}, saying(persist.EncodeCount(21))), differs},
		{"count gone", editBoard('n', []byte{2, 0xff, 0xfd}, gone), differs},
		{"count of nothing", editBoard('n', []byte{1, 0xff}, farCount), differs},
		{"row by rank flipped", editBoard('r', third, flipped), unreadable},
		{"row by player flipped", editBoard('p', third, flipped), unreadable},
		{"row by player gone", editBoard('p', third, gone), differs},
		{"row by rank gone", editBoard('r', third, gone), differs},
		{"row at another's rank", editBoard('r', third, anotherRank), differs},
		{"another score by player", editBoard('p', third, saying(persist.EncodeScore(persisttest.Named(3), better))), differs},
		{"another's score by player", editBoard('p', third, saying(persist.EncodeScore(persisttest.Named(4), better))), differs},
	} {
		path := ranked(t)
		change(t, path, damage.edit)
		faults := faultsOf(t, path)
		if damage.says == "" && len(faults) > 0 || damage.says != "" && (len(faults) != 1 || !strings.Contains(faults[0], damage.says)) {
			t.Errorf("%s: want %s:\n%s", damage.name, damage.says, strings.Join(faults, "\n"))
		}
	}
}

// A player on boards without a result that counts there is found on each of them.
func TestCheckReportsUnexplainedRows(t *testing.T) {
	path := ranked(t)
	change(t, path, func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("results")).Delete(append(persisttest.Named(3).AppendKey(nil), "day 104"...))
	})
	if faults := faultsOf(t, path); len(faults) != 8 { // day, week, month and all time, everywhere and on one server
		t.Errorf("%d faults: %q", len(faults), faults)
	}
}

func first[T, U any](v T, _ U) T { return v }

// If a result is unreadable, its effect on boards is unknown. So its entry is reported,
// and no board.
func TestCheckOfBoardsWithoutAResult(t *testing.T) {
	path := ranked(t)
	change(t, path, func(tx *bbolt.Tx) error {
		b, key := tx.Bucket([]byte("results")), append(persisttest.Named(3).AppendKey(nil), "day 103"...)
		return b.Put(flipped(key, bytes.Clone(b.Get(key))))
	})
	if faults := faultsOf(t, path); len(faults) != 0 {
		t.Errorf("%q", faults)
	}
}
