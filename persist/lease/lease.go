// Package lease divides work among the copies of the bot that share a store: each
// job, and each connection to Discord, belongs to the copy that holds its lease.
// The leases themselves are kept by the store, a [persist.Leaser]; Memory is the
// one of a store that only one process can open.
package lease

import (
	"context"
	"errors"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// TTL is how long the bot's leases last: with it [Hold] takes a lost
// copy's job over within 25 s.
const TTL = 20 * time.Second

// errLost is why a job's context ends when its lease is lost.
var errLost = errors.New("another copy may have the lease now")

// Hold waits for a lease and does a job while it has it. It asks, and renews,
// every quarter of ttl. When it couldn't renew for three quarters the job's
// context ends, which leaves it the last quarter to stop in before another copy
// begins; then Hold waits for the lease anew, and does the job again.
//
// Hold returns when the job ends by itself, with its error, or when ctx ends.
// An error of the store is the same as not having the lease.
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

// take asks for the lease. A store that doesn't answer can't keep it from
// asking again in time.
func (h hold) take(ctx context.Context) (held bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, h.ttl/4)
	defer cancel()
	return h.leaser.Lease(ctx, h.name, h.holder, h.ttl)
}

// do does the job under a lease that was asked for at a time, and reports whether
// the lease was lost meanwhile.
func (h hold) do(ctx context.Context, asked time.Time, job func(context.Context) error) (lost bool, err error) {
	working, end := context.WithCancelCause(ctx)
	defer end(nil)
	// Time counts from before the store was asked, and is measured here: the
	// store's clock began later, so there the lease lasts longer.
	tooLate := time.AfterFunc(time.Until(h.stopAt(asked)), func() { end(errLost) })
	defer tooLate.Stop()
	done := make(chan error, 1)
	go func() {
		done <- job(working)
		end(nil) // also what is asked of the store meanwhile
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

// release lets another copy begin at once. If that fails the lease runs out.
func (h hold) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), h.ttl/4)
	defer cancel()
	_ = h.leaser.Release(ctx, h.name, h.holder)
}
