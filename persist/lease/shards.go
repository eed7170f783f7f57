package lease

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

// Shards gives this copy of the bot its share of named jobs, such as the shards of
// its connection to Discord, and keeps the shares of all copies equal: a copy that
// wants more says so with a lease of its own, whose name has the number of those
// it holds. A copy that holds at least two more gives one up, and leaves it to a
// copy that has fewer.
type Shards struct {
	leases persist.Leaser
	holder string // this copy

	mu     sync.Mutex
	wanted int                                // names that this copy would hold
	held   map[string]context.CancelCauseFunc // those that it holds, and how to give each up
	yields bool                               // a copy that has fewer wants what is free

	// Of the goroutine that spreads:
	wanting string // the lease that says how many this copy has
	saw     int    // the fewest that another copy had the last time
}

// NewShards returns the shards of one copy of the bot, which has none yet.
func NewShards(leases persist.Leaser) *Shards {
	return &Shards{leases: leases, holder: rand.Text(), held: map[string]context.CancelCauseFunc{}}
}

// errGivenUp says that a job was ended in favour of another copy.
var errGivenUp = errors.New("given up in favour of another copy")

// Hold runs job while this copy holds the name, and again when it gets it back
// after it was lost or given up. It returns the job's error, or nil when ctx ends.
func (r *Shards) Hold(ctx context.Context, name string, job func(context.Context) error) error {
	r.want(1)
	defer r.want(-1)
	for {
		err := Hold(ctx, yielding{r.leases, r}, name, r.holder, TTL, func(ctx context.Context) error {
			working, giveUp := context.WithCancelCause(ctx)
			defer giveUp(nil)
			r.note(name, giveUp)
			defer r.note(name, nil)
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

func (r *Shards) want(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wanted += n
}

// note notes how a job that this copy now does can be given up; nil: it no longer does it.
func (r *Shards) note(name string, giveUp context.CancelCauseFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held[name] = giveUp; giveUp == nil {
		delete(r.held, name)
	}
}

// yielding takes no lease anew while a copy that has fewer wants one.
type yielding struct {
	persist.Leaser
	shards *Shards
}

// Lease implements [persist.Leaser].
func (y yielding) Lease(ctx context.Context, name, holder string, ttl time.Duration) (bool, error) {
	y.shards.mu.Lock()
	_, has := y.shards.held[name]
	leave := y.shards.yields && !has
	y.shards.mu.Unlock()
	if leave {
		return false, nil
	}
	return y.Leaser.Lease(ctx, name, holder, ttl)
}

// How connections are spread.
const (
	spreadEvery = TTL / 4
	wantTTL     = TTL / 2             // shorter than the lease of a copy that is lost
	maxWant     = 32                  // copies that have this many or more are taken for equal
	giveTime    = 3 * spreadEvery     // until one that was given up has found its place
	giving      = "discord-giving-up" // only one copy does it at a time
)

// Spread keeps the shares equal until the context ends.
func (r *Shards) Spread(ctx context.Context) error {
	for {
		r.balance(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(spreadEvery/2 + mathrand.N(spreadEvery)): // copies shouldn't look all at once
		}
	}
}

// balance announces how many this copy has, and looks whether others have fewer.
// An error of the store changes nothing.
func (r *Shards) balance(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, spreadEvery)
	defer cancel()
	has, wants := r.count()
	r.announce(ctx, has, wants)
	// Looking is taking a lease for a moment, so two copies that look at the same
	// time can take each other for one that wants: what counts is seen twice.
	seen := r.fewest(ctx, has)
	least := max(seen, r.saw)
	r.saw = seen
	r.mu.Lock()
	r.yields = least < has
	r.mu.Unlock()
	if least > has-2 {
		return
	}
	if mayGive, err := r.leases.Lease(ctx, giving, rand.Text(), giveTime); mayGive && err == nil {
		r.giveOne()
	}
}

// announce says that a copy with this many wants more, or that it doesn't.
func (r *Shards) announce(ctx context.Context, has int, wants bool) {
	name := ""
	if wants {
		name = wantName(has)
	}
	if r.wanting != "" && r.wanting != name {
		_ = r.leases.Release(ctx, r.wanting, r.holder)
	}
	if r.wanting = name; wants {
		_, _ = r.leases.Lease(ctx, name, r.holder, wantTTL)
	}
}

func (r *Shards) giveOne() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, giveUp := range r.held {
		giveUp(errGivenUp)
		return
	}
}

func (r *Shards) count() (has int, wants bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.held), len(r.held) < r.wanted
}

// fewest returns how many another copy has that has fewer than this one and
// wants more; has if there is none.
func (r *Shards) fewest(ctx context.Context, has int) int {
	for n := range min(has, maxWant) {
		if free, err := r.leases.Lease(ctx, wantName(n), r.holder, time.Millisecond); err == nil && !free {
			return n
		}
	}
	return has
}

// wantName names the lease of a copy that has n connections and wants more.
func wantName(n int) string { return fmt.Sprintf("discord-more-than-%d", min(n, maxWant)) }

// askAgain is the longest pause between two requests for a lease that somebody else has.
const askAgain = 500 * time.Millisecond

// Take waits until the name is this copy's for ttl, in which nobody else gets it, as
// Discord wants it of those who identify. Each call is a holder of its own, since a
// copy must wait for itself too; the lease is left to run out.
func (r *Shards) Take(ctx context.Context, name string, ttl time.Duration) error {
	holder := rand.Text()
	for {
		if got, err := r.leases.Lease(ctx, name, holder, ttl); got && err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(askAgain, ttl)):
		}
	}
}
