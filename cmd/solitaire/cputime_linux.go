package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns the CPU time that the calling thread has used. The caller
// keeps its goroutine on the thread.
func threadTime() time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		return 0
	}
	return time.Duration(used.Nano())
}
