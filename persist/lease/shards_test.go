package lease

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

func TestTheIdentifyLeaseGoesToOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := new(shared).copyOf()
		one, other := NewShards(store), NewShards(store)
		begin := time.Now()
		for i, r := range []*Shards{one, other, one, one} {
			if err := r.Take(t.Context(), "identify", 5*time.Second); err != nil {
				t.Fatal(err)
			}
			if at, earliest := time.Since(begin), time.Duration(i)*5*time.Second; at < earliest || at > earliest+5*time.Second {
				t.Errorf("turn %d comes after %v", i, at)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := other.Take(ctx, "identify", 5*time.Second); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}

// A single copy takes its turns one after the other, for each name separately.
func TestOneCopyTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, begin := NewShards(new(Memory)), time.Now()
		for i := range 3 {
			for _, name := range []string{"a", "b"} {
				if err := r.Take(t.Context(), name, 5*time.Second); err != nil {
					t.Fatal(err)
				}
				if got, want := time.Since(begin), time.Duration(i)*5*time.Second; got != want {
					t.Errorf("turn %d of %s after %v, want %v", i, name, got, want)
				}
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := r.Take(ctx, "a", time.Second); err == nil {
			t.Error("a turn was given although nobody waits for it")
		}
	})
}

func TestHoldReturnsTheJobsError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dead := errors.New("dead")
		err := NewShards(new(shared).copyOf()).Hold(t.Context(), "shard", func(context.Context) error { return dead })
		if !errors.Is(err, dead) {
			t.Errorf("got %v", err)
		}
	})
}

// A replica is a copy of the bot that wants all shards.
type replica struct {
	*Shards
	stop  context.CancelFunc
	ended []<-chan error
}

func startReplica(t *testing.T, store persist.Leaser, shards int, begun *atomic.Int64) *replica {
	ctx, stop := context.WithCancel(t.Context())
	c := &replica{Shards: NewShards(store), stop: stop}
	run := func(f func() error) {
		ended := make(chan error, 1)
		c.ended = append(c.ended, ended)
		go func() { ended <- f() }()
	}
	run(func() error { return c.Spread(ctx) })
	for n := range shards {
		name := fmt.Sprint("shard-", n)
		run(func() error {
			return c.Hold(ctx, name, func(ctx context.Context) error {
				begun.Add(1)
				<-ctx.Done()
				return ctx.Err()
			})
		})
	}
	synctest.Wait()
	return c
}

// end stops the copy as SIGTERM does.
func (c *replica) end(t *testing.T) {
	t.Helper()
	c.stop()
	for _, ended := range c.ended {
		if err := <-ended; err != nil {
			t.Errorf("it ends with %v", err)
		}
	}
}

// shares returns how many shards each copy has, the highest number first. No two may have
// the same one.
func shares(t *testing.T, copies ...*replica) []int {
	t.Helper()
	synctest.Wait()
	var list []int
	held := map[string]bool{}
	for _, c := range copies {
		c.mu.Lock()
		for name := range c.held {
			if held[name] {
				t.Errorf("two copies have %s", name)
			}
			held[name] = true
		}
		list = append(list, len(c.held))
		c.mu.Unlock()
	}
	slices.SortFunc(list, func(a, b int) int { return b - a })
	return list
}

// TestShardsAreSpreadEvenly starts copies one after the other, and then stops the first
// one.
func TestShardsAreSpreadEvenly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, begun := new(shared).copyOf(), new(atomic.Int64)
		want := func(when string, list []int, copies ...*replica) {
			t.Helper()
			if got := shares(t, copies...); !slices.Equal(got, list) {
				t.Errorf("%s the shares are %v, want %v", when, got, list)
			}
		}
		a := startReplica(t, store, 7, begun)
		want("alone", []int{7}, a)
		b := startReplica(t, store, 7, begun)
		time.Sleep(time.Minute)
		want("of two copies", []int{4, 3}, a, b)
		c := startReplica(t, store, 7, begun)
		time.Sleep(time.Minute)
		want("of three copies", []int{3, 2, 2}, a, b, c)
		before := begun.Load()
		time.Sleep(time.Hour)
		want("an hour later", []int{3, 2, 2}, a, b, c)
		if more := begun.Load() - before; more != 0 {
			t.Errorf("%d more connections were made although nothing happened", more)
		}
		a.end(t)
		time.Sleep(30 * time.Second)
		want("without the first", []int{4, 3}, b, c)
		b.end(t)
		c.end(t)
	})
}
