package bolt

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Open opens the store in a file. If there is no file, it creates one, including its
// folder. It reads the file before opening it for writing: a file that is damaged, or
// isn't a store, is refused and not changed by a single byte.
//
// The error names the file and says what to do. It wraps persist.ErrInUse if another
// process holds the file, persist.ErrDamaged, persist.ErrNewer, [ErrForeign], or the file
// system's error.
func Open(path string, o Options) (*Store, error) {
	o = o.withDefaults()
	if err := examine(path, o); err != nil {
		return nil, explain(path, err)
	}
	f, err := openFile(path, o, o.ReadOnly)
	if err != nil {
		return nil, explain(path, err)
	}
	if errors.Is(f.inPlace(), ErrMoved) { // while we waited for it
		err = errReplaced
	}
	if err == nil && !o.ReadOnly { // a reader's Dump leaves out what the schema lacks
		err = guard(func() error { return prepare(f.db) })
	}
	if err != nil {
		return nil, explain(path, errors.Join(err, f.close()))
	}
	return &Store{file: f, committer: startCommitter(f, o)}, nil
}

// examine makes sure that there is a file to open. It creates one unless the store is
// read-only.
func examine(path string, o Options) error {
	if !o.ReadOnly {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
	}
	info, err := os.Stat(path)
	if !o.ReadOnly && errors.Is(err, fs.ErrNotExist) {
		if err := create(path, o); err != nil {
			return err
		}
		if info, err = os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil // it is created in place
		}
	}
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errNoFile
	case info.Size() > 0:
		return inspect(path, o)
	case o.ReadOnly:
		return ErrForeign
	}
	return nil // created by hand; bbolt fills it
}

// inspect checks, without being able to write, what Open relies on: that the file is
// complete, the list of free pages, the schema and the beginnings of the buckets. It
// doesn't read the pages behind them: damage there concerns the owners of those records,
// and Check finds it.
func inspect(path string, o Options) error {
	f, err := openFile(path, o, true)
	if err != nil {
		return err
	}
	err = guard(func() error {
		return f.db.View(func(tx *bbolt.Tx) error {
			info, err := f.handle.Stat()
			if err != nil {
				return err
			}
			if missing := tx.Size() - info.Size(); missing > 0 { // reading there would be a memory fault
				return fmt.Errorf("%w: %d bytes are missing at the end", persist.ErrDamaged, missing)
			}
			schema, err := readSchema(tx)
			if err != nil || schema == 0 {
				return err
			}
			return checkCornerstones(tx, schema)
		})
	})
	return errors.Join(err, f.close())
}

// A file is an open bbolt file and bbolt's handle on it.
type file struct {
	db     *bbolt.DB
	handle *os.File
	path   string      // the whole path
	opened os.FileInfo // which file that was
}

func openFile(path string, o Options, readOnly bool) (f file, err error) {
	options := &bbolt.Options{
		Timeout:         o.Timeout,
		FreelistType:    bbolt.FreelistMapType,
		ReadOnly:        readOnly,
		PreLoadFreelist: true, // for checks
		MaxSize:         o.MaxSize,
		NoStatistics:    true,
		OpenFile: func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
			f.handle, err = o.OpenFile(name, flag, mode)
			return f.handle, err
		},
	}
	err = guard(func() (err error) {
		f.db, err = bbolt.Open(path, o.Mode, options)
		return err
	})
	if _, panicked := errors.AsType[*PanicError](err); panicked && f.handle != nil {
		abandon(f.handle)
	}
	if err != nil {
		return f, err
	}
	if f.path, err = filepath.Abs(path); err == nil {
		f.opened, err = f.handle.Stat()
	}
	if err != nil {
		return f, errors.Join(err, f.close())
	}
	return f, nil
}

func (f file) close() error { return guard(f.db.Close) }

// inPlace returns [ErrMoved] if the open file is no longer the one that has its name:
// what is written to it would be lost when it is closed.
func (f file) inPlace() error {
	now, err := os.Stat(f.path)
	if err == nil && os.SameFile(now, f.opened) {
		return nil
	}
	if err == nil {
		err = errReplaced
	}
	return fmt.Errorf("%w: %w", ErrMoved, pathError(f.path, err))
}

// create makes a new file under a temporary name and links it into place when it is
// complete. A crash or a full disk then leaves no incomplete file, and a file created by
// another process at the same time survives. On file systems without links, Open creates
// the file in place.
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
	f, err := openFile(temp.Name(), o, false)
	if err != nil {
		return err
	}
	err = guard(func() error { return prepare(f.db) })
	if err := errors.Join(err, f.close()); err != nil {
		return err
	}
	if os.Link(temp.Name(), path) != nil {
		return nil
	}
	return SyncFolder(dir)
}

// SyncFolder makes a new name in a folder durable: a commit flushes the file, not its
// name. File systems that can't do that needn't.
func SyncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, fs.ErrInvalid) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

// Options change how a store is opened. The zero value is the default.
type Options struct {
	// Timeout is how long to wait while another process holds the file: 1 s.
	Timeout time.Duration

	// Mode is the mode of a new file: 0600.
	Mode os.FileMode

	// MaxSize is the most bytes to which the file grows; a change that needs more room
	// gets ErrFull. The default is no limit.
	MaxSize int

	// ReadOnly opens an existing file without changing it; calls that would write return
	// [ErrReadOnly]. Several processes may read a file at the same time.
	ReadOnly bool

	// Queue is the most changes that may wait: 1024.
	Queue int

	// Patience is how long a change may wait for room in the queue before it gets
	// [persist.ErrBusy]: 1 s.
	Patience time.Duration

	// Committed, if set, is called after each committed transaction, with the number of
	// its changes and its duration. Callers that wait for the commit wait for it too.
	Committed func(changes int, took time.Duration)

	// OpenFile opens the file: os.OpenFile. Tests inject faults here.
	OpenFile func(name string, flag int, mode os.FileMode) (*os.File, error)
}

func (o Options) withDefaults() Options {
	o.Timeout = cmp.Or(o.Timeout, time.Second)
	o.Mode = cmp.Or(o.Mode, 0o600)
	o.Queue = cmp.Or(o.Queue, 1024)
	o.Patience = cmp.Or(o.Patience, time.Second)
	if o.Committed == nil {
		o.Committed = func(int, time.Duration) {}
	}
	if o.OpenFile == nil {
		o.OpenFile = os.OpenFile
	}
	return o
}
