package bot

import (
	"context"
	"sync"

	"github.com/solitaire-chat/solitaire/persist"
)

// locks holds one lock a player, as long as somebody wants it. The zero value
// is ready for use.
type locks struct {
	mu   sync.Mutex
	held map[persist.Player]*playerLock
}

type playerLock struct {
	turn  chan struct{} // holds one token while the lock is free
	users int           // those who hold or wait
}

// lock waits for the player's lock and returns what frees it again.
func (l *locks) lock(ctx context.Context, p persist.Player) (unlock func(), err error) {
	pl := l.enter(p)
	select {
	case <-pl.turn:
		return func() { pl.turn <- struct{}{}; l.leave(p, pl) }, nil
	case <-ctx.Done():
		l.leave(p, pl)
		return nil, ctx.Err()
	}
}

func (l *locks) enter(p persist.Player) *playerLock {
	l.mu.Lock()
	defer l.mu.Unlock()
	pl := l.held[p]
	if pl == nil {
		pl = &playerLock{turn: make(chan struct{}, 1)}
		pl.turn <- struct{}{}
		if l.held == nil {
			l.held = make(map[persist.Player]*playerLock)
		}
		l.held[p] = pl
	}
	pl.users++
	return pl
}

func (l *locks) leave(p persist.Player, pl *playerLock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	pl.users--
	if pl.users == 0 {
		delete(l.held, p)
	}
}
