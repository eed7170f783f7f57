//go:build !unix || solaris || aix

package bolt

import "os"

// abandon closes a file that bbolt left open when it panicked. The file may stay locked
// until the process ends.
func abandon(f *os.File) { _ = f.Close() }
