package discord

import (
	"context"
	"sync"
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

// tryAdd adds one unless the limit is reached; 0 is no limit. It never blocks.
func (f *inFlight) tryAdd(limit int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if limit > 0 && f.n >= limit {
		return false
	}
	f.n++
	return true
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
