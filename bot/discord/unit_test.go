package discord

import (
	"context"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// However connections end, Discord's thousand a day are never used up.
func TestConnectionsOfADay(t *testing.T) {
	for _, lasts := range []time.Duration{0, time.Second, time.Minute, 10 * time.Minute, 59 * time.Minute, time.Hour, 2 * time.Hour} {
		b, n := newBackoff(usualPace()), 0
		for spent := time.Duration(0); spent < 24*time.Hour; n++ {
			wait := b.next(lasts)
			if wait < b.least || wait > b.most+b.most/2 {
				t.Fatalf("a pause of %v", wait)
			}
			spent += lasts + wait
		}
		if n > 400 {
			t.Errorf("%d connections that last %v", n, lasts)
		}
	}
}

// A single copy has its turns one after the other, each name by itself.
func TestAloneTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, begin := new(alone), time.Now()
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

// What is remembered of boards is bounded.
func TestLiveBoardsAreForgotten(t *testing.T) {
	var l liveBoards
	now := time.Now()
	put := func(i int, until time.Time) {
		l.put(liveKey{strconv.Itoa(i), "c"}, liveBoard{origin: "o", until: until}, now)
	}
	for i := range maxLive {
		put(i, now.Add(time.Duration(i%2)*time.Minute)) // half of them are over
	}
	put(maxLive, now)
	if n := len(l.boards); n != maxLive/2+1 {
		t.Errorf("%d boards are left of those that were over", n)
	}
	for i := range 2 * maxLive {
		put(i, now.Add(time.Minute))
		if n := len(l.boards); n > maxLive {
			t.Fatalf("%d boards", n)
		}
	}
}

// The later board stays, whichever is put first.
func TestTheLaterBoardStays(t *testing.T) {
	first, second := liveBoard{origin: "1", version: 3, shown: 1}, liveBoard{origin: "2", version: 3, shown: 2}
	for _, order := range [][]liveBoard{{first, second}, {second, first}} {
		var l liveBoards
		if _, ok := l.put(liveKey{}, order[0], time.Now()); ok {
			t.Error("the only board becomes a line")
		}
		if old, ok := l.put(liveKey{}, order[1], time.Now()); !ok || old.origin != "1" {
			t.Errorf("%v becomes a line, %v", old, ok)
		}
	}
}

// Waiting ends with what is under way, or with the context.
func TestUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var u underWay
		if err := u.wait(t.Context()); err != nil {
			t.Errorf("nothing was under way: %v", err)
		}
		for range 2 {
			u.Go(func() { time.Sleep(time.Second) })
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			if err := u.wait(ctx); err == nil {
				t.Error("it did not wait")
			}
			cancel()
			begin := time.Now()
			if err := u.wait(t.Context()); err != nil || time.Since(begin) == 0 {
				t.Errorf("waited %v, %v", time.Since(begin), err)
			}
		}
	})
}

// A post that is tried again is the same to Discord; all others differ.
func TestNonce(t *testing.T) {
	const post = "day 30 discord|1 C9"
	first, again, next := nonce(post), nonce(post), nonce("day 31 discord|1 C9")
	nameless, other := nonce(""), nonce("")
	if len(first) > maxNonce || first != again || first == next || nameless == other {
		t.Error("a nonce tells the wrong posts apart")
	}
}
