package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"

	"github.com/solitaire-chat/solitaire/persist"
)

var (
	// ErrForeign means that a file isn't a store, or that its beginning, which identifies
	// it, is damaged.
	ErrForeign = errors.New("not a data file of this program, or its beginning is damaged")
	// ErrFull says that the file would grow beyond Options.MaxSize.
	ErrFull = errors.New("the data file has reached its maximum size")
	// ErrMoved says that the open data file was removed, or another one was put in its
	// place. Nothing more is written until it is back. Backup still copies it.
	ErrMoved = errors.New("the data file was removed or replaced while it is in use: " +
		"copy its data with solitaire backup, which still can, then stop the bot and put the copy in the file's place")
	// ErrReadOnly says that the file was opened with Options.ReadOnly.
	ErrReadOnly = errors.New("the data file was opened for reading only")

	errNoFile   = errors.New("a folder or device, not a file")
	errReplaced = errors.New("another file was just put in its place")
)

// explain returns an error that says which file can't be opened, why, and what to do.
func explain(path string, err error) error {
	var errno syscall.Errno
	_, panicked := errors.AsType[*PanicError](err)
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("open %s: %w: quit the other program or choose another file", path, persist.ErrInUse)
	case errors.Is(err, persist.ErrNewer):
		return fmt.Errorf("open %s: %w: nothing was changed; use the newer program", path, err)
	case errors.Is(err, persist.ErrUnfinished):
		return fmt.Errorf("open %s: %w: remove the file and import again", path, err)
	case errors.Is(err, errNoFile), errors.Is(err, syscall.EISDIR), errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("open %s: %w: choose another file", path, err)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("open %w: check the name", pathError(path, err))
	case errors.Is(err, errReplaced):
		return fmt.Errorf("open %s: %w: try again", path, err)
	case errors.Is(err, ErrForeign), errors.Is(err, berrors.ErrInvalid):
		return fmt.Errorf("open %s: %w: nothing was changed; choose another file, "+
			"or move this one away and put a backup in its place", path, ErrForeign)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("open %w: let this user read and write the file and its folder, or choose another file", pathError(path, err))
	case panicked:
		return fmt.Errorf("open %s: its pages don't fit together: nothing was changed; move the file away and put a backup in its place: %w", path, err)
	case errors.Is(err, persist.ErrDamaged):
		return fmt.Errorf("open %s: %w: nothing was changed; move the file away and put a backup in its place", path, err)
	case errors.As(err, &errno), errors.Is(err, berrors.ErrMaxSizeReached):
		return fmt.Errorf("open %w", pathError(path, translate(err)))
	case refusedBySystem(err):
		return fmt.Errorf("open %s: %w: nothing was changed; make room on the disk, or raise the limit for the size of a file", path, err)
	}
	return explain(path, fmt.Errorf("%w: %w", persist.ErrDamaged, err)) // bbolt's own description
}

// refusedBySystem reports whether the operating system refused a call by bbolt, which keeps
// only the text of such errors.
func refusedBySystem(err error) bool {
	for _, step := range []string{"file resize error: ", "file sync error: ", "mmap stat error: ", "mmap allocate error: "} {
		if strings.Contains(err.Error(), step) {
			return true
		}
	}
	return false
}

// pathError names the file only once.
func pathError(path string, err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// translate replaces bbolt's errors by ours where the contract promises ours.
func translate(err error) error {
	switch {
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return persist.ErrClosed
	case errors.Is(err, berrors.ErrDatabaseReadOnly):
		return ErrReadOnly
	case errors.Is(err, berrors.ErrMaxSizeReached):
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}
