package slackfake

import (
	"regexp"
	"slices"
	"strings"
)

// A Person uses the workspace at one place: the direct messages with the bot, a
// channel, a thread, or the bot's App Home.
type Person struct {
	ID, Name string

	s      *Server
	room   *channel // nil: the App Home
	thread string
}

// Person brings someone into the workspace, at first in the direct messages
// with the bot. The locale is such as de-DE, the time zone such as Europe/Berlin.
func (s *Server) Person(id, name, locale, tz string) *Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users[id] == nil {
		s.users[id] = &user{id: id, name: name, locale: orElse(locale, "en-US"), tz: orElse(tz, "Etc/UTC")}
	}
	return &Person{ID: id, Name: name, s: s, room: s.direct(id)}
}

// Move changes a person's language and time zone, and Slack tells the bot.
func (p *Person) Move(locale, tz string) {
	p.s.mu.Lock()
	u := p.s.users[p.ID]
	u.locale, u.tz = locale, tz
	p.s.mu.Unlock()
	p.tell("user_change", object{"user": object{"id": p.ID, "team_id": teamID, "name": p.Name, "locale": locale, "tz": tz}})
}

// In goes to a channel, and joins it.
func (p *Person) In(channel string) *Person {
	p.s.t.Helper()
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	c := p.s.channels[channel]
	if c == nil {
		p.s.t.Fatalf("slackfake: there is no channel %s; call Channel", channel)
	}
	c.members[p.ID] = true
	return &Person{ID: p.ID, Name: p.Name, s: p.s, room: c}
}

// InThread goes to the thread of a message.
func (p *Person) InThread(ts string) *Person {
	there := *p
	there.thread = ts
	return &there
}

// AtHome goes to the App Home without opening it anew.
func (p *Person) AtHome() *Person { return &Person{ID: p.ID, Name: p.Name, s: p.s} }

// Place is the channel's id; empty for the App Home.
func (p *Person) Place() string {
	if p.room == nil {
		return ""
	}
	return p.room.id
}

// Command is a slash command as typed here, not sent yet.
func (p *Person) Command(name, text string) *Delivery {
	p.s.t.Helper()
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	command, known := p.s.app.commands[name]
	switch {
	case !known:
		p.s.t.Fatalf("slackfake: the manifest has no command %s", name)
	case p.thread != "":
		p.s.t.Fatalf("slackfake: Slack takes no commands in threads")
	case p.room == nil:
		p.s.t.Fatalf("slackfake: there is nothing to type into in the App Home")
	}
	if command.escapes {
		text = p.s.escaped(text)
	}
	address := p.s.newResponse(p.ID, p.room, nil)
	return p.delivery(slashCommand, address, object{
		"token": "fake", "team_id": teamID, "team_domain": domain, "api_app_id": appID, "is_enterprise_install": "false",
		"channel_id": p.room.id, "channel_name": p.room.name, "user_id": p.ID, "user_name": p.Name,
		"command": name, "text": text, "response_url": address, "trigger_id": p.s.newTrigger(p.ID),
	})
}

// delivery makes a delivery. The lock is held.
func (p *Person) delivery(kind, response string, payload object) *Delivery {
	d := &Delivery{kind: kind, envelope: p.s.id("envelope-"), payload: payload, room: p.room, user: p.ID}
	if i := strings.LastIndex(response, "/"); i >= 0 {
		d.response = p.s.responses[response[i+1:]]
	}
	return d
}

// names matches @people and #channels as they are typed.
var names = regexp.MustCompile(`[@#][\pL\pN._-]+`)

// escaped writes text as should_escape has it. The lock is held.
func (s *Server) escaped(text string) string {
	return names.ReplaceAllStringFunc(escape(text), func(name string) string {
		for _, u := range s.users {
			if name == "@"+u.name {
				return "<@" + u.id + "|" + u.name + ">"
			}
		}
		for _, c := range s.channels {
			if name == "#"+c.name {
				return "<#" + c.id + "|" + c.name + ">"
			}
		}
		return name
	})
}

