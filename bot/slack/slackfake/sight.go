package slackfake

import "slices"

// react sends a delivery and returns what changes for this person: the message
// or view that was used, if it does, else the newest.
func (p *Person) react(d *Delivery) Shown {
	p.s.t.Helper()
	p.s.mu.Lock()
	before := p.s.changes
	p.s.mu.Unlock()
	p.s.Deliver(d)
	var shown Shown
	if !p.s.until(p.s.opts.Wait, func() (ok bool) { shown, ok = p.newer(before, d); return ok }) {
		p.s.t.Fatalf("slackfake: %s: %s sees no reaction", d.where(), p.Name)
	}
	return shown
}

// newer returns what has changed here since. The lock is held.
func (p *Person) newer(before int, d *Delivery) (found Shown, ok bool) {
	newest := before
	u := p.s.users[p.ID]
	for _, v := range []*view{u.modal, u.home} {
		if v != nil && v.changed > newest && (p.room == nil || v == u.modal) {
			found, newest = showView(v), v.changed
		}
	}
	if p.room == nil {
		return found, newest > before
	}
	for _, m := range p.room.messages {
		if m.changed <= before || m.only != "" && m.only != p.ID || m.thread != p.thread && p.thread != "" {
			continue
		}
		if d.response != nil && d.response.on == m {
			return showMessage(m), true
		}
		if m.changed > newest {
			found, newest = showMessage(m), m.changed
		}
	}
	return found, newest > before
}

func showMessage(m *message) Shown {
	return Shown{
		Content: copied(m.now()), Channel: m.channel.id, TS: m.ts, Thread: m.thread, Private: m.only != "", Gone: m.gone,
		version: m.number, Earlier: slices.Clone(m.versions[:len(m.versions)-1]),
	}
}

func showView(v *view) Shown {
	return Shown{Content: copied(v.now()), View: v.id, version: v.number, Earlier: slices.Clone(v.versions[:len(v.versions)-1])}
}

func copied(c Content) Content { return Content{Text: c.Text, Blocks: clone(c.Blocks), Files: c.Files} }

// Sees returns what this person sees here, the oldest first.
func (p *Person) Sees() []Shown {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return p.sees()
}

// sees is Sees with the lock held.
func (p *Person) sees() []Shown {
	var all []Shown
	if p.room == nil {
		if home := p.s.users[p.ID].home; home != nil {
			all = append(all, showView(home))
		}
		return all
	}
	for _, m := range p.room.messages {
		if m.visibleTo(p.ID) && (p.thread == "" || m.thread == p.thread || m.ts == p.thread) {
			all = append(all, showMessage(m))
		}
	}
	return all
}

// Home returns the App Home as it is published, nothing if it isn't.
func (p *Person) Home() Shown {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if home := p.s.users[p.ID].home; home != nil {
		return showView(home)
	}
	return Shown{}
}

// Await waits until this person sees something for which a test says yes.
func (p *Person) Await(what string, is func(Shown) bool) Shown {
	p.s.t.Helper()
	var found Shown
	ok := p.s.until(p.s.opts.Wait, func() bool {
		all := p.sees()
		i := slices.IndexFunc(all, is)
		if i >= 0 {
			found = all[i]
		}
		return i >= 0
	})
	if !ok {
		p.s.t.Fatalf("slackfake: %s never sees %s", p.Name, what)
	}
	return found
}

// Reload is starting the client anew: ephemeral messages are gone.
func (p *Person) Reload() {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	for _, c := range p.s.channels {
		for _, m := range c.messages {
			if m.only == p.ID {
				m.gone = true
			}
		}
	}
}
