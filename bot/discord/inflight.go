package discord

import (
	"context"
	"sync"
	"sync/atomic"
)

// inFlight counts requests in flight. Unlike a wait group, it can be waited for
// while more are added. The zero value is ready for use.
type inFlight struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n becomes 0; nil if nobody waits
}

// Go runs f in a goroutine of its own.
func (f *inFlight) Go(run func()) {
	f.add(1)
	go func() {
		defer f.add(-1)
		run()
	}()
}

func (f *inFlight) do(run func()) {
	f.add(1)
	defer f.add(-1)
	run()
}

func (f *inFlight) add(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n += n
	if f.n == 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
}

// wait returns when nothing is in flight, or with the context's error.
func (f *inFlight) wait(ctx context.Context) error {
	f.mu.Lock()
	if f.n == 0 {
		f.mu.Unlock()
		return nil
	}
	if f.idle == nil {
		f.idle = make(chan struct{})
	}
	idle := f.idle
	f.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// busyRoom is for interactions beyond those that the bot handles at once: each
// costs a call that answers that the bot is busy.
const busyRoom = 256

// A flood limit counts interactions from the gateway. Over HTTP the listener
// bounds them. The zero value is ready for use.
type floodLimit struct{ n atomic.Int64 }

// enter admits an interaction, which must be followed by leave, unless too many
// are in flight. It never blocks, since its caller also reads heartbeats. An
// atOnce of 0 is no limit.
func (l *floodLimit) enter(atOnce int) bool {
	if n := l.n.Add(1); atOnce == 0 || n <= int64(atOnce)+busyRoom {
		return true
	}
	l.leave()
	return false
}

func (l *floodLimit) leave() { l.n.Add(-1) }
