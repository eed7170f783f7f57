package main

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// A referee settles by leases in the store which copy of the bot has which
// connection to Discord.
type referee struct {
	leases persist.Leaser
	holder string // this copy
}

func newReferee(leases persist.Leaser) referee { return referee{leases, rand.Text()} }

// Hold implements discord.Referee.
func (r referee) Hold(ctx context.Context, name string, job func(context.Context) error) error {
	err := persist.Hold(ctx, r.leases, name, r.holder, persist.LeaseTTL, job)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// askAgain is how long to wait for a lease that somebody else has.
const askAgain = 500 * time.Millisecond

// Take implements discord.Referee. Each time is a holder of its own, since a
// copy must wait for itself too; the lease is left to run out.
func (r referee) Take(ctx context.Context, name string, ttl time.Duration) error {
	holder := rand.Text()
	for {
		if got, err := r.leases.Lease(ctx, name, holder, ttl); got && err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(askAgain):
		}
	}
}
