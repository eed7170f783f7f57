package persisttest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

func testLease(t *testing.T, open Open) {
	s := opened(t, open)
	leased(t, s, "job", "a", time.Hour, true)
	leased(t, s, "job", "b", time.Hour, false)
	leased(t, s, "job", "a", time.Hour, true) // renewed
	leased(t, s, "other job", "b", time.Hour, true)

	release(t, s, "job", "b") // b doesn't hold it
	leased(t, s, "job", "b", time.Hour, false)
	release(t, s, "job", "a")
	leased(t, s, "job", "b", time.Hour, true)
	leased(t, s, "job", "a", time.Hour, false)
	release(t, s, "no such job", "a")
}

// A lease expires if it isn't renewed, and not earlier.
func testLeaseEnds(t *testing.T, open Open) {
	const ttl = 300 * time.Millisecond
	s := opened(t, open)
	taken := time.Now()
	leased(t, s, "job", "a", ttl, true)
	for end := taken.Add(time.Minute); ; time.Sleep(ttl / 30) {
		held, err := s.Lease(context.Background(), "job", "b", time.Hour)
		if err != nil {
			t.Fatalf("Lease: %v", err)
		}
		if held {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the lease doesn't run out")
		}
	}
	if passed := time.Since(taken); passed < ttl {
		t.Errorf("taken over after %v of %v", passed, ttl)
	}
	leased(t, s, "job", "a", time.Hour, false)
}

func testLeaseRefused(t *testing.T, open Open) {
	s := opened(t, open)
	for name, holder := range map[string]string{"": "a", "job": "", "\xff": "a", "job\x00": "a", strings.Repeat("x", 256): "a"} {
		if held, err := s.Lease(context.Background(), name, holder, time.Hour); held || err == nil {
			t.Errorf("Lease(%q, %q) = %v, %v", name, holder, held, err)
		}
	}
	if held, err := s.Lease(context.Background(), "job", "a", 0); held || err == nil {
		t.Errorf("Lease for no time = %v, %v", held, err)
	}
}

func leased(t *testing.T, l persist.Leaser, name, holder string, ttl time.Duration, want bool) {
	t.Helper()
	held, err := l.Lease(context.Background(), name, holder, ttl)
	if err != nil || held != want {
		t.Fatalf("Lease(%s, %s) = %v, %v; want %v", name, holder, held, err, want)
	}
}

func release(t *testing.T, l persist.Leaser, name, holder string) {
	t.Helper()
	if err := l.Release(context.Background(), name, holder); err != nil {
		t.Fatalf("Release(%s, %s): %v", name, holder, err)
	}
}
