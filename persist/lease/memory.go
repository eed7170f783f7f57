package lease

import (
	"context"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// Memory keeps leases in memory, for a store that only one process can open: they needn't
// outlive it. The zero value has none.
type Memory struct {
	mu   sync.Mutex
	held map[string]held
}

type held struct {
	holder  string
	expires time.Time
}

// Lease implements [persist.Leaser].
func (l *Memory) Lease(_ context.Context, name, holder string, ttl time.Duration) (bool, error) {
	if err := persist.CheckLease(name, holder, ttl); err != nil {
		return false, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if h, ok := l.held[name]; ok && h.holder != holder && now.Before(h.expires) {
		return false, nil
	}
	if l.held == nil {
		l.held = map[string]held{}
	}
	l.held[name] = held{holder, now.Add(ttl)}
	return true, nil
}

// Release implements [persist.Leaser].
func (l *Memory) Release(_ context.Context, name, holder string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[name].holder == holder {
		delete(l.held, name)
	}
	return nil
}
