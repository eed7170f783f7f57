package bot

import (
	"context"
	"sync"

	"github.com/solitaire-chat/solitaire/persist"
)

// Lock waits until nobody else in this process holds a name, and returns what frees
// it again. The error is the context's.
func (b *Bot) Lock(ctx context.Context, name string) (unlock func(), err error) {
	return b.locks.lock(ctx, name)
}

func (b *Bot) lockPlayer(ctx context.Context, p persist.Player) (unlock func(), err error) {
	return b.locks.lock(ctx, "player "+string(p.AppendKey(nil)))
}

// locks holds one lock a name, as long as somebody wants it. The zero value is
// ready for use.
type locks struct {
	mu   sync.Mutex
	held map[string]*namedLock
}

type namedLock struct {
	free  chan struct{} // holds one token while the lock is free
	users int           // those who hold it or wait
}

func (l *locks) lock(ctx context.Context, name string) (unlock func(), err error) {
	l.mu.Lock()
	n := l.held[name]
	if n == nil {
		n = &namedLock{free: make(chan struct{}, 1)}
		n.free <- struct{}{}
		if l.held == nil {
			l.held = make(map[string]*namedLock)
		}
		l.held[name] = n
	}
	n.users++
	l.mu.Unlock()

	leave := func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if n.users--; n.users == 0 {
			delete(l.held, name)
		}
	}
	select {
	case <-n.free:
		return func() { n.free <- struct{}{}; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}
