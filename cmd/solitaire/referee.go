package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// A referee settles by leases in the store which copy of the bot has which
// connection to Discord, and spreads them: a copy that could do with more lets
// that be known by a lease too, whose name says how many it has. Who has at
// least two more gives one up, and leaves it to who has fewer.
type referee struct {
	leases persist.Leaser
	holder string // this copy

	mu     sync.Mutex
	wanted int                                // names that this copy would hold
	held   map[string]context.CancelCauseFunc // those that it holds, and how to give each up
	modest bool                               // somebody who has fewer wants what is free

	// Of the goroutine that spreads:
	wished string // the lease that says how many this copy has
	saw    int    // the fewest that another copy had the last time
}

func newReferee(leases persist.Leaser) *referee {
	return &referee{leases: leases, holder: rand.Text(), held: map[string]context.CancelCauseFunc{}}
}

// errGivenUp says that a job was ended in favour of another copy.
var errGivenUp = errors.New("given up in favour of another copy")

// Hold implements discord.Referee.
func (r *referee) Hold(ctx context.Context, name string, job func(context.Context) error) error {
	r.want(1)
	defer r.want(-1)
	for {
		err := persist.Hold(ctx, modestly{r}, name, r.holder, persist.LeaseTTL, func(ctx context.Context) error {
			working, giveUp := context.WithCancelCause(ctx)
			defer giveUp(nil)
			r.begin(name, giveUp)
			defer r.end(name)
			err := job(working)
			if errors.Is(context.Cause(working), errGivenUp) {
				return errGivenUp
			}
			return err
		})
		switch {
		case ctx.Err() != nil:
			return nil
		case !errors.Is(err, errGivenUp):
			return err
		}
	}
}

func (r *referee) want(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wanted += n
}

func (r *referee) begin(name string, giveUp context.CancelCauseFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held[name] = giveUp
}

func (r *referee) end(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.held, name)
}

// modestly takes no lease anew that somebody who has fewer waits for.
type modestly struct{ *referee }

// Lease implements [persist.Leaser].
func (m modestly) Lease(ctx context.Context, name, holder string, ttl time.Duration) (bool, error) {
	m.mu.Lock()
	_, has := m.held[name]
	leave := m.modest && !has
	m.mu.Unlock()
	if leave {
		return false, nil
	}
	return m.leases.Lease(ctx, name, holder, ttl)
}

// Release implements [persist.Leaser].
func (m modestly) Release(ctx context.Context, name, holder string) error {
	return m.leases.Release(ctx, name, holder)
}

// How connections are spread.
const (
	spreadEvery = persist.LeaseTTL / 4
	wishTTL     = persist.LeaseTTL / 2 // shorter than the lease of a copy that is lost
	maxWish     = 32                   // copies that have so many are taken for equal
	giveTime    = 3 * spreadEvery      // until one that was given up has found its place
	giving      = "discord-giving-up"  // only one copy does it at a time
)

// spread keeps the connections spread until the context ends.
func (r *referee) spread(ctx context.Context) error {
	for {
		r.weigh(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(spreadEvery/2 + mathrand.N(spreadEvery)): // copies shouldn't look all at once
		}
	}
}

// weigh lets be known how many this copy has, and looks whether others have
// fewer. What the store doesn't answer changes nothing.
func (r *referee) weigh(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, spreadEvery)
	defer cancel()
	has, wants := r.count()
	r.wish(ctx, has, wants)
	// Looking is taking a lease for a moment, so two copies that look at the same
	// time can take each other for one that wants: what counts is seen twice.
	seen := r.fewest(ctx, has)
	least := max(seen, r.saw)
	r.saw = seen
	r.mu.Lock()
	r.modest = least < has
	r.mu.Unlock()
	if least > has-2 {
		return
	}
	if mayGive, err := r.leases.Lease(ctx, giving, rand.Text(), giveTime); mayGive && err == nil {
		r.giveOne()
	}
}

// wish lets be known that a copy with so many wants more, or that it doesn't.
func (r *referee) wish(ctx context.Context, has int, wants bool) {
	name := ""
	if wants {
		name = wishName(has)
	}
	if r.wished != "" && r.wished != name {
		_ = r.leases.Release(ctx, r.wished, r.holder)
	}
	if r.wished = name; wants {
		_, _ = r.leases.Lease(ctx, name, r.holder, wishTTL)
	}
}

func (r *referee) giveOne() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, giveUp := range r.held {
		giveUp(errGivenUp)
		return
	}
}

func (r *referee) count() (has int, wants bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.held), len(r.held) < r.wanted
}

// fewest returns how many another copy has that has fewer than this one and
// wants more; has if there is none.
func (r *referee) fewest(ctx context.Context, has int) int {
	for n := range min(has, maxWish) {
		if free, err := r.leases.Lease(ctx, wishName(n), r.holder, time.Millisecond); err == nil && !free {
			return n
		}
	}
	return has
}

// wishName names the lease of a copy that has n connections and wants more.
func wishName(n int) string { return fmt.Sprintf("discord-more-than-%d", min(n, maxWish)) }

// askAgain is how long to wait for a lease that somebody else has.
const askAgain = 500 * time.Millisecond

// Take implements discord.Referee. Each time is a holder of its own, since a
// copy must wait for itself too; the lease is left to run out.
func (r *referee) Take(ctx context.Context, name string, ttl time.Duration) error {
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
