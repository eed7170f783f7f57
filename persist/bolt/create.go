package bolt

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// create makes a new file under another name and links it into place when it is
// whole: what ends the process or fills the disk meanwhile leaves no half file
// that can't be opened, and a file made by another process at the same time
// stays. Where there are no links the file is made in place by who opens it.
func create(path string, o Options) error {
	dir := filepath.Dir(path)
	temp, err := os.CreateTemp(dir, ".solitaire-*.new")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	if err := errors.Join(temp.Chmod(o.Mode), temp.Close()); err != nil {
		return err
	}
	if err := fill(temp.Name(), o); err != nil {
		return err
	}
	if os.Link(temp.Name(), path) != nil {
		return nil
	}
	return syncFolder(dir)
}

func fill(path string, o Options) error {
	f, err := openFile(path, o, false)
	if err != nil {
		return err
	}
	err = guard(func() error { return prepare(f.db, steps()) })
	return errors.Join(err, f.close())
}

// syncFolder makes a new name last: a commit flushes the file, not its name.
// Some file systems can't, and need not.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	if err := d.Sync(); err != nil && !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, errors.ErrUnsupported) {
		return errors.Join(err, d.Close())
	}
	return d.Close()
}
