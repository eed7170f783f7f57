//go:build unix && !solaris && !aix

package bolt

import (
	"os"
	"syscall"
)

// abandon closes a file that bbolt left open when it panicked. It is still mapped, and a
// mapped file stays locked unless it is unlocked first.
func abandon(f *os.File) {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
	_ = f.Close()
}
