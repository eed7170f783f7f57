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
	until  time.Time // if it could not be looked up: when to try again
}

// How long the first request of somebody waits for the look-up, and how long one
// that failed is left alone.
const (
	lookTime  = 500 * time.Millisecond
	lookAgain = time.Minute
)

// introduce adds to a request what is known of who made it.
func (a *Adapter) introduce(ctx context.Context, req *bot.Request) {
	req.Locale, req.Admin = a.about(ctx, req.Player.User)
}

// about returns what is known of somebody. If nothing is, it is looked up; what
// takes longer is for the next request.
func (a *Adapter) about(ctx context.Context, user string) (locale string, admin bool) {
	p, known := a.people.get(user)
	if known && (p.until.IsZero() || a.Now().Before(p.until)) {
		return p.locale, p.admin
	}
	a.people.put(user, person{until: a.Now().Add(lookAgain)}) // so that one is looking
	done := make(chan struct{})
	looking := a.run(a.lookUps, func(ctx context.Context) {
		defer close(done)
		a.lookUp(ctx, user)
	})
	if !looking {
		a.people.drop(user)
		return "", false
	}
	patience := time.NewTimer(lookTime)
	defer patience.Stop()
	select {
	case <-done:
	case <-patience.C:
	case <-ctx.Done():
	}
	p, _ = a.people.get(user)
	return p.locale, p.admin
}

func (a *Adapter) lookUp(ctx context.Context, user string) {
	err := patiently(ctx, func(ctx context.Context) error {
		info, err := a.api.GetUserInfoContext(ctx, user)
		if err == nil {
			a.people.put(user, person{locale: info.Locale, admin: info.IsAdmin || info.IsOwner})
		}
		return err
	})
	if err != nil {
		a.Log.WarnContext(ctx, "slack: a locale could not be looked up", "error", reason(err))
	}
}
