package discord

import "time"

// Hurry makes all pauses short, so that tests don't wait.
func (a *Adapter) Hurry() {
	const ms = time.Millisecond
	a.pace = pace{least: 10 * ms, most: 80 * ms, settled: time.Hour, identify: 10 * ms, open: 2 * time.Second}
}

// SetNow sets the clock.
func (a *Adapter) SetNow(now func() time.Time) { a.now = now }
