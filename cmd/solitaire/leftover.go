package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
)

// What takes long is written under another name first, ".solitaire-*.KIND". A process
// that is killed leaves it behind, so the next command that writes in the same folder
// sweeps it. The writer holds a lock on it meanwhile, by which a sweeper knows that it
// is in use; the system takes the lock away when the process ends, however it ends.
var leftovers = regexp.MustCompile(`^\.solitaire-.*\.(new|compact|backup|sock)$`)

// sweep removes from a folder what killed processes have left there, and returns how
// many files and folders these were.
func sweep(folder string) (n int) {
	found, _ := os.ReadDir(folder)
	for _, entry := range found {
		if !leftovers.MatchString(entry.Name()) {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		f, err := os.Open(path)
		if err != nil {
			continue // it belongs to somebody else, or is gone
		}
		if lockFile(f, true) && os.RemoveAll(path) == nil {
			n++
		}
		_ = f.Close()
	}
	return n
}

// A temporary is a file or folder that is in use until it is removed.
type temporary struct {
	*os.File // locked
	path     string
}

var errSwept = errors.New("somebody removes new files here: try again")

// tempFile creates an empty file that no sweeper removes.
func tempFile(folder, kind string) (*temporary, error) {
	f, err := os.CreateTemp(folder, ".solitaire-*."+kind)
	if err != nil {
		return nil, err
	}
	return hold(f)
}

// tempFolder creates an empty folder that no sweeper removes. Nobody else can enter it.
func tempFolder(folder, kind string) (*temporary, error) {
	path, err := os.MkdirTemp(folder, ".solitaire-*."+kind)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	return hold(f)
}

func hold(f *os.File) (*temporary, error) {
	t := &temporary{f, f.Name()}
	if lockFile(f, false) {
		if named, err := os.Stat(t.path); err == nil {
			if opened, err := f.Stat(); err == nil && os.SameFile(named, opened) {
				return t, nil
			}
		}
	}
	t.remove() // a sweeper was here between its creation and the lock
	return nil, errSwept
}

// remove closes and removes it. It may have another name by then.
func (t *temporary) remove() {
	_ = os.RemoveAll(t.path)
	_ = t.Close()
}
