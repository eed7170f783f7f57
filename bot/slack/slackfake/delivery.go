package slackfake

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// The kinds of deliveries, by their names in Socket Mode.
const (
	slashCommand = "slash_commands"
	interaction  = "interactive"
	event        = "events_api"
)

// maxAttempts is how often Slack repeats a delivery that was not acknowledged.
const maxAttempts = 3

// A Delivery is something that Slack sends to the bot. It can be sent more than
// once, with the same ids, as Slack does when an acknowledgement is missing.
type Delivery struct {
	kind     string
	envelope string
	payload  object
	room     *channel // where an answer goes
	user     string
	response *response
	echo     bool // the event of a message of the bot's own

	// Guarded by the server's lock.
	attempt int // counts Slack's repetitions
	sent    int
	acks    int
	late    *time.Timer     // fires when the acknowledgement is late; nil: none is due
	on      *websocket.Conn // where it was sent last
	failure string          // why there is no acknowledgement
	signed  http.Header     // over HTTP: a replay has the same ones
}

// where names a delivery in reports.
func (d *Delivery) where() string {
	switch d.kind {
	case slashCommand:
		return fake.Text(d.payload, "command") + " " + fake.Text(d.payload, "text")
	case event:
		return fake.Text(fake.Child(d.payload, "event"), "type")
	}
	return fake.Text(d.payload, "type")
}

// Deliver sends deliveries at the same time and waits until the bot has
// acknowledged each. Sending one for the second time is a redelivery.
func (s *Server) Deliver(deliveries ...*Delivery) {
	s.T.Helper()
	before := make([]int, len(deliveries))
	s.Mu.Lock()
	for i, d := range deliveries {
		before[i], d.failure = d.acks, ""
		if s.usesSocket() {
			s.dispatch(d)
		} else {
			s.postTo(d)
		}
	}
	s.Mu.Unlock()
	for i, d := range deliveries {
		if !s.Await(func() bool { return d.acks > before[i] || d.failure != "" }) || d.failure != "" {
			s.T.Fatalf("slackfake: %s: the bot did not acknowledge it: %s", d.where(), d.failure)
		}
	}
}

// Retry delivers once more as Slack does minutes later, when it never got an
// acknowledgement.
func (s *Server) Retry(d *Delivery) {
	s.T.Helper()
	s.Mu.Lock()
	d.attempt++
	s.Mu.Unlock()
	s.Deliver(d)
}

// count notes that a delivery goes out. The lock is held.
func (d *Delivery) count() {
	d.sent++
	if d.response != nil {
		d.response.asked++
	}
}

// acknowledged takes an acknowledgement and the message in it, if any. The lock
// is held.
func (s *Server) acknowledged(d *Delivery, answer object) {
	d.acks++
	if d.late != nil {
		d.late.Stop()
		d.late = nil
	}
	defer s.Notify()
	if answer == nil {
		return
	}
	to, only := d.user, d.user
	if fake.Text(answer, "response_type") == "in_channel" {
		to, only = d.room.id, ""
	}
	s.keep("ack", to, answer)
	switch {
	case d.kind != slashCommand:
		s.violate("S12", d.where(), "the acknowledgement must not bring a payload")
	case fake.Flag(answer, "replace_original") || fake.Flag(answer, "delete_original"):
		s.violate("S14", d.where(), "a slash command has no original")
	case s.sound(d.where(), "message", answer):
		s.add(d.room, s.content(answer), only)
	}
}

// delivery makes a delivery. The lock is held.
func (p *Person) delivery(kind string, to *response, payload object) *Delivery {
	return &Delivery{kind: kind, envelope: p.s.id("envelope-"), payload: payload, room: p.room, user: p.ID, response: to}
}

