package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// collectLess makes the garbage collector run less often while a tool solves
// deals: what lives is little, but tables come and go by the megabyte. A service
// leaves it as it is, since it shares its machine. It returns what undoes that.
func collectLess() (undo func()) {
	before := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(before) }
}

// overlap lets twice as many goroutines run at once as there are cores, unless
// GOMAXPROCS says how many. What is committed is written by one goroutine, which
// waits for the disk several times a transaction: it would have to queue for a
// core behind every request each time, while the system lets it have one at
// once. It returns what undoes that.
func overlap() (undo func()) {
	if os.Getenv("GOMAXPROCS") != "" {
		return func() {}
	}
	before := runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0))
	return func() { runtime.GOMAXPROCS(before) }
}
