package slack

import "context"

// A person is what is known of somebody besides what comes with each request.
type person struct {
	locale string
	admin  bool
}

// about returns what is known of somebody. If nothing is, it is looked up for
// the next time: no answer waits for that.
func (a *Adapter) about(user string) (locale string, admin bool) {
	p, known := a.people.get(user)
	if !known {
		a.people.put(user, p) // so that one is looking
		if !a.run(a.lookUps, func(ctx context.Context) { a.lookUp(ctx, user) }) {
			a.people.drop(user)
		}
	}
	return p.locale, p.admin
}

func (a *Adapter) lookUp(ctx context.Context, user string) {
	err := a.call(ctx, func(ctx context.Context) error {
		info, err := a.api.GetUserInfoContext(ctx, user)
		if err == nil {
			a.people.put(user, person{locale: info.Locale, admin: info.IsAdmin || info.IsOwner})
		}
		return err
	})
	if err != nil {
		a.people.drop(user)
		a.Log.WarnContext(ctx, "slack: a locale could not be looked up", "error", reason(err))
	}
}
