package main

import (
	"context"
	"net/http"
	"time"
)

// A rolling is an answer whose reader may take as long as it likes, but must go
// on taking: each write has a deadline of its own. When the context ends, so does
// the write under way.
type rolling struct {
	ctx     context.Context //nolint:containedctx // it lives as long as one answer
	w       http.ResponseWriter
	control *http.ResponseController
	stall   time.Duration
	end     func() // must be called before the handler returns
}

func newRolling(ctx context.Context, w http.ResponseWriter, stall time.Duration) *rolling {
	r := &rolling{ctx: ctx, w: w, control: http.NewResponseController(w), stall: stall}
	cut := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(cut)
		r.limit(time.Now())
	})
	r.end = func() {
		if !stop() {
			<-cut
		}
	}
	return r
}

// limit sets the deadline. Who has none to set, such as a recorder, never stalls.
func (r *rolling) limit(deadline time.Time) { _ = r.control.SetWriteDeadline(deadline) }

// Write implements [io.Writer]. It looks at the context after it has set the
// deadline: a context that ends later cuts that short.
func (r *rolling) Write(b []byte) (int, error) {
	r.limit(time.Now().Add(r.stall))
	if err := context.Cause(r.ctx); err != nil {
		return 0, err
	}
	return r.w.Write(b)
}