// Command is a slash command as typed here, not sent yet.
func (p *Person) Command(name, text string) *Delivery {
	p.s.T.Helper()
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	command := p.s.command(name)
	if command == nil || p.room == nil {
		p.s.T.Fatalf("slackfake: the manifest has no command %s, or this is the App Home", name)
	}
	if fake.Flag(command, "should_escape") {
		text = p.s.escaped(text)
	}
	if p.s.users[p.ID].team != teamID {
		p.s.T.Fatalf("slackfake: %s is from another workspace and has no %s", p.Name, name)
	}
	to, address := p.s.newResponse(p.ID, p.room, nil)
	payload := object{
		"token": "fake", "team_id": teamID, "team_domain": "fake", "api_app_id": appID, "is_enterprise_install": "false",
		"channel_id": p.room.id, "channel_name": p.room.name, "user_id": p.ID, "user_name": handle(p.ID),
		"command": name, "text": text, "response_url": address, "trigger_id": p.s.id("trigger."),
	}
	if org := p.s.opts.Organisation; org != "" {
		payload["enterprise_id"], payload["enterprise_name"], payload["is_enterprise_install"] = org, "fake", "true"
	}
	return p.delivery(slashCommand, to, payload)
}

// escaped writes text as should_escape does. The lock is held.
func (s *Server) escaped(text string) string {
	words := strings.Split(escape(text), " ")
	for i, word := range words {
		for _, u := range s.users {
			if word == "@"+cmp.Or(u.display, u.name) {
				words[i] = fmt.Sprintf("<@%s|%s>", u.id, u.name)
			}
		}
		for _, c := range s.channels {
			if word == "#"+c.name {
				words[i] = fmt.Sprintf("<#%s|%s>", c.id, c.name)
			}
		}
	}
	return strings.Join(words, " ")
}

// Tap is a click that isn't sent yet.
func (p *Person) Tap(name string) *Delivery {
	p.s.T.Helper()
	return p.use("", name)
}

// use makes the delivery of a click on a message here, the newest if no ts is given.
func (p *Person) use(ts, name string) *Delivery {
	p.s.T.Helper()
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	for _, on := range slices.Backward(p.sees()) {
		if ts != "" && on.TS != ts {
			continue
		}
		for _, block := range fake.Objects(object{"blocks": on.Blocks}, "blocks") {
			for _, e := range elementsOf(block) {
				action := object{"type": e["type"], "action_id": e["action_id"], "block_id": block["block_id"], "action_ts": p.s.stamp()}
				options := optionsOf(e)
				chosen := slices.IndexFunc(options, func(o object) bool { return label(o) == name || fake.Text(o, "value") == name })
				pressed := fake.Text(e, "type") == "button" && slices.Contains([]string{label(e), fake.Text(e, "action_id"), fake.Text(e, "accessibility_label")}, name)
				switch {
				case pressed:
					action["text"], action["value"] = e["text"], e["value"]
				case chosen >= 0:
					action["selected_option"] = options[chosen]
				default:
					continue
				}
				return p.click(on, action)
			}
		}
	}
	p.s.T.Fatalf("slackfake: %s sees no %q here", p.Name, name)
	return nil
}

// click makes the delivery of an action. The lock is held.
func (p *Person) click(on Shown, action object) *Delivery {
	payload := p.s.install(object{
		"type": "block_actions", "token": "fake", "api_app_id": appID, "trigger_id": p.s.id("trigger."),
		"team":    object{"id": teamID, "domain": "fake"},
		"user":    object{"id": p.ID, "username": handle(p.ID), "name": handle(p.ID), "team_id": p.s.users[p.ID].team},
		"actions": []any{withEntities(action)},
	})
	m := on.message
	if m.channel == nil {
		if p.s.opts.Organisation != "" { // the Home belongs to no workspace
			payload["team"] = nil
		}
		payload["container"], payload["view"] = object{"type": "view", "view_id": m.ts}, withEntities(m.answer())
		return p.delivery(interaction, nil, payload)
	}
	to, address := p.s.newResponse(p.ID, m.channel, m)
	payload["response_url"] = address
	payload["channel"] = object{"id": m.channel.id, "name": m.channel.name}
	payload["container"] = object{"type": "message", "message_ts": m.ts, "channel_id": m.channel.id, "is_ephemeral": m.only != ""}
	if m.only == "" { // Slack doesn't keep ephemeral messages, so it can't show them
		payload["message"] = withEntities(m.answer())
	}
	return p.delivery(interaction, to, payload)
}

