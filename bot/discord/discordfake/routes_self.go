package discordfake

import "time"

func (s *Server) botUser() object {
	return object{
		"id": s.opts.ApplicationID, "username": "solitaire", "discriminator": "0000", "global_name": nil,
		"avatar": nil, "bot": true, "public_flags": 0,
	}
}

func (s *Server) getSelf(*call) (result, error) { return ok(s.botUser()) }

func (s *Server) getApplication(*call) (result, error) {
	return ok(object{
		"id": s.opts.ApplicationID, "name": "solitaire", "icon": nil, "description": "", "bot_public": true,
		"bot_require_code_grant": false, "verify_key": s.PublicKey(), "flags": 0, "bot": s.botUser(),
		"interactions_endpoint_url": nil,
	})
}

func (s *Server) getGateway(*call) (result, error) { return ok(object{"url": s.socketURL()}) }

func (s *Server) getGatewayBot(*call) (result, error) {
	return ok(object{
		"url": s.socketURL(), "shards": s.opts.Shards,
		"session_start_limit": object{
			"total": 1000, "remaining": s.Gateway.starts, "reset_after": (24 * time.Hour).Milliseconds(),
			"max_concurrency": s.opts.MaxConcurrency,
		},
	})
}

func (s *Server) socketURL() string { return "ws" + s.URL[len("http"):] + socketPath }
