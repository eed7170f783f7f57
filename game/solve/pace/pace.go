// Package pace lets a background search share its core with other work.
package pace

import "context"

type key struct{}

// With returns a context for searches that may be paused. They call pause between
// positions, at least once a millisecond, and continue when it returns. Pause must return
// when the context ends.
func With(ctx context.Context, pause func()) context.Context {
	return context.WithValue(ctx, key{}, pause)
}

// Ended reports whether a search must stop. Before that, it calls the context's pause
// function, if any.
func Ended(ctx context.Context) bool {
	if pause, ok := ctx.Value(key{}).(func()); ok {
		pause()
	}
	return ctx.Err() != nil
}
