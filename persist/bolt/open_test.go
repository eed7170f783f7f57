package bolt_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

func TestOpenCreates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "solitaire.db")
	persisttest.Close(t, mustOpen(t, path, bolt.Options{}))
	sound(t, path)
	for name, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): fs.ModeDir | 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("something was left beside the file: %v", names)
	}
}

func TestOpenFillsEmptyFile(t *testing.T) {
	path := newPath(t)
	write(t, path, nil)
	s := mustOpen(t, path, bolt.Options{})
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a")})
	persisttest.HasVersion(t, s, persisttest.Player("a"), 1)
	persisttest.Close(t, s)
}

// A link to a file that doesn't exist yet is followed.
func TestOpenThroughLink(t *testing.T) {
	path := newPath(t)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	persisttest.Close(t, mustOpen(t, link, bolt.Options{}))
}

func TestOpenInUse(t *testing.T) {
	path := newPath(t)
	s := mustOpen(t, path, bolt.Options{})
	start := time.Now()
	_, err := bolt.Open(path, bolt.Options{})
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("it took %v to tell", took)
	}
	refusal(t, err, persist.ErrInUse, path, "quit the other program or choose another file")
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a")})
	persisttest.Close(t, s)
	persisttest.Close(t, mustOpen(t, path, bolt.Options{}))
}

func TestOpenRefusesFolder(t *testing.T) {
	_, err := bolt.Open(t.TempDir(), bolt.Options{})
	refusal(t, err, nil, "folder", "choose another file")
}

func TestOpenRefusesDevice(t *testing.T) {
	_, err := bolt.Open(os.DevNull, bolt.Options{})
	refusal(t, err, nil, os.DevNull, "choose another file")
}

func TestOpenRefusesFileAsFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	write(t, path, []byte("text"))
	_, err := bolt.Open(filepath.Join(path, "solitaire.db"), bolt.Options{})
	refusal(t, err, syscall.ENOTDIR, "choose another file")
}

func TestOpenWithoutPermission(t *testing.T) {
	path := newPath(t)
	persisttest.Close(t, mustOpen(t, path, bolt.Options{}))
	for _, errno := range []syscall.Errno{syscall.EACCES, syscall.EROFS, syscall.EMFILE, syscall.EIO} {
		_, err := bolt.Open(path, bolt.Options{OpenFile: func(name string, _ int, _ os.FileMode) (*os.File, error) {
			return nil, &fs.PathError{Op: "open", Path: name, Err: errno}
		}})
		refusal(t, err, errno, path)
		if strings.Count(err.Error(), path) != 1 || errors.Is(err, persist.ErrDamaged) {
			t.Error(err)
		}
	}
}

// Another program's bbolt file isn't ours.
func TestOpenRefusesForeignBolt(t *testing.T) {
	path := newPath(t)
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("meta"))
		return err
	}), db.Close()); err != nil {
		t.Fatal(err)
	}
	refusedUntouched(t, path, bolt.ErrForeign)
}

func TestOpenRefusesNewerSchema(t *testing.T) {
	path := newPath(t)
	persisttest.Close(t, mustOpen(t, path, bolt.Options{}))
	if err := bolt.Outdate(path); err != nil {
		t.Fatal(err)
	}
	refusedUntouched(t, path, persist.ErrNewer)
}

func TestFull(t *testing.T) {
	s := mustOpen(t, newPath(t), bolt.Options{MaxSize: 256 << 10})
	var err error
	players := 0
	for ; err == nil && players < 1000; players++ {
		err = s.Commit(t.Context(), persist.Change{Player: persisttest.Named(players), Record: persisttest.Sized(0, 700)})
	}
	players--
	if !errors.Is(err, bolt.ErrFull) {
		t.Fatalf("Commit: %v; want ErrFull", err)
	}
	for i := range players {
		persisttest.HasVersion(t, s, persisttest.Named(i), 1)
	}
	// Small changes may still find room, but the store is not well.
	for i := range 3 {
		_ = s.Commit(t.Context(), persist.Change{Player: persisttest.Named(i), Record: persisttest.Sized(1, 100)})
		if err := s.Ping(t.Context()); !errors.Is(err, bolt.ErrFull) {
			t.Errorf("Ping: %v; want ErrFull", err)
		}
	}
	for i := range players / 2 {
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Forget: true})
	}

	if err := s.Ping(t.Context()); err != nil { // there is room again
		t.Error(err)
	}
	release := hold(t, s) // in one batch only the large one is refused
	big := later(t.Context(), s, persist.Change{Player: persisttest.Player("big"), Record: persisttest.Sized(0, 1<<20)})
	small := later(t.Context(), s, persist.Change{Player: persisttest.Player("small"), Record: persisttest.Sized(0, 700)})
	time.Sleep(20 * time.Millisecond)
	release()
	if err := <-big; !errors.Is(err, bolt.ErrFull) {
		t.Errorf("Commit: %v; want ErrFull", err)
	}
	if err := <-small; err != nil {
		t.Error(err)
	}
	persisttest.Close(t, s)
}

// refusal expects a certain error with certain words.
func refusal(t *testing.T, err, is error, words ...string) {
	t.Helper()
	if err == nil || is != nil && !errors.Is(err, is) {
		t.Fatalf("Open: %v; want: %v", err, is)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q doesn't say %q", err, w)
		}
	}
}

// refusedUntouched expects the file to be refused and unchanged.
func refusedUntouched(t *testing.T, path string, is error) {
	t.Helper()
	before := read(t, path)
	_, err := bolt.Open(path, bolt.Options{})
	refusal(t, err, is, path, "nothing was changed")
	if !bytes.Equal(before, read(t, path)) {
		t.Error("the refused file was changed")
	}
}

func write(tb testing.TB, path string, b []byte) {
	tb.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		tb.Fatal(err)
	}
}

func read(tb testing.TB, path string) []byte {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// While one process waits for a file, another may replace it, for example by compacting.
// Writes to the old file would be lost.
func TestOpenReplaced(t *testing.T) {
	path, other := newPath(t), newPath(t)
	persisttest.Close(t, mustOpen(t, path, bolt.Options{}))
	persisttest.Close(t, mustOpen(t, other, bolt.Options{}))
	content := read(t, other)
	_, err := bolt.Open(path, bolt.Options{OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
		f, err := os.OpenFile(name, flag, mode)
		if flag&os.O_RDWR != 0 {
			replacement := filepath.Join(t.TempDir(), "new.db")
			write(t, replacement, content)
			err = errors.Join(err, os.Rename(replacement, path))
		}
		return f, err
	}})
	refusal(t, err, nil, path, "another file was just put in its place", "try again")
	persisttest.Close(t, mustOpen(t, path, bolt.Options{}))
}
