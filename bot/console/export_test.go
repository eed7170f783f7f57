package console

import "context"

// Beside begins some work, which stop ends.
func Beside(ctx context.Context, work func(context.Context)) (stop func()) { return beside(ctx, work) }
