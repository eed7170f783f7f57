//go:build unix && !solaris && !aix

package files

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks an open file or folder until it is closed, and reports whether it
// could. Several holders may share a lock unless it is to be the only one. Where a file
// system has no locks, everything can be shared and nothing held alone.
func lockFile(f *os.File, alone bool) bool {
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	return err == nil || !alone && !errors.Is(err, syscall.EWOULDBLOCK)
}