// Slash types a slash command and returns what appears.
func (p *Person) Slash(name, text string) Shown {
	p.s.t.Helper()
	return p.react(p.Command(name, text))
}

// OpenHome opens the App Home and returns it once the bot has published it.
func (p *Person) OpenHome() Shown {
	p.s.t.Helper()
	return p.AtHome().react(p.Opening())
}

// Opening is the event of opening the App Home, not sent yet.
func (p *Person) Opening() *Delivery {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	opened := object{"type": "app_home_opened", "user": p.ID, "channel": p.s.direct(p.ID).id, "tab": "home", "event_ts": p.s.stamp()}
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

// react sends a delivery and returns what changes for this person: the message
// or view that was used, if it does, else the newest.
func (p *Person) react(d *Delivery) Shown {
	p.s.t.Helper()
	p.s.mu.Lock()
	before := p.s.changes
	p.s.mu.Unlock()
	p.s.Deliver(d)
	var shown Shown
	if !p.s.until(p.s.opts.Wait, func() (ok bool) { shown, ok = p.newer(before, d); return ok }) {
		p.s.t.Fatalf("slackfake: %s: %s sees no reaction", d.where(), p.Name)
	}
	return shown
}

// newer returns what has changed here since. The lock is held.
func (p *Person) newer(before int, d *Delivery) (found Shown, ok bool) {
	newest := before
	u := p.s.users[p.ID]
	for _, v := range []*view{u.modal, u.home} {
		if v != nil && v.changed > newest && (p.room == nil || v == u.modal) {
			found, newest = showView(v), v.changed
		}
	}
	if p.room == nil {
		return found, newest > before
	}
	for _, m := range p.room.messages {
		if m.changed <= before || m.only != "" && m.only != p.ID || m.thread != p.thread && p.thread != "" {
			continue
		}
		if d.response != nil && d.response.on == m {
			return showMessage(m), true
		}
		if m.changed > newest {
			found, newest = showMessage(m), m.changed
		}
	}
	return found, newest > before
}

func showMessage(m *message) Shown {
	return Shown{
		Content: copied(m.now()), Channel: m.channel.id, TS: m.ts, Thread: m.thread, Private: m.only != "", Gone: m.gone,
		Earlier: slices.Clone(m.versions[:len(m.versions)-1]),
	}
}

func showView(v *view) Shown {
	return Shown{Content: copied(v.now()), View: v.id, Earlier: slices.Clone(v.versions[:len(v.versions)-1])}
}

func copied(c Content) Content { return Content{Text: c.Text, Blocks: clone(c.Blocks)} }

// Sees returns what this person sees here, the oldest first.
func (p *Person) Sees() []Shown {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return p.sees()
}

// sees is Sees with the lock held.
func (p *Person) sees() []Shown {
	var all []Shown
	if p.room == nil {
		if home := p.s.users[p.ID].home; home != nil {
			all = append(all, showView(home))
		}
		return all
	}
	for _, m := range p.room.messages {
		if m.visibleTo(p.ID) && (p.thread == "" || m.thread == p.thread || m.ts == p.thread) {
			all = append(all, showMessage(m))
		}
	}
	return all
}

// Home returns the App Home as it is published, nothing if it isn't.
func (p *Person) Home() Shown {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if home := p.s.users[p.ID].home; home != nil {
		return showView(home)
	}
	return Shown{}
}

// Await waits until this person sees something for which a test says yes.
func (p *Person) Await(what string, is func(Shown) bool) Shown {
	p.s.t.Helper()
	var found Shown
	ok := p.s.until(p.s.opts.Wait, func() bool {
		all := p.sees()
		i := slices.IndexFunc(all, is)
		if i >= 0 {
			found = all[i]
		}
		return i >= 0
	})
	if !ok {
		p.s.t.Fatalf("slackfake: %s never sees %s", p.Name, what)
	}
	return found
}

// Reload is starting the client anew: ephemeral messages are gone.
func (p *Person) Reload() {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	for _, c := range p.s.channels {
		for _, m := range c.messages {
			if m.only == p.ID {
				m.gone = true
			}
		}
	}
}
