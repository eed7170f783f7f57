// Package cputime measures the CPU time of one thread.
package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// Thread returns the CPU time that the calling thread has used. The caller must keep its
// goroutine on the thread.
func Thread() time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		return 0
	}
	return time.Duration(used.Nano())
}
