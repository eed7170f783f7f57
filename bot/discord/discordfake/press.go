package discordfake

import "fmt"

// clicked makes the event of a button that the person sees.
func (p *Person) clicked(on *Message, name string) (*event, error) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	var found []Component
	v, m, err := p.find(on, fmt.Sprintf("button %q", name), func(v *Message) bool {
		found = nil
		for _, b := range v.Buttons() {
			if b.CustomID == name {
				found = []Component{b}
				return true
			}
			if b.is(name) {
				found = append(found, b)
			}
		}
		return len(found) > 0
	})
	switch {
	case err != nil:
		return nil, err
	case len(found) > 1:
		return nil, fmt.Errorf("message %s has %d buttons %q", v.ID, len(found), name)
	case found[0].Disabled:
		return nil, fmt.Errorf("the button %q is disabled", name)
	case found[0].CustomID == "":
		return nil, fmt.Errorf("the button %q leads elsewhere and sends nothing", name)
	}
	return p.touched(m, object{"component_type": typeButton, "custom_id": found[0].CustomID, "id": found[0].ID}), nil
}

// selected makes the event of a menu's option that the person sees.
func (p *Person) selected(on *Message, name string) (*event, error) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	var menu Component
	var option Option
	_, m, err := p.find(on, fmt.Sprintf("option %q", name), func(v *Message) bool {
		for _, menu = range v.Menus() {
			for _, option = range menu.Options {
				if option.Label == name || option.Value == name {
					return true
				}
			}
		}
		return false
	})
	switch {
	case err != nil:
		return nil, err
	case menu.Disabled:
		return nil, fmt.Errorf("the menu with %q is disabled", name)
	case menu.MinValues != nil && *menu.MinValues > 1:
		return nil, fmt.Errorf("the menu with %q wants %d options", name, *menu.MinValues)
	}
	return p.touched(m, object{
		"component_type": typeStringSelect, "custom_id": menu.CustomID, "id": menu.ID, "values": []any{option.Value},
	}), nil
}

// touched makes the event of a component. The caller holds the lock.
func (p *Person) touched(m *stored, data object) *event {
	in := p.s.begin(interactionComponent, p.user, p.place, m)
	o := p.interaction(in, data)
	o["message"] = p.s.json(m)
	return &event{in: in, payload: p.s.pack(o)}
}

// interaction is the payload of what a person did. The caller holds the lock.
func (p *Person) interaction(in *interaction, data object) object {
	o := object{
		"id": in.id, "application_id": p.s.opts.ApplicationID, "type": in.kind, "token": in.token, "version": 1,
		"data": data, "channel_id": p.place.Channel, "channel": p.place.channelJSON(),
		"locale": p.user.locale, "app_permissions": fmt.Sprint(p.place.Permissions), "entitlements": []any{},
		"authorizing_integration_owners": p.place.owners(p.user), "context": p.place.Context,
		"attachment_size_limit": mostUpload,
	}
	if p.place.Context != ContextGuild {
		o["user"] = p.user.json()
		return o
	}
	o["guild_id"], o["guild_locale"] = p.place.Guild, p.place.Locale
	o["guild"] = object{"id": p.place.Guild, "locale": p.place.Locale, "features": []any{}}
	o["member"] = object{
		"user": p.user.json(), "roles": []any{}, "joined_at": stamp(in.created), "permissions": "2248473465835073",
		"deaf": false, "mute": false, "flags": 0, "nick": nil, "avatar": nil, "pending": false,
		"premium_since": nil, "communication_disabled_until": nil, "unusual_dm_activity_until": nil,
	}
	return o
}

// pack encodes an interaction, changed as Decorate says.
func (s *Server) pack(o object) []byte {
	o = clone(o).(object)
	if s.decorate != nil {
		s.decorate(o)
	}
	return encode(o)
}
