package slack

import (
	"context"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// A person is what is known of somebody besides what comes with each request.
type person struct {
	name   string
	locale string
	admin  bool
	bot    bool
	seen   time.Time // when it was looked up; zero: never yet
	until  time.Time // when to look again
}

// How long a request waits for a look-up, how long its result is taken as it is
// and one that failed is left alone, and how long somebody who was an
// administrator is believed to be one.
const (
	lookTime     = 500 * time.Millisecond
	mentionsTime = 2 * time.Second // for all people whom a command mentions: it was acknowledged before
	lookAfter    = 15 * time.Minute
	lookAgain    = time.Minute
	adminTime    = time.Hour
)

// slackbot is Slack's own bot, which users.info reports as a person.
const slackbot = "USLACKBOT"

// introduce adds to a request what is known of the people in it. Before an
// administrator's command is carried out they are looked up again: this copy of the
// bot may not have heard that they are none any more. Whether somebody reads a channel
// is known of nobody: to ask for it takes a scope for all channels of the workspace.
func (a *Adapter) introduce(ctx context.Context, req *bot.Request) {
	p := a.about(ctx, req.Player, a.Bot.ForAdmins(*req))
	req.Locale, req.Admin = p.locale, p.admin && a.Now().Sub(p.seen) < adminTime
	ctx, cancel := context.WithTimeout(ctx, mentionsTime)
	defer cancel()
	for i := range req.Mentions {
		m := &req.Mentions[i]
		other := a.about(ctx, m.Player, false)
		m.Unseen = true
		if m.Bot = other.bot || m.Player.User == slackbot; m.Name == m.Player.User && other.name != "" {
			m.Name = other.name
		}
	}
}

// about returns what is known of somebody. If nothing is, or it must be fresh, it
// waits for a look-up; what takes longer is for the next request, as is what has
// become old.
func (a *Adapter) about(ctx context.Context, who persist.Player, fresh bool) person {
	p, _ := a.people.Get(who)
	if fresh || !a.Now().Before(p.until) {
		done := a.look(who, p)
		if fresh || p.seen.IsZero() {
			await(ctx, done, lookTime)
			p, _ = a.people.Get(who)
		}
	}
	return p
}

// look looks somebody up of whom so much is known. The channel is closed when
// that has ended.
func (a *Adapter) look(who persist.Player, known person) (done <-chan struct{}) {
	looked := known
	looked.until = a.Now().Add(lookAgain)
	a.people.Put(who, looked) // so that one is looking
	ended := make(chan struct{})
	looking := a.run(a.lookUps, func(ctx context.Context) {
		defer close(ended)
		a.lookUp(ctx, who)
	})
	if !looking {
		a.people.Put(who, known)
		close(ended)
	}
	return ended
}

// await waits until done is closed, but no longer than most.
func await(ctx context.Context, done <-chan struct{}, most time.Duration) {
	patience := time.NewTimer(most)
	defer patience.Stop()
	select {
	case <-done:
	case <-patience.C:
	case <-ctx.Done():
	}
}

func (a *Adapter) lookUp(ctx context.Context, who persist.Player) {
	err := a.patiently(ctx, func(ctx context.Context) error {
		info, err := a.api.GetUserInfoContext(ctx, who.User)
		if err == nil {
			now := a.Now()
			a.people.Put(who, person{
				name: info.Name, locale: info.Locale, admin: (info.IsAdmin || info.IsOwner) && !isGuest(info, who.Space),
				bot: info.IsBot, seen: now, until: now.Add(lookAfter),
			})
		}
		return err
	})
	if err != nil {
		a.Log.WarnContext(ctx, "slack: a person could not be looked up", "error", reason(err))
	}
}

// isGuest reports whether somebody comes from elsewhere than the organisation or
// workspace, by a shared channel: an administrator there is none here.
func isGuest(u *slackgo.User, space string) bool {
	const organisation = 'E'
	switch {
	case u.IsStranger:
		return true
	case u.Enterprise.EnterpriseID != "":
		return u.Enterprise.EnterpriseID != space && u.TeamID != space
	}
	return u.TeamID != "" && u.TeamID != space && space != "" && space[0] != organisation
}
