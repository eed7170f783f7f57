package slack

import "time"

// SetHomeEvery changes how often a Home that only follows is published.
func (a *Adapter) SetHomeEvery(d time.Duration) { a.every = d }
