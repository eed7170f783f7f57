package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// later commits in a goroutine and returns a channel for the error.
func later(ctx context.Context, s *bolt.Store, c persist.Change) <-chan error {
	err := make(chan error, 1)
	go func() { err <- s.Commit(ctx, c) }()
	return err
}

// hold keeps the committer from writing until release is called.
func hold(t *testing.T, s *bolt.Store) (release func()) {
	t.Helper()
	release = s.Hold()
	t.Cleanup(release) // otherwise the store couldn't be closed after a failure
	return release
}

// held returns a store whose committer is paused in the middle of a commit for player
// "first", and a function that releases it.
func held(t *testing.T, path string, o bolt.Options) (s *bolt.Store, release func(), first <-chan error) {
	t.Helper()
	s = mustOpen(t, path, o)
	release = hold(t, s)
	return s, release, s.CommitTaken(persist.Change{Player: persisttest.Player("first")})
}

func until(t *testing.T, reached func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !reached(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited too long")
		}
	}
}

func TestContextEndsWhileQueued(t *testing.T) {
	s, release, first := held(t, newPath(t), bolt.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	second := later(ctx, s, persist.Change{Player: persisttest.Player("second")})
	until(t, func() bool { return s.Queued() == 1 })
	cancel()
	if err := <-second; !errors.Is(err, persist.ErrBusy) || !errors.Is(err, context.Canceled) {
		t.Errorf("Commit: %v; want ErrBusy and the context's error", err)
	}
	release()
	if err := <-first; err != nil {
		t.Error(err)
	}
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("third")}) // the queue is empty by then
	if _, err := s.Load(t.Context(), persisttest.Player("second")); !errors.Is(err, persist.ErrNotFound) {
		t.Errorf("what was given up is stored: %v", err)
	}
}

func TestContextEndsUnderWay(t *testing.T) {
	s := mustOpen(t, newPath(t), bolt.Options{})
	release := hold(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	first := later(ctx, s, persist.Change{Player: persisttest.Player("first")})
	second := later(t.Context(), s, persist.Change{Player: persisttest.Player("second")})
	time.Sleep(20 * time.Millisecond)
	cancel()
	// The committer has taken one of them and waits for the disk; the other is in the
	// queue.
	err := <-first
	release()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Commit: %v; want the context's error", err)
	}
	if err := <-second; err != nil {
		t.Error(err)
	}
	persisttest.Close(t, s)
}

func TestQueueStaysFull(t *testing.T) {
	s, release, first := held(t, newPath(t), bolt.Options{Queue: 1, Patience: 10 * time.Millisecond})
	second := later(t.Context(), s, persist.Change{Player: persisttest.Player("second")})
	until(t, func() bool { return s.Queued() == 1 })
	if err := s.Commit(t.Context(), persist.Change{Player: persisttest.Player("third")}); !errors.Is(err, persist.ErrBusy) {
		t.Errorf("Commit: %v; want ErrBusy", err)
	}
	release()
	for _, err := range []error{<-first, <-second} {
		if err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Load(t.Context(), persisttest.Player("third")); !errors.Is(err, persist.ErrNotFound) {
		t.Errorf("what was refused is stored: %v", err)
	}
}

func TestContextEndsWhileQueueIsFull(t *testing.T) {
	s, release, _ := held(t, newPath(t), bolt.Options{Queue: 1, Patience: time.Hour})
	defer release()
	later(t.Context(), s, persist.Change{Player: persisttest.Player("second")})
	until(t, func() bool { return s.Queued() == 1 })
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	err := s.Commit(ctx, persist.Change{Player: persisttest.Player("third")})
	if !errors.Is(err, persist.ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Commit: %v; want ErrBusy and the context's error", err)
	}
}

func TestRejectedSparesNeighbours(t *testing.T) {
	s, release, first := held(t, newPath(t), bolt.Options{})
	var outcomes []<-chan error
	for i, c := range []persist.Change{
		{Player: persisttest.Player("a")},
		{Player: persisttest.Player("a"), Record: persist.Record{Current: "too late"}},
		{Player: persisttest.Player("b"), Record: persist.Record{Version: 9}},
		{Player: persisttest.Player("c")},
		{Player: persisttest.Player("a"), Forget: true},
		{Player: persisttest.Player("a"), Record: persist.Record{Current: "anew"}},
	} {
		outcomes = append(outcomes, later(t.Context(), s, c))
		until(t, func() bool { return s.Queued() == i+1 }) // one batch, in this order
	}
	release()
	if err := <-first; err != nil {
		t.Error(err)
	}
	for i, want := range []error{nil, persist.ErrConflict, persist.ErrConflict, nil, nil, nil} {
		if err := <-outcomes[i]; !errors.Is(err, want) {
			t.Errorf("change %d: %v; want: %v", i, err, want)
		}
	}
	persisttest.HasVersion(t, s, persisttest.Player("a"), 1)
	persisttest.HasVersion(t, s, persisttest.Player("c"), 1)
}

func TestCloseCommitsWhatIsQueued(t *testing.T) {
	path := newPath(t)
	s, release, _ := held(t, path, bolt.Options{Queue: 8, Patience: time.Hour})
	var queued []<-chan error
	for i := range 8 {
		queued = append(queued, later(t.Context(), s, persist.Change{Player: persisttest.Player(fmt.Sprint(i))}))
	}
	until(t, func() bool { return s.Queued() == 8 })
	outside := later(t.Context(), s, persist.Change{Player: persisttest.Player("outside")})
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	if err := <-outside; !errors.Is(err, persist.ErrClosed) {
		t.Errorf("who waits for room gets %v; want ErrClosed", err)
	}
	release()
	if err := <-closed; err != nil {
		t.Error(err)
	}
	s = mustOpen(t, path, bolt.Options{})
	for i, outcome := range queued {
		if err := <-outcome; err != nil {
			t.Error(err)
		}
		persisttest.HasVersion(t, s, persisttest.Player(fmt.Sprint(i)), 1)
	}
}

func TestCommittedIsTold(t *testing.T) {
	var told []int
	s, release, first := held(t, newPath(t), bolt.Options{Committed: func(changes int, took time.Duration) {
		if took <= 0 {
			t.Errorf("a transaction took %v", took)
		}
		told = append(told, changes)
	}})
	outcomes := []<-chan error{first}
	for i := range 3 {
		outcomes = append(outcomes, later(t.Context(), s, persist.Change{Player: persisttest.Named(i)}))
	}
	outcomes = append(outcomes, later(t.Context(), s, persist.Change{Player: persisttest.Named(9), Record: persist.Record{Version: 5}}))
	until(t, func() bool { return s.Queued() == 4 })
	release()
	for i, outcome := range outcomes {
		if err := <-outcome; (err != nil) != (i == 4) {
			t.Errorf("change %d: %v", i, err)
		}
	}
	persisttest.Close(t, s)
	if !slices.Equal(told, []int{1, 3}) {
		t.Errorf("told of %v changes, want 1 and 3: what is rejected doesn't count", told)
	}
}
