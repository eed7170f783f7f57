package bot

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/solitaire-chat/solitaire/persist"
)

// Limits keep one player, or all of them together, from using up what the bot
// has. A zero is no limit.
type Limits struct {
	PerSecond float64 // requests of one player in the long run; three seconds' worth may come at once
	AtOnce    int     // requests at work or waiting for their player's turn
}

// burstSeconds is how long a player may be quicker than the limit.
const burstSeconds = 3

// bounds counts what the limits are about. The zero value is ready for use.
type bounds struct {
	mu      sync.Mutex
	atWork  int
	players map[persist.Player]*rate.Limiter
}

// maxLimiters is how many players' limiters are kept before those that have
// rested, and so forgot everything, are dropped.
const maxLimiters = 10_000

// enter lets a request in, or returns the key of what to tell the player.
func (b *bounds) enter(l Limits, p persist.Player, now time.Time) (key string, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l.AtOnce > 0 && b.atWork >= l.AtOnce {
		return "failure.busy", false
	}
	if l.PerSecond > 0 && !b.limiter(l, p, now).AllowN(now, 1) {
		return "limits.slower", false
	}
	b.atWork++
	return "", true
}

func (b *bounds) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.atWork--
}

func (b *bounds) limiter(l Limits, p persist.Player, now time.Time) *rate.Limiter {
	if found := b.players[p]; found != nil {
		return found
	}
	if len(b.players) >= maxLimiters {
		b.sweep(now)
	}
	if b.players == nil {
		b.players = make(map[persist.Player]*rate.Limiter)
	}
	fresh := rate.NewLimiter(rate.Limit(l.PerSecond), max(1, int(burstSeconds*l.PerSecond)))
	b.players[p] = fresh
	return fresh
}

// sweep drops the limiters that allow as much as a new one, and if that is not
// enough all of them: for a moment the limit is loose, but memory never is.
func (b *bounds) sweep(now time.Time) {
	for p, l := range b.players {
		if l.TokensAt(now) >= float64(l.Burst()) {
			delete(b.players, p)
		}
	}
	if len(b.players) >= maxLimiters {
		clear(b.players)
	}
}
