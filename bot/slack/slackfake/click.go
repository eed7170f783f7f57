package slackfake

import "slices"

// Click presses a button, named by what it says, its spoken label or its
// action_id, on the newest message here that has it, and returns what changes.
func (p *Person) Click(name string) Shown {
	p.s.t.Helper()
	return p.react(p.Tap(name))
}

// ClickOn presses a button of an older message that is still there.
func (p *Person) ClickOn(ts, name string) Shown {
	p.s.t.Helper()
	return p.react(p.TapOn(ts, name))
}

// Choose takes an option, named by what it says or by its value, from a menu of
// the newest message here that has it, and returns what changes.
func (p *Person) Choose(name string) Shown {
	p.s.t.Helper()
	return p.react(p.Pick(name))
}

// Tap is a click that isn't sent yet.
func (p *Person) Tap(name string) *Delivery {
	p.s.t.Helper()
	return p.TapOn("", name)
}

// TapOn is a click on a message, not sent yet.
func (p *Person) TapOn(ts, name string) *Delivery {
	p.s.t.Helper()
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	for _, on := range p.usable(ts) {
		if is, ok := on.content().button(name); ok {
			action := object{"type": "button", "text": sub(is.element, "text")}
			if value := str(is.element, "value"); value != "" {
				action["value"] = value
			}
			return p.use(on, is, action)
		}
	}
	p.s.t.Fatalf("slackfake: %s sees no button %q here", p.Name, name)
	return nil
}

// Pick is a choice from a menu, not sent yet.
func (p *Person) Pick(name string) *Delivery {
	p.s.t.Helper()
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	for _, on := range p.usable("") {
		if is, option, ok := on.content().option(name); ok {
			return p.use(on, is, object{"type": str(is.element, "type"), "selected_option": option})
		}
	}
	p.s.t.Fatalf("slackfake: %s sees no option %q here", p.Name, name)
	return nil
}

// A surface is what elements are on: a message or a view.
type surface struct {
	message *message
	view    *view
}

func (s surface) content() Content {
	if s.view != nil {
		return s.view.now()
	}
	return s.message.now()
}

// usable returns what this person can click on here, the newest first. An open
// modal covers the rest. The lock is held.
func (p *Person) usable(ts string) []surface {
	u := p.s.users[p.ID]
	switch {
	case u.modal != nil:
		return []surface{{view: u.modal}}
	case p.room == nil && u.home == nil:
		return nil
	case p.room == nil:
		return []surface{{view: u.home}}
	}
	var all []surface
	for _, m := range slices.Backward(p.room.messages) {
		if m.visibleTo(p.ID) && (ts == "" || m.ts == ts) {
			all = append(all, surface{message: m})
		}
	}
	return all
}

// use makes the delivery of using an element. The lock is held.
func (p *Person) use(on surface, is offer, action object) *Delivery {
	action["action_id"], action["block_id"] = str(is.element, "action_id"), is.block
	action["action_ts"] = p.s.stamp()
	payload := object{
		"type": "block_actions", "token": "fake", "api_app_id": appID, "trigger_id": p.s.newTrigger(p.ID),
		"team":    object{"id": teamID, "domain": domain},
		"user":    object{"id": p.ID, "username": p.Name, "name": p.Name, "team_id": teamID},
		"actions": []any{withEntities(action)}, "enterprise": nil, "is_enterprise_install": false,
		"state": object{"values": stateOf(is, action)},
	}
	if on.view != nil {
		payload["container"] = object{"type": "view", "view_id": on.view.id}
		payload["view"] = withEntities(on.view.answer())
		return p.delivery(interaction, "", payload)
	}
	m := on.message
	address := p.s.newResponse(p.ID, m.channel, m)
	payload["response_url"] = address
	payload["channel"] = object{"id": m.channel.id, "name": m.channel.name}
	payload["container"] = object{
		"type": "message", "message_ts": m.ts, "channel_id": m.channel.id, "is_ephemeral": m.only != "",
	}
	if m.only == "" { // Slack doesn't keep ephemeral messages, so it can't show them
		payload["message"] = withEntities(posted(m)["message"].(object))
	}
	return p.delivery(interaction, address, payload)
}

// stateOf is what stands in the menu that was used.
func stateOf(is offer, action object) object {
	option, has := action["selected_option"]
	if !has {
		return object{}
	}
	return object{is.block: object{str(is.element, "action_id"): object{"type": str(is.element, "type"), "selected_option": option}}}
}

// withEntities copies what the bot sent as Slack sends it back: with entities
// in plain text too.
func withEntities(o object) object {
	o = clone(o)
	walk(o, func(inner object) {
		if str(inner, "type") == "plain_text" {
			inner["text"] = escape(str(inner, "text"))
		}
	})
	return o
}

// Modal returns the modal that is open for this person, nothing if none is.
func (p *Person) Modal() Shown {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if modal := p.s.users[p.ID].modal; modal != nil {
		return showView(modal)
	}
	return Shown{}
}

// Submit sends the open modal with the inputs' values by action_id. It closes
// unless the bot says otherwise.
func (p *Person) Submit(values map[string]string) {
	p.s.t.Helper()
	p.s.mu.Lock()
	u := p.s.users[p.ID]
	if u.modal == nil {
		p.s.mu.Unlock()
		p.s.t.Fatalf("slackfake: no modal is open for %s", p.Name)
	}
	before := u.modal
	sent := before.answer()
	sent["state"] = object{"values": inputs(before.now(), values)}
	d := p.delivery(interaction, "", object{
		"type": "view_submission", "token": "fake", "api_app_id": appID, "trigger_id": p.s.newTrigger(p.ID),
		"team": object{"id": teamID, "domain": domain},
		"user": object{"id": p.ID, "username": p.Name, "name": p.Name, "team_id": teamID},
		"view": sent, "response_urls": []any{},
	})
	number := before.number
	p.s.mu.Unlock()
	p.s.Deliver(d)
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if u.modal == before && before.number == number && !d.held {
		u.modal = nil
	}
}

func inputs(c Content, values map[string]string) object {
	all := object{}
	for _, e := range c.elements() {
		id := str(e.element, "action_id")
		if value, given := values[id]; given {
			all[e.block] = object{id: object{"type": str(e.element, "type"), "value": value}}
		}
	}
	return all
}
