package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

func TestRefereeTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := persisttest.NewMemory()
		one, other := newReferee(store), newReferee(store)
		begin := time.Now()
		for i, r := range []referee{one, other, one, one} {
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

func TestRefereeHoldsForOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := persisttest.NewMemory()
		running := make(chan string, 2)
		hold := func(ctx context.Context, name string) <-chan error {
			ended := make(chan error, 1)
			go func() {
				ended <- newReferee(store).Hold(ctx, "shard", func(ctx context.Context) error {
					running <- name
					<-ctx.Done()
					return ctx.Err()
				})
			}()
			synctest.Wait()
			return ended
		}
		ctx, stop := context.WithCancel(t.Context())
		first := hold(ctx, "first")
		second := hold(t.Context(), "second")
		time.Sleep(time.Hour)
		if len(running) != 1 || <-running != "first" {
			t.Fatal("not only the first copy has it")
		}
		stop()
		if err := <-first; err != nil {
			t.Errorf("when it is told to stop Hold returns %v", err)
		}
		if name := <-running; name != "second" {
			t.Errorf("%s takes over", name)
		}
		dead := errors.New("dead")
		err := newReferee(store).Hold(t.Context(), "other", func(context.Context) error { return dead })
		if !errors.Is(err, dead) {
			t.Errorf("the job's error: %v", err)
		}
		_ = second // ends with the test
	})
}
