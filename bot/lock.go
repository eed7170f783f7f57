package bot

import (
	"context"
	"sync"
)

// locks holds one lock a key, such as a player, as long as somebody wants it.
// The zero value is ready for use.
type locks[K comparable] struct {
	mu   sync.Mutex
	held map[K]*keyLock
}

type keyLock struct {
	turn  chan struct{} // holds one token while the lock is free
	users int           // those who hold or wait
}

// lock waits for the key's lock and returns what frees it again.
func (l *locks[K]) lock(ctx context.Context, key K) (unlock func(), err error) {
	kl := l.enter(key)
	select {
	case <-kl.turn:
		return func() { kl.turn <- struct{}{}; l.leave(key, kl) }, nil
	case <-ctx.Done():
		l.leave(key, kl)
		return nil, ctx.Err()
	}
}

func (l *locks[K]) enter(key K) *keyLock {
	l.mu.Lock()
	defer l.mu.Unlock()
	kl := l.held[key]
	if kl == nil {
		kl = &keyLock{turn: make(chan struct{}, 1)}
		kl.turn <- struct{}{}
		if l.held == nil {
			l.held = make(map[K]*keyLock)
		}
		l.held[key] = kl
	}
	kl.users++
	return kl
}

func (l *locks[K]) leave(key K, kl *keyLock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kl.users--
	if kl.users == 0 {
		delete(l.held, key)
	}
}
