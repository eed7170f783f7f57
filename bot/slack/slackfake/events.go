package slackfake

import "slices"

// Move changes a person's language and time zone, and Slack tells the bot.
func (p *Person) Move(locale, tz string) {
	p.s.mu.Lock()
	u := p.s.users[p.ID]
	u.locale, u.tz = locale, tz
	p.s.mu.Unlock()
	p.tell("user_change", object{"user": object{"id": p.ID, "team_id": teamID, "name": p.Name, "locale": locale, "tz": tz}})
}

// OpenHome opens the App Home and returns it once the bot has published it.
func (p *Person) OpenHome() Shown {
	p.s.t.Helper()
	return p.AtHome().react(p.Opening())
}

// Opening is the event of opening the App Home, not sent yet.
func (p *Person) Opening() *Delivery { return p.opening("home") }

// OpenMessages goes to the messages with the bot, of which Slack tells by the
// same event as of its App Home. The bot has nothing to do.
func (p *Person) OpenMessages() {
	p.s.t.Helper()
	p.s.Deliver(p.opening("messages"))
}

func (p *Person) opening(tab string) *Delivery {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	opened := object{"type": "app_home_opened", "user": p.ID, "channel": p.s.direct(p.ID).id, "tab": tab, "event_ts": p.s.stamp()}
	if home := p.s.users[p.ID].home; home != nil {
		opened["view"] = home.answer()
	}
	return p.event(opened)
}

// tell sends an event if the manifest subscribes to it.
func (p *Person) tell(kind string, about object) {
	p.s.t.Helper()
	p.s.mu.Lock()
	wanted := slices.Contains(p.s.app.events, kind)
	about["type"], about["event_ts"] = kind, p.s.stamp()
	d := p.event(about)
	p.s.mu.Unlock()
	if wanted {
		p.s.Deliver(d)
	}
}

// event wraps an event. The lock is held.
func (p *Person) event(about object) *Delivery {
	return p.delivery(event, "", object{
		"type": "event_callback", "token": "fake", "team_id": teamID, "api_app_id": appID,
		"event_id": p.s.id("Ev"), "event_time": p.s.now().Unix(), "event": about,
		"authorizations": []any{object{"team_id": teamID, "user_id": botUser, "is_bot": true, "is_enterprise_install": false}},
	})
}
