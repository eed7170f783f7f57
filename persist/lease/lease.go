// Package lease divides work among the copies of the bot that share a store: each job,
// and each connection to Discord, belongs to the copy that holds its lease. The store
// keeps the leases as a [persist.Leaser]; Memory is the Leaser for a store that only one
// process can open.
package lease

import (
	"context"
	"errors"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// TTL is how long the bot's leases last. With it, [Hold] takes over the job of a lost
// copy within 25 s.
const TTL = 20 * time.Second

// errLost is the cause when a job's context ends because its lease was lost.
var errLost = errors.New("another copy may have the lease now")

// Hold waits for a lease and does a job while it holds the lease. It asks, and renews,
// every quarter of ttl. If it hasn't renewed for three quarters of ttl, the job's context
// ends, so that the job has the last quarter to stop before another copy begins. Then
// Hold waits for the lease again and restarts the job.
//
// Hold returns when the job ends by itself, with its error, or when ctx ends. An error of
// the store counts as not having the lease.
func Hold(ctx context.Context, l persist.Leaser, name, holder string, ttl time.Duration, job func(context.Context) error) error {
	if err := persist.CheckLease(name, holder, ttl); err != nil {
		return err
	}
	h := hold{l, name, holder, ttl}
	for {
		asked := time.Now()
		if held, err := h.take(ctx); held && err == nil {
			if lost, err := h.do(ctx, asked, job); !lost {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(ttl / 4):
		}
	}
}

type hold struct {
	leaser       persist.Leaser
	name, holder string
	ttl          time.Duration
}

// take asks for the lease. If the store doesn't answer, take gives up in time for the
// next request.
func (h hold) take(ctx context.Context) (held bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, h.ttl/4)
	defer cancel()
	return h.leaser.Lease(ctx, h.name, h.holder, h.ttl)
}

// do does the job under a lease that was requested at a certain time, and reports whether
// the lease was lost meanwhile.
func (h hold) do(ctx context.Context, asked time.Time, job func(context.Context) error) (lost bool, err error) {
	working, end := context.WithCancelCause(ctx)
	defer end(nil)
	// The time counts from before the request, and is measured here. The store's clock
	// started later, so the lease lasts longer there.
	tooLate := time.AfterFunc(time.Until(h.stopAt(asked)), func() { end(errLost) })
	defer tooLate.Stop()
	done := make(chan error, 1)
	go func() {
		done <- job(working)
		end(nil) // this also ends requests to the store
	}()
	renew := time.NewTicker(h.ttl / 4)
	defer renew.Stop()
	for {
		select {
		case err := <-done:
			h.release(ctx)
			return errors.Is(context.Cause(working), errLost), err
		case <-renew.C:
			asked := time.Now()
			if held, err := h.take(working); held && err == nil {
				tooLate.Reset(time.Until(h.stopAt(asked)))
			} else if err == nil {
				end(errLost)
			}
		}
	}
}

func (h hold) stopAt(asked time.Time) time.Time { return asked.Add(h.ttl - h.ttl/4) }

// release lets another copy begin at once. If it fails, the lease expires.
func (h hold) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), h.ttl/4)
	defer cancel()
	_ = h.leaser.Release(ctx, h.name, h.holder)
}
