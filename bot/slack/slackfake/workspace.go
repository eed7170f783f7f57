package slackfake

import (
	"fmt"
	"maps"
	"slices"
)

// botUser is the bot's own id, and the others are those of the workspace.
const (
	botUser = "U0BOT"
	botID   = "B0BOT"
	teamID  = "T0FAKE"
	domain  = "fake"
	appID   = "A0FAKE"
)

type user struct {
	id, name, locale, tz string
	admin                bool
	home, modal          *view // nil: none was published, none is open
}

type channel struct {
	id, name string
	with     string // the person of a direct message with the bot
	public   bool
	members  map[string]bool
	messages []*message
}

func (c *channel) find(ts string) *message {
	for _, m := range c.messages {
		if m.ts == ts {
			return m
		}
	}
	return nil
}

// A message keeps every version it had.
type message struct {
	channel  *channel
	ts       string
	thread   string
	only     string    // the one person who sees an ephemeral message
	versions []Content // the newest of them
	number   int       // of the newest version, from 1
	gone     bool
	changed  int // when, by the server's count of changes
}

func (m *message) now() Content { return m.versions[len(m.versions)-1] }

func (m *message) visibleTo(user string) bool {
	return !m.gone && m.channel.members[user] && (m.only == "" || m.only == user)
}

// A view is a published App Home or an open modal.
type view struct {
	id, hash string
	body     object
	versions []Content
	number   int
	changed  int
}

func (v *view) now() Content { return v.versions[len(v.versions)-1] }

// Channel makes a public channel, with the bot in it.
func (s *Server) Channel(id, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.channels[id] = &channel{id: id, name: name, public: true, members: map[string]bool{botUser: true}}
}

// Remove takes someone out of a channel; the bot if the user is empty.
func (s *Server) Remove(id, user string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.channels[id]; c != nil {
		delete(c.members, orElse(user, botUser))
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

// stamp makes a ts: the time in microseconds, later than any before. The lock
// is held.
func (s *Server) stamp() string {
	s.last = max(s.last+1, s.now().UnixMicro())
	return fmt.Sprintf("%d.%06d", s.last/1e6, s.last%1e6)
}

// add puts a message into a channel. The lock is held.
func (s *Server) add(c *channel, body object, only string) *message {
	m := &message{channel: c, ts: s.stamp(), thread: str(body, "thread_ts"), only: only}
	c.messages = append(c.messages, m)
	s.show(m, body)
	return m
}

// show gives a message its next version. The lock is held.
func (s *Server) show(m *message, body object) { s.renew(m, s.content(body)) }

func (s *Server) renew(m *message, c Content) {
	m.versions = newest(append(m.versions, c), s.opts.Keep)
	m.number++
	s.changes++
	m.changed = s.changes
	s.touch()
}

// content is what a body shows. Blocks without a block_id get one, as on Slack.
// The lock is held.
func (s *Server) content(body object) Content {
	blocks := clone(list(body, "blocks"))
	for _, b := range blocks {
		if block, ok := b.(object); ok && str(block, "block_id") == "" {
			block["block_id"] = s.id("made")
		}
	}
	return Content{Text: str(body, "text"), Blocks: blocks, Files: s.shownFiles(blocks)}
}

// erase takes a message away. The lock is held.
func (s *Server) erase(m *message) {
	m.gone = true
	s.changes++
	m.changed = s.changes
	s.touch()
}

// sameIDs returns the block ids that the bot uses again when it edits (S2).
func sameIDs(m *message, body object) []string {
	before := map[string]bool{}
	for _, b := range m.now().Blocks {
		if block, ok := b.(object); ok {
			before[str(block, "block_id")] = true
		}
	}
	again := map[string]bool{}
	for _, block := range objects(body, "blocks") {
		if id := str(block, "block_id"); id != "" && before[id] {
			again[id] = true
		}
	}
	return slices.Sorted(maps.Keys(again))
}
