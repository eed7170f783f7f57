package lease

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const ttl = 20 * time.Second

// shared is a store of leases that several copies of the bot use.
type shared struct{ leases Memory }

func (s *shared) copyOf() *remote { return &remote{shared: s} }

// A remote is one copy's connection to the store. It can be cut off.
type remote struct {
	*shared
	mu    sync.Mutex
	fault func(context.Context) error // called before the store, if any
}

func (r *remote) cut(fault func(context.Context) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fault = fault
}

func (r *remote) reach(ctx context.Context) error {
	r.mu.Lock()
	fault := r.fault
	r.mu.Unlock()
	if fault == nil {
		return ctx.Err()
	}
	return fault(ctx)
}

func (r *remote) Lease(ctx context.Context, name, holder string, ttl time.Duration) (bool, error) {
	if err := r.reach(ctx); err != nil {
		return false, err
	}
	return r.leases.Lease(ctx, name, holder, ttl)
}

func (r *remote) Release(ctx context.Context, name, holder string) error {
	if err := r.reach(ctx); err != nil {
		return err
	}
	return r.leases.Release(ctx, name, holder)
}

// A worker records when it works.
type worker struct {
	mu             sync.Mutex
	begun, stopped []time.Time
}

func (w *worker) work(ctx context.Context) error {
	w.note(&w.begun)
	<-ctx.Done()
	w.note(&w.stopped)
	return ctx.Err()
}

func (w *worker) note(at *[]time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*at = append(*at, time.Now())
}

func (w *worker) working() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.begun) > len(w.stopped)
}

// start holds the lease in a goroutine, and returns a function that stops it.
func start(t *testing.T, r *remote, holder string, w *worker) (end context.CancelFunc, ended <-chan error) {
	ctx, end := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Hold(ctx, r, "job", holder, ttl, w.work) }()
	synctest.Wait()
	return end, done
}

func later(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestHoldRenews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared
		var a, b worker
		start(t, s.copyOf(), "a", &a)
		start(t, s.copyOf(), "b", &b)
		later(time.Hour)
		if len(a.begun) != 1 || len(a.stopped) != 0 || len(b.begun) != 0 {
			t.Errorf("a began %d times and stopped %d times, b began %d times; want 1, 0, 0", len(a.begun), len(a.stopped), len(b.begun))
		}
	})
}

func TestHoldHandsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared
		var a, b worker
		endA, endedA := start(t, s.copyOf(), "a", &a)
		endB, endedB := start(t, s.copyOf(), "b", &b)
		endA()
		if err := <-endedA; !errors.Is(err, context.Canceled) {
			t.Errorf("Hold: %v", err)
		}
		later(ttl / 4)
		if a.working() || !b.working() {
			t.Errorf("a works: %v, b works: %v; want only b", a.working(), b.working())
		}
		endB()
		<-endedB
	})
}

// A copy that can't reach the store stops before another begins, and that one begins
// within 30 s.
func TestHoldTakesOver(t *testing.T) {
	for name, fault := range map[string]func(context.Context) error{
		"refused":   func(context.Context) error { return errors.New("no route to host") },
		"no answer": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		"deaf": func(context.Context) error { // it ignores its context, too
			time.Sleep(time.Minute)
			return errors.New("at last")
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var s shared
				var a, b worker
				lost := s.copyOf()
				start(t, lost, "a", &a)
				start(t, s.copyOf(), "b", &b)
				later(47 * time.Second)
				lost.cut(fault)
				cut := time.Now()
				later(30 * time.Second)
				if len(a.stopped) != 1 || len(b.begun) != 1 {
					t.Fatalf("a stopped %d times, b began %d times; want 1, 1", len(a.stopped), len(b.begun))
				}
				if !a.stopped[0].Before(b.begun[0]) {
					t.Errorf("a stopped %v after it was cut off, b began after %v", a.stopped[0].Sub(cut), b.begun[0].Sub(cut))
				}
				lost.cut(nil)
				later(5 * time.Minute)
				if a.working() || !b.working() {
					t.Errorf("a works: %v, b works: %v; want only b", a.working(), b.working())
				}
			})
		})
	}
}

// A copy that slept too long finds another at work, and stops at once.
func TestHoldSeesAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared
		var a worker
		start(t, s.copyOf(), "a", &a)
		_ = s.leases.Release(t.Context(), "job", "a")
		if held, err := s.leases.Lease(t.Context(), "job", "b", time.Hour); !held || err != nil {
			t.Fatalf("Lease = %v, %v", held, err)
		}
		later(ttl / 4)
		if a.working() {
			t.Error("it works on without its lease")
		}
		later(time.Hour)
		if !a.working() {
			t.Error("it doesn't begin again when the other's lease has run out")
		}
	})
}

func TestHoldEndsWithItsJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared
		broken := errors.New("broken")
		for _, want := range []error{nil, broken} {
			err := Hold(t.Context(), s.copyOf(), "job", "a", ttl, func(context.Context) error { return want })
			if !errors.Is(err, want) {
				t.Errorf("Hold: %v; want: %v", err, want)
			}
		}
		if held, err := s.leases.Lease(t.Context(), "job", "b", ttl); !held || err != nil {
			t.Errorf("Lease after the job's end = %v, %v", held, err)
		}
	})
}

func TestHoldWaitsInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared
		var a, b worker
		start(t, s.copyOf(), "a", &a)
		end, ended := start(t, s.copyOf(), "b", &b)
		end()
		if err := <-ended; !errors.Is(err, context.Canceled) || len(b.begun) != 0 {
			t.Errorf("Hold: %v, began %d times", err, len(b.begun))
		}
	})
}

func TestHoldRefusesNoLease(t *testing.T) {
	var s shared
	if err := Hold(t.Context(), s.copyOf(), "job", "a", 0, nil); err == nil {
		t.Error("a lease for no time isn't refused")
	}
}
