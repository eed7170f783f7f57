package bot

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/solitaire-chat/solitaire/persist"
)

// Limits keep one player, or all of them together, from using up what the bot
// has. A zero is no limit.
type Limits struct {
	PerSecond float64 // requests of one player in the long run; three seconds' worth may come at once
	PerHour   int     // requests of one player in any hour
	AtOnce    int     // requests at work or waiting for their player's turn
}

// burstSeconds is how long a player may be quicker than the limit.
const burstSeconds = 3

// second returns the limiter of requests in the short run.
func (l Limits) second() *rate.Limiter {
	return rate.NewLimiter(rate.Limit(l.PerSecond), max(1, int(burstSeconds*l.PerSecond)))
}

// hour returns the limiter of requests in an hour. What may come at once and what
// becomes free in an hour are PerHour together, so that in no hour there are more.
// Of 4,000, 1,500 may come at once: two a second for a quarter of an hour and
// more, which nobody keeps up by hand.
func (l Limits) hour() *rate.Limiter {
	burst := max(1, l.PerHour*3/8)
	return rate.NewLimiter(rate.Limit(float64(max(1, l.PerHour-burst))/time.Hour.Seconds()), burst)
}

// bounds counts what the limits are about. The zero value is ready for use.
type bounds struct {
	mu      sync.Mutex
	atWork  int
	players map[persist.Player]*allowance
}

// An allowance is what one player may do still. A limiter is made when it is
// needed.
//
// Typing has one of its own, as quick as that of requests: a move that is typed
// takes several completions, which would use up the moves, and moves would keep
// the list from coming. Completions aren't remembered, so no hour bounds them.
type allowance struct{ second, hour, typing *rate.Limiter }

// maxAllowances is how many players' allowances are kept.
const maxAllowances = 10_000

// enter lets a request in, or returns the key of what to tell the player.
func (b *bounds) enter(l Limits, p persist.Player, now time.Time) (key string, ok bool) {
	return b.admit(l, func() bool { return b.allow(l, p, now) })
}

// enterTyping lets the completion of what a player types in.
func (b *bounds) enterTyping(l Limits, p persist.Player, now time.Time) (ok bool) {
	_, ok = b.admit(l, func() bool {
		return l.PerSecond <= 0 || take(&b.allowance(p, now).typing, l.second, now)
	})
	return ok
}

// admit lets in what is allowed, unless too much is at work.
func (b *bounds) admit(l Limits, allowed func() bool) (key string, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case l.AtOnce > 0 && b.atWork >= l.AtOnce:
		return "failure.busy", false
	case !allowed():
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

// allow counts a request of a player, if it is one that may be.
func (b *bounds) allow(l Limits, p persist.Player, now time.Time) bool {
	if l.PerSecond > 0 && !take(&b.allowance(p, now).second, l.second, now) {
		return false
	}
	return l.PerHour <= 0 || take(&b.allowance(p, now).hour, l.hour, now)
}

// take takes one from a limiter.
func take(from **rate.Limiter, fresh func() *rate.Limiter, now time.Time) bool {
	if *from == nil {
		*from = fresh()
	}
	return (*from).AllowN(now, 1)
}

func (b *bounds) allowance(p persist.Player, now time.Time) *allowance {
	if found := b.players[p]; found != nil {
		return found
	}
	if len(b.players) >= maxAllowances {
		b.sweep(now)
	}
	if b.players == nil {
		b.players = make(map[persist.Player]*allowance)
	}
	fresh := new(allowance)
	b.players[p] = fresh
	return fresh
}

// sweep drops the half of the allowances of which the least is used. Dropping one
// that isn't whole loosens the limits of its player, who gets a new one; but those
// have used hardly anything of it, unless thousands are at their limits within an
// hour, and memory must be bounded even then.
func (b *bounds) sweep(now time.Time) {
	used := make(map[persist.Player]float64, len(b.players))
	for p, a := range b.players {
		used[p] = a.used(now)
	}
	players := slices.SortedFunc(maps.Keys(used), func(p, q persist.Player) int { return cmp.Compare(used[p], used[q]) })
	for _, p := range players[:len(players)/2] {
		delete(b.players, p)
	}
}

// used is how many requests the allowance lacks.
func (a *allowance) used(now time.Time) (n float64) {
	for _, l := range []*rate.Limiter{a.second, a.hour, a.typing} {
		if l != nil {
			n = max(n, float64(l.Burst())-l.TokensAt(now))
		}
	}
	return n
}
