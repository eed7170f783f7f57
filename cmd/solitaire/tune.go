package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// How much garbage there may be for what lives, in percent: for a tool that solves
// deals and leaves, and for a service, which shares its machine.
const (
	garbageOfTool    = 400
	garbageOfService = 200
)

// collectLess makes the garbage collector run less often than it would: what lives
// is little, but tables come and go by the megabyte while deals are solved. It
// returns what undoes that.
func collectLess(garbage int) (undo func()) {
	before := debug.SetGCPercent(garbage)
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
