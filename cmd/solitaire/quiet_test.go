package main

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestWorkRestsWhilePeoplePlay counts how much work gets done in a second, where
// work looks at its context every millisecond.
func TestWorkRestsWhilePeoplePlay(t *testing.T) {
	work := func(play bool) (done time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			var q quiet
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			var players sync.WaitGroup
			defer players.Wait()
			if play {
				players.Go(func() {
					for ctx.Err() == nil {
						q.answered()
						time.Sleep(10 * time.Millisecond)
					}
				})
			}
			for considerate := q.within(ctx); considerate.Err() == nil; done += time.Millisecond {
				time.Sleep(time.Millisecond)
			}
		})
		return done
	}
	if done := work(false); done < 990*time.Millisecond {
		t.Errorf("alone it works for %v of a second", done)
	}
	if done := work(true); done < 50*time.Millisecond || done > 110*time.Millisecond {
		t.Errorf("while people play it works for %v of a second, want a tenth", done)
	}
}
