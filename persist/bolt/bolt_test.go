package bolt_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"
	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(victimEnv); path != "" {
		victim(path)
	}
	flag.Parse()
	goleak.VerifyTestMain(m)
}

func TestConformance(t *testing.T) { persisttest.Run(t, fresh) }

func TestDump(t *testing.T) { persisttest.RunDump(t, fresh) }

func fresh(tb testing.TB) persisttest.Open {
	path := newPath(tb)
	return func() (persist.Store, error) { return bolt.Open(path, bolt.Options{}) }
}

// newPath returns a path in a new folder. If a file is there when the test ends, it must
// be sound.
func newPath(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "solitaire.db")
	tb.Cleanup(func() { sound(tb, path) })
	return path
}

// sound checks a file with bbolt's own check.
func sound(tb testing.TB, path string) {
	tb.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true})
	if err != nil {
		tb.Errorf("check %s: %v", path, err)
		return
	}
	defer func() { _ = db.Close() }()
	_ = db.View(func(tx *bbolt.Tx) error {
		for err := range tx.Check() {
			tb.Errorf("check %s: %v", path, err)
		}
		return nil
	})
}

func mustOpen(tb testing.TB, path string, o bolt.Options) *bolt.Store {
	tb.Helper()
	s, err := bolt.Open(path, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return s
}

func mustClose(tb testing.TB, s *bolt.Store) {
	tb.Helper()
	if err := s.Close(); err != nil {
		tb.Fatal(err)
	}
}

func mustCommit(tb testing.TB, s *bolt.Store, c persist.Change) {
	tb.Helper()
	if err := s.Commit(context.Background(), c); err != nil {
		tb.Fatal(err)
	}
}

func mustVersion(tb testing.TB, s *bolt.Store, p persist.Player, want uint64) {
	tb.Helper()
	r, err := s.Load(context.Background(), p)
	if err != nil || r.Version != want {
		tb.Fatalf("Load = version %d, %v; want version %d", r.Version, err, want)
	}
}

func player(name string) persist.Player { return persist.Player{Platform: "terminal", User: name} }

func numbered(i int) persist.Player { return player(fmt.Sprintf("player %03d", i)) }

// sized returns a record of about n bytes.
func sized(version uint64, n int) persist.Record {
	return persist.Record{Version: version, Games: []persist.Game{{ID: "g", Kind: "free", Data: make([]byte, n)}}}
}
