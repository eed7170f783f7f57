package bolt_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A store whose file is no longer at its place acknowledges nothing, says so at once,
// and has a backup left to give. Once the file is back it takes writes again.
func TestAFileThatWasMovedTakesNoWrites(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file stays at its place")
	}
	away := func(t *testing.T, path string) (back func()) {
		must(t, os.Rename(path, path+".away"))
		return func() { must(t, os.Rename(path+".away", path)) }
	}
	for name, move := range map[string]func(t *testing.T, path string) (back func()){
		"removed": func(t *testing.T, path string) func() { must(t, os.Remove(path)); return nil },
		"moved":   away,
		"replaced": func(t *testing.T, path string) func() {
			back := away(t, path)
			must(t, os.WriteFile(path, []byte("another"), 0o600))
			return back
		},
		"replaced by a copy": func(t *testing.T, path string) func() {
			back := away(t, path)
			content, err := os.ReadFile(path + ".away")
			must(t, errors.Join(err, os.WriteFile(path, content, 0o600)))
			return back
		},
		"folder moved": func(t *testing.T, path string) func() {
			folder := filepath.Dir(path)
			must(t, os.Rename(folder, folder+".away"))
			return func() { must(t, os.Rename(folder+".away", folder)) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "data", "solitaire.db")
			s := mustOpen(t, path, bolt.Options{})
			persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("before")})
			back := move(t, path)
			for range 2 {
				err := s.Ping(t.Context())
				if !errors.Is(err, bolt.ErrMoved) || !strings.Contains(err.Error(), path) {
					t.Errorf("Ping: %v", err)
				}
				if err := s.Commit(t.Context(), persist.Change{Player: persisttest.Player("after")}); !errors.Is(err, bolt.ErrMoved) {
					t.Errorf("Commit: %v; want ErrMoved", err)
				}
			}
			mustHave(t, s, "before")
			var copied bytes.Buffer
			if _, err := s.Backup(t.Context(), &copied); err != nil {
				t.Fatalf("Backup: %v", err)
			}
			backup := filepath.Join(t.TempDir(), "backup.db")
			must(t, os.WriteFile(backup, copied.Bytes(), 0o600))
			mustHave(t, mustOpen(t, backup, bolt.Options{}), "before")
			if back == nil {
				return
			}
			back()
			if err := s.Ping(t.Context()); err != nil {
				t.Errorf("Ping once the file is back: %v", err)
			}
			persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("after")})
		})
	}
}

// A change that is being written while the file is removed is not acknowledged either.
func TestAFileThatIsRemovedDuringACommit(t *testing.T) {
	path := newPath(t)
	_, release, first := held(t, path, bolt.Options{})
	must(t, os.Rename(path, path+".away"))
	release()
	if err := <-first; !errors.Is(err, bolt.ErrMoved) {
		t.Errorf("Commit: %v; want ErrMoved", err)
	}
	must(t, os.Rename(path+".away", path))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustHave(t *testing.T, s *bolt.Store, name string) {
	t.Helper()
	if _, err := s.Load(t.Context(), persisttest.Player(name)); err != nil {
		t.Fatalf("Load %s: %v", name, err)
	}
}
