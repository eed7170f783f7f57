package discord

import (
	"context"
	"sync"
)

// underWay counts what is under way. Unlike a wait group it may be waited for
// while there is more to come. The zero value is ready for use.
type underWay struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when nothing is left; nil if nobody waits
}

// Go runs f beside the caller.
func (u *underWay) Go(f func()) {
	u.add(1)
	go func() {
		defer u.add(-1)
		f()
	}()
}

// do runs f.
func (u *underWay) do(f func()) {
	u.add(1)
	defer u.add(-1)
	f()
}

func (u *underWay) add(n int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.n += n
	if u.n == 0 && u.none != nil {
		close(u.none)
		u.none = nil
	}
}

// wait waits until nothing is under way, or the context ends.
func (u *underWay) wait(ctx context.Context) error {
	select {
	case <-u.idle():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// idle returns what is closed when nothing is under way.
func (u *underWay) idle() <-chan struct{} {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.none == nil {
		u.none = make(chan struct{})
	}
	idle := u.none
	if u.n == 0 {
		close(u.none)
		u.none = nil
	}
	return idle
}
