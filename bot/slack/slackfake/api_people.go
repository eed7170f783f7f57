package slackfake

import "strings"

func (s *Server) authTest(*call) (object, error) {
	return object{
		"url": "https://" + domain + ".example/", "team": domain, "user": "solitaire", "team_id": teamID,
		"user_id": botUser, "bot_id": botID, "is_enterprise_install": false,
	}, nil
}

func (s *Server) openConversation(c *call) (object, error) {
	who := str(c.args, "users")
	if strings.Contains(who, ",") {
		s.violate(Transport, c.method, "a bot like ours has no use for group messages")
		return nil, refuse("invalid_arguments")
	}
	if s.users[who] == nil {
		return nil, refuse("user_not_found")
	}
	return object{"channel": object{"id": s.direct(who).id}}, nil
}

func (s *Server) userInfo(c *call) (object, error) {
	u := s.users[str(c.args, "user")]
	if u == nil {
		return nil, refuse("user_not_found")
	}
	about := object{
		"id": u.id, "team_id": teamID, "name": u.name, "real_name": u.name, "tz": u.tz,
		"profile": object{"real_name": u.name, "display_name": u.name}, "is_bot": false, "deleted": false,
		"is_admin": u.admin,
	}
	if flag(c.args, "include_locale") {
		about["locale"] = u.locale
	}
	return object{"user": about}, nil
}
