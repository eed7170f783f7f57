package discordfake

import "net/http"

// channel returns the place in the path, if the bot may write there.
func (s *Server) channel(c *call) (*Place, error) {
	p := s.places[c.PathValue("channel")]
	switch {
	case p == nil:
		return nil, unknownChannel()
	case !p.member() || p.Permissions&ViewChannel == 0:
		return nil, missingAccess()
	}
	return p, nil
}

// inChannel returns the message in the path. Private ones are not in a channel.
func (s *Server) inChannel(c *call) (*stored, error) {
	p, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	m := s.messages[c.PathValue("message")]
	if m == nil || m.place != p || m.gone || m.owner != "" {
		return nil, unknownMessage()
	}
	return m, nil
}

func (s *Server) getChannel(c *call) (result, error) {
	p, err := s.channel(c)
	if err != nil {
		return result{}, err
	}
	return ok(p.channelJSON())
}

func (s *Server) listMessages(c *call) (result, error) {
	p, err := s.channel(c)
	if err != nil {
		return result{}, err
	}
	all := []any{}
	for _, m := range s.order[p.Channel] {
		if !m.gone && m.owner == "" {
			all = append([]any{s.json(m)}, all...) // newest first
		}
	}
	return ok(all)
}

func (s *Server) getMessage(c *call) (result, error) {
	m, err := s.inChannel(c)
	if err != nil {
		return result{}, err
	}
	return ok(s.json(m))
}

func (s *Server) postMessage(c *call) (result, error) {
	p, err := s.channel(c)
	if err != nil {
		return result{}, err
	}
	data := c.body.object()
	if p.Permissions&SendMessages == 0 || p.Permissions&EmbedLinks == 0 && len(list(data, "embeds")) > 0 ||
		p.Permissions&AttachFiles == 0 && len(c.body.files) > 0 {
		return result{}, missingPermissions()
	}
	if err := s.judge(ChannelMessage, c.body, nil, ""); err != nil {
		return result{}, err
	}
	m := s.create(p, nil, "")
	s.change(m, data, c.body)
	return ok(s.json(m))
}

func (s *Server) patchMessage(c *call) (result, error) {
	m, err := s.inChannel(c)
	if err != nil {
		return result{}, err
	}
	if err := s.judge(ChannelEdit, c.body, m, ""); err != nil {
		return result{}, err
	}
	s.change(m, c.body.object(), c.body)
	return ok(s.json(m))
}

func (s *Server) deleteMessage(c *call) (result, error) {
	m, err := s.inChannel(c)
	if err != nil {
		return result{}, err
	}
	m.gone = true
	return noContent()
}

func (s *Server) openDM(c *call) (result, error) {
	if found := s.checker.check(DirectMessage, c.body.doc, About{}); len(found) > 0 {
		return result{}, invalidForm(found)
	}
	u := s.users[text(c.body.object(), "recipient_id")]
	if u == nil {
		return result{}, refused(http.StatusBadRequest, 50033, "Invalid Recipient(s)")
	}
	channel := s.dm(u.id).channelJSON()
	channel["recipients"] = []any{u.json()}
	return ok(channel)
}
