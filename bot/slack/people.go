package slack

import (
	"context"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// A person is what is known of somebody besides what comes with each request.
type person struct {
	locale string
	admin  bool
	seen   time.Time // when it was looked up; zero: never yet
	until  time.Time // when to look again
}

// How long a request waits for a look-up, how long its result is taken as it is
// and one that failed is left alone, and how long somebody who was an
// administrator is believed to be one.
const (
	lookTime  = 500 * time.Millisecond
	lookAfter = 15 * time.Minute
	lookAgain = time.Minute
	adminTime = time.Hour
)

// introduce adds to a request what is known of who made it. What only an
// administrator may do is worth looking whether they still are one: that they
// aren't may not have reached this copy of the bot.
func (a *Adapter) introduce(ctx context.Context, req *bot.Request) {
	req.Locale, req.Admin = a.about(ctx, req.Player.User, a.Bot.ForAdmins(*req))
}

// about returns what is known of somebody. If nothing is, or it must be fresh, it
// waits for a look-up; what takes longer is for the next request, as is what has
// become old.
func (a *Adapter) about(ctx context.Context, user string, fresh bool) (locale string, admin bool) {
	now := a.Now()
	p, _ := a.people.Get(user)
	if fresh || !now.Before(p.until) {
		done := a.look(user, p)
		if fresh || p.seen.IsZero() {
			await(ctx, done, lookTime)
			p, _ = a.people.Get(user)
		}
	}
	return p.locale, p.admin && now.Sub(p.seen) < adminTime
}

// look looks somebody up of whom so much is known. The channel is closed when
// that has ended.
func (a *Adapter) look(user string, known person) (done <-chan struct{}) {
	looked := known
	looked.until = a.Now().Add(lookAgain)
	a.people.Put(user, looked) // so that one is looking
	ended := make(chan struct{})
	looking := a.run(a.lookUps, func(ctx context.Context) {
		defer close(ended)
		a.lookUp(ctx, user)
	})
	if !looking {
		a.people.Put(user, known)
		close(ended)
	}
	return ended
}

// await waits until something has ended, at most so long.
func await(ctx context.Context, done <-chan struct{}, most time.Duration) {
	patience := time.NewTimer(most)
	defer patience.Stop()
	select {
	case <-done:
	case <-patience.C:
	case <-ctx.Done():
	}
}

func (a *Adapter) lookUp(ctx context.Context, user string) {
	err := a.patiently(ctx, func(ctx context.Context) error {
		info, err := a.api.GetUserInfoContext(ctx, user)
		if err == nil {
			now := a.Now()
			a.people.Put(user, person{locale: info.Locale, admin: info.IsAdmin || info.IsOwner, seen: now, until: now.Add(lookAfter)})
		}
		return err
	})
	if err != nil {
		a.Log.WarnContext(ctx, "slack: a person could not be looked up", "error", reason(err))
	}
}
