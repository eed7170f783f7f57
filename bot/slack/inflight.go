package slack

import (
	"context"
	"sync"
)

// inFlight counts and limits the jobs that run at once. Several callers may wait
// for its end: the shutdown, and a connection that is about to close.
type inFlight struct {
	limit int

	mu      sync.Mutex
	zero    sync.Cond // signals that n fell to zero, or that a waiter's context ended
	n       int
	drained bool
}

func newInFlight(limit int) *inFlight {
	f := &inFlight{limit: limit}
	f.zero.L = &f.mu
	return f
}

// add counts one more job. It reports false if the limit is reached or drain
// was called.
func (f *inFlight) add() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.drained || f.n == f.limit {
		return false
	}
	f.n++
	return true
}

func (f *inFlight) done() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n--; f.n == 0 {
		f.zero.Broadcast()
	}
}

func (f *inFlight) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.n
}

// drain refuses new jobs and waits for the running ones.
func (f *inFlight) drain(ctx context.Context) error {
	f.mu.Lock()
	f.drained = true
	f.mu.Unlock()
	return f.wait(ctx)
}

// wait waits until no job is running. The error is the context's.
func (f *inFlight) wait(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.zero.Broadcast()
	})()
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.n > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.zero.Wait()
	}
	return nil
}
