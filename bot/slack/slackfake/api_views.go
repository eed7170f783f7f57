package slackfake

import "time"

// A trigger lets a bot open a modal once, and soon.
type trigger struct {
	user string
	made time.Time
	used bool
}

// triggerAge is how long a trigger_id can be used.
const triggerAge = 3 * time.Second

// newTrigger makes a trigger_id for what a person did. The lock is held.
func (s *Server) newTrigger(user string) string {
	id := s.id("trigger.")
	s.triggers[id] = &trigger{user: user, made: s.now()}
	return id
}

func (s *Server) publishView(c *call) (object, error) {
	u := s.users[str(c.args, "user_id")]
	if u == nil {
		return nil, refuse("user_not_found")
	}
	if !s.app.home {
		return nil, refuse("not_enabled")
	}
	body := sub(c.args, "view")
	if !s.sound(c.method, body, s.checker.home) {
		return nil, refuse("invalid_blocks")
	}
	if hash := str(c.args, "hash"); hash != "" && u.home != nil && hash != u.home.hash {
		return nil, refuse("hash_conflict")
	}
	if u.home == nil {
		u.home = &view{id: s.id("V")}
	}
	s.showView(u.home, body)
	return object{"view": u.home.answer()}, nil
}

// showView gives a view its next version. The lock is held.
func (s *Server) showView(v *view, body object) {
	v.body, v.hash = body, s.id("hash.")
	v.versions = newest(append(v.versions, s.content(body)), s.opts.Keep)
	v.number++
	s.changes++
	v.changed = s.changes
	s.touch()
}

// answer is a view as Slack tells it.
func (v *view) answer() object {
	all := clone(v.body)
	all["blocks"] = v.now().Blocks
	all["id"], all["root_view_id"], all["hash"] = v.id, v.id, v.hash
	all["team_id"], all["app_id"], all["bot_id"] = teamID, appID, botID
	all["state"] = object{"values": object{}}
	return all
}

func (s *Server) openView(c *call) (object, error) {
	t := s.triggers[str(c.args, "trigger_id")]
	switch {
	case t == nil:
		return nil, refuse("invalid_trigger_id")
	case t.used:
		return nil, refuse("exchanged_trigger_id")
	case s.now().Sub(t.made) > triggerAge:
		return nil, refuse("expired_trigger_id")
	}
	body := sub(c.args, "view")
	if !s.sound(c.method, body, s.checker.modal) {
		return nil, refuse("invalid_blocks")
	}
	t.used = true
	u := s.users[t.user]
	u.modal = &view{id: s.id("V")}
	s.showView(u.modal, body)
	return object{"view": u.modal.answer()}, nil
}

func (s *Server) updateView(c *call) (object, error) {
	v := s.findView(str(c.args, "view_id"), str(c.args, "external_id"))
	if v == nil {
		return nil, refuse("not_found")
	}
	body, by := sub(c.args, "view"), s.checker.modal
	if str(body, "type") == "home" {
		by = s.checker.home
	}
	if !s.sound(c.method, body, by) {
		return nil, refuse("invalid_blocks")
	}
	if hash := str(c.args, "hash"); hash != "" && hash != v.hash {
		return nil, refuse("hash_conflict")
	}
	s.showView(v, body)
	return object{"view": v.answer()}, nil
}

// findView finds a view by Slack's id or the bot's own. The lock is held.
func (s *Server) findView(id, external string) *view {
	for _, u := range s.users {
		for _, v := range []*view{u.home, u.modal} {
			if v != nil && (v.id == id || external != "" && str(v.body, "external_id") == external) {
				return v
			}
		}
	}
	return nil
}
