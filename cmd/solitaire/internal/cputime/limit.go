package cputime

import (
	"context"
	"time"
)

// Limit returns a context that ends when the calling thread has used that much more
// CPU time: a search within it does the same work however busy the machine is. Only
// Err reports this end, and only on this thread, where the caller keeps its goroutine.
func Limit(ctx context.Context, most time.Duration) context.Context {
	return limited{ctx, Thread() + most}
}

type limited struct {
	context.Context
	end time.Duration
}

// Err implements [context.Context].
func (l limited) Err() error {
	if Thread() > l.end {
		return context.DeadlineExceeded
	}
	return l.Context.Err()
}
