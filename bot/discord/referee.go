package discord

import (
	"context"
	"sync"
	"time"
)

// A Referee settles which copy of the bot does what, where several run.
type Referee interface {
	// Hold runs job while this copy holds the name, and again when it gets it
	// back after it was lost. It returns the job's error, or nil when ctx ends.
	Hold(ctx context.Context, name string, job func(ctx context.Context) error) error
	// Take waits until the name is this copy's for a time, for which nobody
	// else gets it. The error is the context's, or says that none can be given.
	Take(ctx context.Context, name string, ttl time.Duration) error
}

// alone is the referee of a single copy. The zero value is ready for use.
type alone struct {
	mu   sync.Mutex
	free map[string]time.Time // when a name can be taken again
}

// Hold runs the job: nobody else wants the name.
func (*alone) Hold(ctx context.Context, _ string, job func(context.Context) error) error {
	return job(ctx)
}

// Take waits for the callers before.
func (r *alone) Take(ctx context.Context, name string, ttl time.Duration) error {
	timer := time.NewTimer(time.Until(r.reserve(name, ttl)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// reserve returns when the name is the caller's.
func (r *alone) reserve(name string, ttl time.Duration) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.free == nil {
		r.free = make(map[string]time.Time)
	}
	from := time.Now()
	if free := r.free[name]; free.After(from) {
		from = free
	}
	r.free[name] = from.Add(ttl)
	return from
}
