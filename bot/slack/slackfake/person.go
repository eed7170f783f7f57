package slackfake

import (
	"regexp"
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

// Promote makes a person an administrator of the workspace, and Slack tells the
// bot.
func (p *Person) Promote() {
	p.setAdmin(true)
	p.tell("user_change", object{"user": object{"id": p.ID, "team_id": teamID, "name": p.Name, "is_admin": true}})
}

// Demote ends that, and nobody tells the bot.
func (p *Person) Demote() { p.setAdmin(false) }

func (p *Person) setAdmin(admin bool) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	p.s.users[p.ID].admin = admin
}

// SetLocale changes a person's locale, and nobody tells the bot.
func (p *Person) SetLocale(locale string) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	p.s.users[p.ID].locale = locale
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
