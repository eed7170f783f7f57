package discord

import "sync"

// A Status says how the gateway is connected.
type Status struct {
	Wanted    int // shards that are this copy's to connect; 1 until it is known how many there are
	Connected int // of them
}

type statusKeeper struct {
	mu sync.Mutex
	Status
}

// Status returns how the gateway is connected. Both numbers are 0 where
// interactions come over HTTP.
func (a *Adapter) Status() Status {
	a.status.mu.Lock()
	defer a.status.mu.Unlock()
	return a.status.Status
}

func (k *statusKeeper) add(wanted, connected int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.Wanted += wanted
	k.Connected += connected
}
