package bot

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/solitaire-chat/solitaire/persist"
)

// Limits keep one player, or all players together, from exhausting the bot. Zero means no
// limit.
type Limits struct {
	PerSecond float64 // requests of one player in the long run; three seconds' worth may come at once
	PerHour   int     // requests of one player in any hour
	AtOnce    int     // requests running or waiting for their player's turn
}

// burstSeconds is how long a player may exceed the limit.
const burstSeconds = 3

// second returns the limiter for requests per second; nil if there is no limit.
func (l Limits) second() *rate.Limiter {
	if l.PerSecond <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(l.PerSecond), max(1, int(burstSeconds*l.PerSecond)))
}

// hour returns the limiter for requests per hour; nil if there is no limit. The requests
// that may come at once and those that become available within an hour add up to PerHour,
// so no hour has more. Of 4,000, 1,500 may come at once: two per second for a quarter of
// an hour or longer, which nobody can keep up by hand.
func (l Limits) hour() *rate.Limiter {
	if l.PerHour <= 0 {
		return nil
	}
	burst := max(1, l.PerHour*3/8)
	return rate.NewLimiter(rate.Limit(float64(max(1, l.PerHour-burst))/time.Hour.Seconds()), burst)
}

// limiter counts requests against the limits. The zero value is ready for use.
type limiter struct {
	mu      sync.Mutex
	atWork  int
	players map[persist.Player]*allowance
}

// An allowance is what one player may still do; nil means no limit.
//
// Completions have a limiter of their own, with the same rate: typing one move causes
// several completions, which would use up the moves, and moves would block completions.
// There is no hourly limit for completions, since they aren't stored.
type allowance struct{ second, hour, typing *rate.Limiter }

// maxAllowances is the number of allowances kept.
const maxAllowances = 10_000

// enter admits a request. If a limit refuses it, enter returns the key of the message for
// the player.
func (l *limiter) enter(limits Limits, p persist.Player, now time.Time) (refusal string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if limits.AtOnce > 0 && l.atWork >= limits.AtOnce {
		return "failure.busy"
	}
	if a := l.allowance(limits, p, now); !take(a.second, now) || !take(a.hour, now) {
		return "limits.slower"
	}
	l.atWork++
	return ""
}

// enterTyping admits the completion of what a player types.
func (l *limiter) enterTyping(limits Limits, p persist.Player, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if limits.AtOnce > 0 && l.atWork >= limits.AtOnce || !take(l.allowance(limits, p, now).typing, now) {
		return false
	}
	l.atWork++
	return true
}

func (l *limiter) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.atWork--
}

func take(from *rate.Limiter, now time.Time) bool { return from == nil || from.AllowN(now, 1) }

func (l *limiter) allowance(limits Limits, p persist.Player, now time.Time) *allowance {
	found := l.players[p]
	switch {
	case limits.PerSecond <= 0 && limits.PerHour <= 0:
		return new(allowance)
	case found != nil:
		return found
	case len(l.players) >= maxAllowances:
		l.sweep(now)
	}
	if l.players == nil {
		l.players = make(map[persist.Player]*allowance)
	}
	fresh := &allowance{second: limits.second(), hour: limits.hour(), typing: limits.second()}
	l.players[p] = fresh
	return fresh
}

// sweep drops the least used half of the allowances, to bound memory. Their players get
// new ones, which loosens their limits. But unless thousands of players reach their
// limits within an hour, they have used almost nothing.
func (l *limiter) sweep(now time.Time) {
	used := make(map[persist.Player]float64, len(l.players))
	for p, a := range l.players {
		for _, r := range []*rate.Limiter{a.second, a.hour, a.typing} {
			if r != nil {
				used[p] = max(used[p], float64(r.Burst())-r.TokensAt(now))
			}
		}
	}
	players := slices.SortedFunc(maps.Keys(l.players), func(p, q persist.Player) int { return cmp.Compare(used[p], used[q]) })
	for _, p := range players[:len(players)/2] {
		delete(l.players, p)
	}
}

// Lock waits until nobody else in this process holds a name, and returns a function that
// releases it. The error is the context's.
func (b *Bot) Lock(ctx context.Context, name string) (unlock func(), err error) {
	return b.locks.lock(ctx, name)
}

func (b *Bot) lockPlayer(ctx context.Context, p persist.Player) (unlock func(), err error) {
	return b.locks.lock(ctx, "player "+string(p.AppendKey(nil)))
}

// locks holds one lock per name, as long as somebody needs it. The zero value is ready
// for use.
type locks struct {
	mu   sync.Mutex
	held map[string]*namedLock
}

type namedLock struct {
	free  chan struct{} // holds one token while the lock is free
	users int           // number of holders and waiters
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
