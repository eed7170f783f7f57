// Package files has what several commands do with files beside the data: temporary files
// and folders, of which nothing is left when a process is killed, and files that keep
// their owner.
//
// Whatever takes long is written under another name first, ".solitaire-*.KIND". A process
// that is killed leaves it behind, so the next command that writes in the same folder
// sweeps it. The writer holds a lock on it, so a sweeper knows that it is in use. The
// system releases the lock when the process ends, however it ends.
package files

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
)

// leftovers is the pattern of temporary files' and folders' names.
var leftovers = regexp.MustCompile(`^\.solitaire-.*\.(new|compact|backup|sock)$`)

// Sweep removes from a folder what killed processes have left there, and returns how
// many files and folders these were.
func Sweep(folder string) (n int) {
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

// A Temporary is a file or folder that is in use until it is removed.
type Temporary struct {
	*os.File // locked
	Path     string
}

var errSwept = errors.New("somebody removes new files here: try again")

// TempFile creates an empty file that no sweeper removes.
func TempFile(folder, kind string) (*Temporary, error) {
	f, err := os.CreateTemp(folder, ".solitaire-*."+kind)
	if err != nil {
		return nil, err
	}
	return hold(f)
}

// TempFolder creates an empty folder that no sweeper removes. Nobody else can enter it.
func TempFolder(folder, kind string) (*Temporary, error) {
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

func hold(f *os.File) (*Temporary, error) {
	t := &Temporary{f, f.Name()}
	if lockFile(f, false) {
		if named, err := os.Stat(t.Path); err == nil {
			if opened, err := f.Stat(); err == nil && os.SameFile(named, opened) {
				return t, nil
			}
		}
	}
	t.Remove() // a sweeper was here between its creation and the lock
	return nil, errSwept
}

// Remove closes and removes it. It may have another name by then.
func (t *Temporary) Remove() {
	_ = os.RemoveAll(t.Path)
	_ = t.Close()
}
