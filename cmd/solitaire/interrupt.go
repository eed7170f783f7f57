package main

import (
	"context"
	"io"
)

// interruptible returns a reader of r that ends with the context, even while a
// read waits for a person or a pipe. Closing it leaves r open.
func interruptible(ctx context.Context, r io.Reader) io.ReadCloser {
	out, in := io.Pipe()
	stop := context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		defer stop()
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}
