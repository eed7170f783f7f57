package slackfake

import "strings"

// sound judges what a call or an answer brings, and reports what is wrong.
func (s *Server) sound(where string, body object, by func(*findings, object)) bool {
	f := &findings{where: where}
	by(f, body)
	for _, v := range f.all {
		s.report(v)
	}
	return len(f.all) == 0
}

// soundMessage judges the arguments of a chat method.
func (s *Server) soundMessage(c *call) error {
	for _, key := range []string{"response_type", "replace_original", "delete_original"} {
		if _, has := c.args[key]; has {
			s.violate("S14", c.method, "%s has a meaning for a response_url only", key)
		}
	}
	switch {
	case s.sound(c.method, c.args, s.checker.message):
		return nil
	case str(c.args, "text") == "" && len(list(c.args, "blocks")) == 0:
		return refuse("no_text")
	}
	return refuse("invalid_blocks")
}

// room finds the channel that a message is for; a person's id stands for the
// direct messages with them. The lock is held.
func (s *Server) room(id string) (*channel, error) {
	if u := s.users[id]; u != nil {
		return s.direct(id), nil
	}
	c := s.channels[id]
	if c == nil {
		return nil, refuse("channel_not_found")
	}
	return c, nil
}

func (s *Server) postMessage(c *call) (object, error) {
	if err := s.soundMessage(c); err != nil {
		return nil, err
	}
	room, err := s.room(str(c.args, "channel"))
	if err != nil {
		return nil, err
	}
	if !room.members[botUser] && !s.mayPostTo(room) {
		return nil, refuse("not_in_channel")
	}
	return posted(s.add(room, c.args, "")), nil
}

func (s *Server) mayPostTo(room *channel) bool {
	for _, scope := range s.app.scopes {
		if scope == "chat:write.public" {
			return room.public
		}
	}
	return false
}

func posted(m *message) object {
	return object{"channel": m.channel.id, "ts": m.ts, "message": object{
		"type": "message", "user": botUser, "bot_id": botID, "app_id": appID, "ts": m.ts, "team": teamID,
		"text": m.now().Text, "blocks": m.now().Blocks,
	}}
}

func (s *Server) postEphemeral(c *call) (object, error) {
	if err := s.soundMessage(c); err != nil {
		return nil, err
	}
	room := s.channels[str(c.args, "channel")]
	reader := str(c.args, "user")
	switch {
	case room == nil:
		return nil, refuse("channel_not_found")
	case !room.members[botUser]:
		return nil, refuse("not_in_channel")
	case !room.members[reader]:
		return nil, refuse("user_not_in_channel")
	}
	return object{"message_ts": s.add(room, c.args, reader).ts}, nil
}

// own finds a message of the bot that chat.update and chat.delete may touch.
func (s *Server) own(c *call) (*message, error) {
	id := str(c.args, "channel")
	if s.users[id] != nil {
		s.violate("S15", c.method, "a direct message is named by the channel's id (D…), not by the person's")
		return nil, refuse("channel_not_found")
	}
	room := s.channels[id]
	if room == nil {
		return nil, refuse("channel_not_found")
	}
	m := room.find(str(c.args, "ts"))
	switch {
	case m == nil || m.gone && m.only == "":
		return nil, refuse("message_not_found")
	case m.only != "":
		s.violate("S14", c.method, "an ephemeral message can't be changed by its ts")
		return nil, refuse("cant_update_message")
	}
	return m, nil
}

func (s *Server) updateMessage(c *call) (object, error) {
	if err := s.soundMessage(c); err != nil {
		return nil, err
	}
	m, err := s.own(c)
	if err != nil {
		return nil, err
	}
	s.edit(c.method, m, c.args)
	answer := posted(m)
	answer["text"] = m.now().Text
	return answer, nil
}

// edit gives a message new content. Blocks that aren't sent are gone, since a
// text always is. The lock is held.
func (s *Server) edit(where string, m *message, body object) {
	if again := sameIDs(m, body); len(again) > 0 {
		s.violate("S2", where, "a new version needs new block ids, not %s again", strings.Join(again, ", "))
	}
	s.show(m, body)
}

func (s *Server) deleteMessage(c *call) (object, error) {
	m, err := s.own(c)
	if err != nil {
		return nil, err
	}
	s.erase(m)
	return object{"channel": m.channel.id, "ts": m.ts}, nil
}
