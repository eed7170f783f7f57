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

// Limits keep one player, or all of them together, from using up what the bot
// has. A zero is no limit.
type Limits struct {
	PerSecond float64 // requests of one player in the long run; three seconds' worth may come at once
	PerHour   int     // requests of one player in any hour
	AtOnce    int     // requests at work or waiting for their player's turn
}

// burstSeconds is how long a player may be quicker than the limit.
const burstSeconds = 3

// second returns the limiter of requests in the short run; nil if there is no limit.
func (l Limits) second() *rate.Limiter {
	if l.PerSecond <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(l.PerSecond), max(1, int(burstSeconds*l.PerSecond)))
}

// hour returns the limiter of requests in an hour; nil if there is no limit. What may
// come at once and what becomes free in an hour are PerHour together, so that in no
// hour there are more. Of 4,000, 1,500 may come at once: two a second for a quarter of
// an hour and more, which nobody keeps up by hand.
func (l Limits) hour() *rate.Limiter {
	if l.PerHour <= 0 {
		return nil
	}
	burst := max(1, l.PerHour*3/8)
	return rate.NewLimiter(rate.Limit(float64(max(1, l.PerHour-burst))/time.Hour.Seconds()), burst)
}

// limiter counts what the limits bound. The zero value is ready for use.
type limiter struct {
	mu      sync.Mutex
	atWork  int
	players map[persist.Player]*allowance
}

// An allowance is what one player may still do; nil is no limit.
//
// Typing has a limiter of its own, as quick as that of requests: a move that is
// typed takes several completions, which would use up the moves, and moves would
// keep the list from coming. No hourly limit bounds completions, since they aren't
// remembered.
type allowance struct{ second, hour, typing *rate.Limiter }

// maxAllowances is how many players' allowances are kept.
const maxAllowances = 10_000

// enter lets a request in. If it can't, it returns the key of what to say to the
// player.
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

// enterTyping lets the completion of what a player types in.
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

// sweep drops the least used half of the allowances, so that memory is bounded.
// Their players get new ones, which loosens their limits; but unless thousands are
// at their limits within an hour, they have used hardly anything.
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
