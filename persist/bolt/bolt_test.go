package bolt_test

import (
	"flag"
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
