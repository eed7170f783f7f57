package slackfake

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// The ids of the bot, of Slack's own one, and of the workspace.
const (
	botUser  = "U0BOT"
	slackbot = "USLACKBOT"
	teamID   = "T0FAKE"
	appID    = "A0FAKE"
	botID    = "B0FAKE"
)

type user struct {
	id, locale, tz string
	name           string // the handle, which Slack makes itself
	display, real  string
	team           string // the workspace that the person is from
	admin          bool
	bot            bool     // an app's account
	home           *message // nil: not published
}

// bots are there from the beginning.
func bots() map[string]*user {
	return map[string]*user{
		botUser:  {id: botUser, name: "solitaire", team: teamID, bot: true},
		slackbot: {id: slackbot, name: "slackbot", team: teamID}, // which Slack doesn't mark as a bot
	}
}

// Bot brings another app's account into the workspace.
func (s *Server) Bot(id, name string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.users[id] = &user{id: id, name: name, team: teamID, bot: true}
}

// From makes a person a member of another workspace, whom channels that both share
// bring here. Such a person can press the app's buttons, but has no commands of it.
func (p *Person) From(team string) *Person {
	p.change(func(u *user) { u.team = team })
	return p
}

// install adds to a payload the fields that say who has installed the app, as far
// as all kinds of deliveries have them. The lock is held.
func (s *Server) install(payload object) object {
	if org := s.opts.Organisation; org != "" {
		payload["enterprise"], payload["is_enterprise_install"] = object{"id": org, "name": "fake"}, true
	} else {
		payload["enterprise"], payload["is_enterprise_install"] = nil, false
	}
	return payload
}

type channel struct {
	id, name string
	with     string // the person of a direct message with the bot
	members  map[string]bool
	messages []*message
}

// A message is the newest version of a message or of a published App Home.
type message struct {
	Content
	channel *channel // nil: an App Home
	ts      string   // or the id of the view
	only    string   // the one person who sees an ephemeral message
	gone    bool
	hash    string // of the view
	view    object // as it was published
	version int    // from 1
	changed int    // when, by the server's count of changes
}

// Channel makes a public channel, with the bot in it.
func (s *Server) Channel(id, name string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.channels[id] = &channel{id: id, name: name, members: map[string]bool{botUser: true}}
}

// Remove takes somebody out of a channel; the bot if the user is empty.
func (s *Server) Remove(id, user string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if c := s.channels[id]; c != nil {
		delete(c.members, cmp.Or(user, botUser))
	}
}

// direct returns the bot's direct messages with a person. The lock is held.
func (s *Server) direct(user string) *channel {
	for _, c := range s.channels {
		if c.with == user {
			return c
		}
	}
	c := &channel{id: s.id("D"), name: "directmessage", with: user, members: map[string]bool{botUser: true, user: true}}
	s.channels[c.id] = c
	return c
}

// stamp makes a ts: the time in microseconds, later than any before. The lock is
// held.
func (s *Server) stamp() string {
	s.last = max(s.last+1, s.Now().UnixMicro())
	return fmt.Sprintf("%d.%06d", s.last/1e6, s.last%1e6)
}

// add puts a message into a channel. The lock is held.
func (s *Server) add(c *channel, content Content, only string) *message {
	m := &message{channel: c, ts: s.stamp(), only: only}
	c.messages = append(c.messages, m)
	s.show(m, content)
	s.echo(m, false)
	return m
}

// show gives a message its next version. The lock is held.
func (s *Server) show(m *message, content Content) {
	s.changes++
	m.Content, m.version, m.changed = content, m.version+1, s.changes
	s.Notify()
}

// edit gives a message new content. Without blocks in the body it has none. The
// lock is held.
func (s *Server) edit(where string, m *message, body object) {
	before := object{"blocks": m.Blocks}
	for _, block := range fake.Objects(body, "blocks") {
		id := fake.Text(block, "block_id")
		if id != "" && slices.ContainsFunc(fake.Objects(before, "blocks"), func(b object) bool { return fake.Text(b, "block_id") == id }) {
			s.violate("S2", where, "a new version needs new block ids, not %s again", id)
		}
	}
	s.show(m, s.content(body))
	s.echo(m, true)
}

// content is what a body shows. Blocks without a block_id get one, as on Slack.
// The lock is held.
func (s *Server) content(body object) Content {
	blocks := fake.Clone(fake.List(body, "blocks"))
	c := Content{Text: fake.Text(body, "text"), Blocks: blocks}
	for _, block := range fake.Objects(object{"blocks": blocks}, "blocks") {
		if fake.Text(block, "block_id") == "" {
			block["block_id"] = s.id("made")
		}
		if file := fake.Child(block, "slack_file"); file != nil {
			u := s.uploads[fake.Text(file, "id")]
			if u == nil || !u.done {
				s.violate(Transport, "image", "there is no file %q to be shown", fake.Text(file, "id"))
				continue
			}
			c.Files = append(c.Files, File{Name: u.Name, Alt: fake.Text(block, "alt_text"), Data: u.Data})
		}
	}
	return c
}

// answer is a message or view as the Web API and payloads have it.
func (m *message) answer() object {
	if m.channel == nil {
		all := fake.Clone(m.view)
		maps.Copy(all, object{"blocks": m.Blocks, "id": m.ts, "hash": m.hash, "team_id": teamID, "app_id": appID})
		return all
	}
	return object{"type": "message", "user": botUser, "bot_id": botID, "app_id": appID, "ts": m.ts, "team": teamID, "text": m.Text, "blocks": m.Blocks}
}