// withEntities copies what the bot sent as Slack sends it back: with entities in
// plain text too.
func withEntities(o object) object {
	o = fake.Clone(o)
	fake.Walk(o, func(inner object) {
		if fake.Text(inner, "type") == "plain_text" {
			inner["text"] = escape(fake.Text(inner, "text"))
		}
	})
	return o
}

// Opening is the event of opening the App Home, not sent yet.
func (p *Person) Opening() *Delivery {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	opened := object{"type": "app_home_opened", "user": p.ID, "channel": p.s.direct(p.ID).id, "tab": "home", "event_ts": p.s.stamp()}
	if home := p.s.users[p.ID].home; home != nil {
		opened["view"] = home.answer()
	}
	return p.event(opened)
}

// Line is a line typed in the direct messages with the bot, not sent yet. The fields
// change the message to one of another kind.
func (p *Person) Line(text string, fields map[string]any) *Delivery {
	p.s.T.Helper()
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	if p.room == nil || p.room.with != p.ID || !p.s.reports(p.room) {
		p.s.T.Fatalf("slackfake: the bot hears of lines in its direct messages only, if the manifest asks for them")
	}
	at := p.s.stamp()
	said := object{
		"type": "message", "channel": p.room.id, "channel_type": "im", "user": p.ID, "team": p.s.users[p.ID].team,
		"text": withoutLabels.ReplaceAllString(p.s.escaped(text), "<@$1>"), "ts": at, "event_ts": at, "client_msg_id": p.s.id("client-"),
	}
	maps.Copy(said, fields)
	return p.event(said)
}

// withoutLabels matches a person in a text. Only slash commands have the label.
var withoutLabels = regexp.MustCompile(`<@(\w+)\|[^<>]*>`)

// reports reports whether the bot hears of messages in a conversation. The lock is held.
func (s *Server) reports(c *channel) bool {
	return c != nil && c.with != "" && slices.Contains(eventsOf(s.manifest), "message.im")
}

// echo sends the event of the bot's own message, of which it hears as of all others. The
// lock is held.
func (s *Server) echo(m *message, edited bool) {
	if !s.reports(m.channel) || m.only != "" {
		return
	}
	said := m.answer()
	said["channel"], said["channel_type"], said["event_ts"] = m.channel.id, "im", s.stamp()
	if edited {
		said = object{
			"type": "message", "subtype": "message_changed", "hidden": true, "channel": m.channel.id, "channel_type": "im",
			"message": said, "ts": said["event_ts"], "event_ts": said["event_ts"],
		}
	}
	d := (&Person{ID: m.channel.with, s: s}).event(said)
	d.echo = true
	if s.usesSocket() {
		s.dispatch(d)
	} else {
		s.postTo(d)
	}
}

// changed sends the event of a changed profile, if the manifest subscribes to it.
func (p *Person) changed(about object) {
	p.s.T.Helper()
	p.s.Mu.Lock()
	about["id"], about["team_id"], about["name"] = p.ID, p.s.users[p.ID].team, handle(p.ID)
	wanted := slices.Contains(eventsOf(p.s.manifest), "user_change")
	d := p.event(object{"type": "user_change", "user": about, "event_ts": p.s.stamp()})
	p.s.Mu.Unlock()
	if wanted {
		p.s.Deliver(d)
	}
}

// event wraps an event. The lock is held.
func (p *Person) event(about object) *Delivery {
	authorization := object{"enterprise_id": nil, "team_id": teamID, "user_id": botUser, "is_bot": true, "is_enterprise_install": false}
	if org := p.s.opts.Organisation; org != "" {
		authorization["enterprise_id"], authorization["team_id"], authorization["is_enterprise_install"] = org, nil, true
	}
	return p.delivery(event, nil, object{
		"type": "event_callback", "token": "fake", "team_id": p.s.users[p.ID].team, "api_app_id": appID,
		"event_id": p.s.id("Ev"), "event_time": p.s.Now().Unix(), "event": about,
		"authorizations": []any{authorization},
	})
}
