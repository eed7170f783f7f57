package chat

import (
	"context"
	"sync"
)

// InFlight counts and limits the jobs that run at once. Unlike a wait group, it lets
// several callers wait while more jobs are added. The zero value has no limit.
type InFlight struct {
	limit int

	mu      sync.Mutex
	n       int
	drained bool
	idle    chan struct{} // closed when n becomes 0; nil if nobody waits
}

// NewInFlight returns a counter with a limit; 0 means none.
func NewInFlight(limit int) *InFlight { return &InFlight{limit: limit} }

// Add counts one more job, which must call Done at its end. It reports false, and counts
// nothing, if the limit is reached or after Drain. It never blocks.
func (f *InFlight) Add() bool { return f.AddUpTo(f.limit) }

// AddUpTo is Add with another limit; 0 means none.
func (f *InFlight) AddUpTo(limit int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.drained || limit > 0 && f.n >= limit {
		return false
	}
	f.n++
	return true
}

// Done ends a job.
func (f *InFlight) Done() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n--; f.n == 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
}

// Go runs a job in a goroutine of its own. It reports false if Add does.
func (f *InFlight) Go(job func()) bool {
	if !f.Add() {
		return false
	}
	go func() {
		defer f.Done()
		job()
	}()
	return true
}

// Count returns how many jobs are running.
func (f *InFlight) Count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.n
}

// Drain refuses new jobs and waits for the running ones. The error is the context's.
func (f *InFlight) Drain(ctx context.Context) error {
	f.mu.Lock()
	f.drained = true
	f.mu.Unlock()
	return f.Wait(ctx)
}

// Wait waits until no job is running. The error is the context's.
func (f *InFlight) Wait(ctx context.Context) error {
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
