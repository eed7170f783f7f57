package slack

import (
	"cmp"
	"context"
	"strings"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// A person holds the data about a Slack user that doesn't come with each request.
type person struct {
	name   string // the display name, else the real one; empty if not known
	locale string
	admin  bool
	bot    bool
	seen   time.Time // time of the look-up; zero if there was none
	until  time.Time // time of the next look-up
}

// How long a request waits for a look-up, how long a result is used, how long no look-up
// follows a failed one, and how long an administrator is trusted to be one still.
const (
	lookTime     = 500 * time.Millisecond
	mentionsTime = 2 * time.Second // for all people mentioned in a command, which is already acknowledged
	lookAfter    = 15 * time.Minute
	lookAgain    = time.Minute
	adminTime    = time.Hour
)

// slackbot is Slack's own bot, which users.info reports as a person.
const slackbot = "USLACKBOT"

// introduce adds to a request the data about the people in it. It looks an administrator
// up again before a command for administrators, since this copy of the bot may not know
// that they have stopped being one. It can't find out whether a person reads a channel:
// that would take a scope for all channels of the workspace.
func (a *Adapter) introduce(ctx context.Context, req *bot.Request) {
	p := a.about(ctx, req.Player, a.Bot.ForAdmins(*req))
	req.Name, req.Locale, req.Admin = p.name, p.locale, p.admin && a.Now().Sub(p.seen) < adminTime
	ctx, cancel := context.WithTimeout(ctx, mentionsTime)
	defer cancel()
	for i := range req.Mentions {
		m := &req.Mentions[i]
		other := a.about(ctx, m.Player, false)
		m.Unseen = true
		m.Bot, m.Name = other.bot || m.Player.User == slackbot, cmp.Or(other.name, m.Name)
	}
}

// about returns the data about a user. It waits for a look-up if there is no data, or if
// the data must be fresh. A slow look-up serves the next request, and so does one that
// replaces old data.
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

// look looks a user up, given the old data. The returned channel is closed at the end of
// the look-up.
func (a *Adapter) look(who persist.Player, known person) (done <-chan struct{}) {
	looked := known
	looked.until = a.Now().Add(lookAgain)
	a.people.Put(who, looked) // one look-up at a time
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

// await waits until done is closed, but at most for the given time.
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
				name: nameOf(info), locale: info.Locale, admin: (info.IsAdmin || info.IsOwner) && !isGuest(info, who.Space),
				bot: info.IsBot, seen: now, until: now.Add(lookAfter),
			})
		}
		return err
	})
	if err != nil {
		a.Log.WarnContext(ctx, "slack: a person could not be looked up", "error", reason(err))
	}
}

// nameOf returns the name by which others know a person. The handle isn't one: Slack
// generates it from the e-mail address, and shows it to nobody.
func nameOf(u *slackgo.User) string {
	return cmp.Or(strings.TrimSpace(u.Profile.DisplayName), strings.TrimSpace(u.Profile.RealName), strings.TrimSpace(u.RealName))
}

// isGuest reports whether a user comes from another organisation or workspace, through a
// shared channel. An administrator there isn't one here.
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
