package main

import (
	"context"
	"runtime"
)

// courteous returns the context for a long search in a process that also
// answers people. The solver looks at its context some thousand times a second;
// each time it lets everybody pass who waits for a core. Without that it would
// keep one for ten milliseconds at a time, and requests would queue behind it.
func courteous(ctx context.Context) context.Context { return courteousContext{ctx} }

type courteousContext struct{ context.Context }

// Err implements [context.Context].
func (c courteousContext) Err() error {
	runtime.Gosched()
	return c.Context.Err()
}
