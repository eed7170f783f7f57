package discordfake

import (
	"net/http"
)

func (s *Server) postCallback(c *call) (result, error) {
	in := s.interactions[c.PathValue("id")]
	if in == nil || in.token != c.PathValue("token") {
		return result{}, unknownInteraction()
	}
	if err := s.respond(in, c.body); err != nil {
		return result{}, err
	}
	if c.URL.Query().Get("with_response") != "true" {
		return noContent()
	}
	return ok(s.callbackJSON(in))
}

// callbackJSON is what a bot gets that asks for the response.
func (s *Server) callbackJSON(in *interaction) object {
	told := object{"id": in.id, "type": in.kind}
	resource := object{"type": in.callback}
	if m := in.original; m != nil {
		told["response_message_id"] = m.id
		told["response_message_loading"] = m.loading()
		told["response_message_ephemeral"] = m.owner != ""
		resource["message"] = s.json(m)
	}
	return object{"interaction": told, "resource": resource}
}

// hook returns the interaction whose token the path holds.
func (s *Server) hook(c *call) (*interaction, error) {
	in := s.byToken[c.PathValue("token")]
	switch {
	case c.PathValue("app") != s.opts.ApplicationID || in == nil:
		return nil, unknownWebhook()
	case s.opts.Now().Sub(in.created) > tokenLife:
		return nil, refused(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
	case in.callback == 0 || in.result != nil:
		return nil, unknownWebhook()
	}
	return in, nil
}

// hooked returns a message that the token in the path may change: the one that
// the path names, or @original.
func (s *Server) hooked(c *call) (*interaction, *stored, error) {
	in, err := s.hook(c)
	if err != nil {
		return nil, nil, err
	}
	m := in.original
	if id := c.PathValue("message"); id != "" && id != m.id {
		m = nil
		for _, f := range in.followUps {
			if f.id == id {
				m = f
			}
		}
	}
	if m == nil || m.gone {
		return nil, nil, unknownMessage()
	}
	return in, m, nil
}

func (s *Server) getHooked(c *call) (result, error) {
	_, m, err := s.hooked(c)
	if err != nil {
		return result{}, err
	}
	return ok(s.json(m))
}

func (s *Server) patchHooked(c *call) (result, error) {
	in, m, err := s.hooked(c)
	if err != nil {
		return result{}, err
	}
	if err := s.judge(WebhookEdit, c.body, m, ""); err != nil {
		return result{}, err
	}
	s.change(m, c.body.object(), c.body)
	if m == in.original {
		in.shown = s.view(m)
	}
	return ok(s.json(m))
}

func (s *Server) deleteHooked(c *call) (result, error) {
	_, m, err := s.hooked(c)
	if err != nil {
		return result{}, err
	}
	m.gone = true
	return noContent()
}

func (s *Server) postFollowUp(c *call) (result, error) {
	in, err := s.hook(c)
	if err != nil {
		return result{}, err
	}
	if in.onlyUser() && len(in.followUps) == mostFollowUps {
		return result{}, refused(http.StatusBadRequest, 40094, "This interaction has reached the maximum number of follow ups.")
	}
	if err := s.judge(FollowUp, c.body, nil, ""); err != nil {
		return result{}, err
	}
	data := c.body.object()
	if in.callback == callbackDefer && in.original.loading() && !in.original.gone {
		s.change(in.original, data, c.body) // the deferral has decided who sees it
		in.shown = s.view(in.original)
		return ok(s.json(in.original))
	}
	m := s.create(in.place, in, in.privacy(data))
	m.followUp = true
	s.change(m, data, c.body)
	in.followUps = append(in.followUps, m)
	return ok(s.json(m))
}
