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

// Shards gives this copy of the bot its share of named jobs, such as the shards of its
// connection to Discord, and keeps the shares of all copies equal. A copy that wants more
// takes a lease whose name has the number of jobs it holds. A copy that holds at least
// two more gives one up, and leaves it to a copy that has fewer.
type Shards struct {
	leases persist.Leaser
	holder string // this copy

	mu     sync.Mutex
	wanted int                                // the number of names that this copy wants
	held   map[string]context.CancelCauseFunc // the names that it holds, and how to give each up
	yields bool                               // a copy that has fewer wants what is free

	// Of the goroutine that spreads:
	wanting string // the lease that announces how many this copy has
	saw     int    // the lowest number that another copy had the last time
}

// NewShards returns the shards of one copy of the bot, which holds none yet.
func NewShards(leases persist.Leaser) *Shards {
	return &Shards{leases: leases, holder: rand.Text(), held: map[string]context.CancelCauseFunc{}}
}

// errGivenUp is the cause when a job ends in favour of another copy.
var errGivenUp = errors.New("given up in favour of another copy")

// Hold runs job while this copy holds the name, and again when it gets the name back
// after losing it or giving it up. It returns the job's error, or nil when ctx ends.
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

// note records how to give up a job that this copy now does; nil means that it no longer
// does it.
func (r *Shards) note(name string, giveUp context.CancelCauseFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held[name] = giveUp; giveUp == nil {
		delete(r.held, name)
	}
}

// yielding acquires no lease while a copy that has fewer wants one.
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

// Timing of the distribution of connections.
const (
	spreadEvery = TTL / 4
	wantTTL     = TTL / 2             // shorter than the lease of a copy that is lost
	maxWant     = 32                  // copies with this many or more count as equal
	giveTime    = 3 * spreadEvery     // time for a released name to be taken
	giving      = "discord-giving-up" // only one copy gives up a name at a time
)

// Spread keeps the shares equal until the context ends.
func (r *Shards) Spread(ctx context.Context) error {
	for {
		r.balance(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(spreadEvery/2 + mathrand.N(spreadEvery)): // at random, so that copies don't check all at once
		}
	}
}

// balance announces how many names this copy has, and checks whether others have fewer.
// An error of the store changes nothing.
func (r *Shards) balance(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, spreadEvery)
	defer cancel()
	has, wants := r.count()
	r.announce(ctx, has, wants)
	// Checking means taking a lease for a moment, so two copies that check at the same
	// time can mistake each other for one that wants more. Only what is seen twice
	// counts.
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

// announce announces that a copy with this many names wants more, or withdraws that.
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

// fewest returns the lowest number of names of a copy that has fewer than this one and
// wants more; it returns has if there is none.
func (r *Shards) fewest(ctx context.Context, has int) int {
	for n := range min(has, maxWant) {
		if free, err := r.leases.Lease(ctx, wantName(n), r.holder, time.Millisecond); err == nil && !free {
			return n
		}
	}
	return has
}

// wantName names the lease of a copy that has n names and wants more.
func wantName(n int) string { return fmt.Sprintf("discord-more-than-%d", min(n, maxWant)) }

// askAgain is the longest pause between two requests for a lease that somebody else
// holds.
const askAgain = 500 * time.Millisecond

// Take waits until this copy has the name for ttl. During that time nobody else gets it,
// as Discord requires between two identifies. Each call is a holder of its own, since a
// copy must also wait for itself. The lease is left to expire.
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
