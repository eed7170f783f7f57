package discordfake

import (
	"fmt"
	"slices"
	"testing"
)

// A user is an account.
type user struct {
	id, name, locale string
}

func (u *user) json() object {
	return object{
		"id": u.id, "username": u.name, "global_name": u.name, "discriminator": "0", "avatar": nil,
		"bot": false, "public_flags": 0,
	}
}

// A Person is somebody in a place, who types what the registered commands allow
// and presses what the visible messages hold. Methods without an error in their
// result fail the test at once, so they belong in the test's own goroutine.
type Person struct {
	s     *Server
	user  *user
	place *Place
}

// Person returns somebody in the server's first guild channel. The id is a
// number; the same id is the same account.
func (s *Server) Person(id, name, locale string) *Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.users[id]
	if u == nil {
		u = &user{id: id}
		s.users[id] = u
	}
	u.name, u.locale = name, locale
	return &Person{s: s, user: u, place: s.home}
}

// In returns the same person in another place.
func (p *Person) In(place *Place) *Person { return &Person{p.s, p.user, place} }

// InDM returns the same person in the conversation with the bot.
func (p *Person) InDM() *Person { return p.In(p.s.DM(p.user.id)) }

// Place returns where the person is.
func (p *Person) Place() *Place { return p.place }

// Sees returns the messages that the person sees here, oldest first.
func (p *Person) Sees() []*Message {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	var all []*Message
	for _, m := range p.seen() {
		all = append(all, p.s.view(m))
	}
	return all
}

// Last returns the newest message that the person sees here, or nil.
func (p *Person) Last() *Message {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	all := p.seen()
	if len(all) == 0 {
		return nil
	}
	return p.s.view(all[len(all)-1])
}

// See returns the newest version of a message, or nil if it can't be seen any more.
func (p *Person) See(m *Message) *Message {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	now := p.s.messages[m.ID]
	if now == nil || !p.canSee(now) {
		return nil
	}
	return p.s.view(now)
}

func (p *Person) canSee(m *stored) bool {
	return !m.gone && !m.hidden && m.place == p.place && (m.owner == "" || m.owner == p.user.id)
}

func (p *Person) seen() []*stored {
	var all []*stored
	for _, m := range p.s.order[p.place.Channel] {
		if p.canSee(m) {
			all = append(all, m)
		}
	}
	return all
}

// Reload starts the client anew: private messages are gone.
func (p *Person) Reload() {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	for channel, all := range p.s.order {
		p.s.order[channel] = slices.DeleteFunc(all, func(m *stored) bool {
			m.hidden = m.hidden || m.owner == p.user.id
			return m.gone || m.hidden
		})
	}
}

// WaitFor waits until the person sees a message like that, and returns the
// oldest of them.
func (p *Person) WaitFor(like func(*Message) bool) *Message {
	p.s.t.Helper()
	var found *Message
	if !p.s.watch(func() bool {
		all := p.Sees()
		i := slices.IndexFunc(all, like)
		if i >= 0 {
			found = all[i]
		}
		return i >= 0
	}) {
		p.s.t.Fatalf("%s waited in vain for a message", p.user.name)
	}
	return found
}

// Slash types a command, such as Slash("move", "from:3 5") or
// Slash("solitaire new", "draw:3"), and returns what comes of it.
func (p *Person) Slash(command string, options ...string) *Answer {
	p.s.t.Helper()
	return must(p.s.t)(p.TrySlash(command, options...))
}

// TrySlash is Slash with an error.
func (p *Person) TrySlash(command string, options ...string) (*Answer, error) {
	e, err := p.typed(interactionCommand, command, options)
	if err != nil {
		return nil, err
	}
	return p.s.perform(e)
}

// Draft types a command without sending it, and returns the interaction: for
// requests that are sent by [Server.Post] with a wrong signature and the like.
func (p *Person) Draft(command string, options ...string) []byte {
	p.s.t.Helper()
	e, err := p.typed(interactionCommand, command, options)
	if err != nil {
		p.s.t.Fatal(err)
	}
	return e.payload
}

// DraftClick presses a button without sending anything, like Draft.
func (p *Person) DraftClick(name string) []byte {
	p.s.t.Helper()
	e, err := p.clicked(nil, name)
	if err != nil {
		p.s.t.Fatal(err)
	}
	return e.payload
}

// Autocomplete types a command as far as its last option, and returns what is
// offered for that one.
func (p *Person) Autocomplete(command string, options ...string) []Choice {
	p.s.t.Helper()
	a := must(p.s.t)(p.TryAutocomplete(command, options...))
	return a.Choices
}

// TryAutocomplete is Autocomplete with an error.
func (p *Person) TryAutocomplete(command string, options ...string) (*Answer, error) {
	e, err := p.typed(interactionAutocomplete, command, options)
	if err != nil {
		return nil, err
	}
	return p.s.perform(e)
}

// Click presses the button with that label or custom_id on the newest message
// that has one.
func (p *Person) Click(name string) *Answer {
	p.s.t.Helper()
	return must(p.s.t)(p.TryClick(name))
}

// TryClick is Click with an error.
func (p *Person) TryClick(name string) (*Answer, error) { return p.press(nil, name) }

// ClickOn presses a button on the newest version of a certain message.
func (p *Person) ClickOn(m *Message, name string) *Answer {
	p.s.t.Helper()
	return must(p.s.t)(p.press(m, name))
}

// TryClickOn is ClickOn with an error.
func (p *Person) TryClickOn(m *Message, name string) (*Answer, error) { return p.press(m, name) }

func (p *Person) press(m *Message, name string) (*Answer, error) {
	e, err := p.clicked(m, name)
	if err != nil {
		return nil, err
	}
	return p.s.perform(e)
}

// Select takes the option with that label or value out of a menu on the newest
// message that has one.
func (p *Person) Select(name string) *Answer {
	p.s.t.Helper()
	return must(p.s.t)(p.TrySelect(name))
}

// TrySelect is Select with an error.
func (p *Person) TrySelect(name string) (*Answer, error) { return p.choose(nil, name) }

// SelectOn takes an option on the newest version of a certain message.
func (p *Person) SelectOn(m *Message, name string) *Answer {
	p.s.t.Helper()
	return must(p.s.t)(p.choose(m, name))
}

// TrySelectOn is SelectOn with an error.
func (p *Person) TrySelectOn(m *Message, name string) (*Answer, error) { return p.choose(m, name) }

func (p *Person) choose(m *Message, name string) (*Answer, error) {
	e, err := p.selected(m, name)
	if err != nil {
		return nil, err
	}
	return p.s.perform(e)
}

// DoubleClick presses a button twice before anything has come of it.
func (p *Person) DoubleClick(name string) []*Answer {
	p.s.t.Helper()
	return p.ClickTogether(name, name)
}

// ClickTogether presses buttons of what is seen now all at the same time, as
// if on several devices. The answers stand in the order of the names.
func (p *Person) ClickTogether(names ...string) []*Answer {
	p.s.t.Helper()
	var events []*event
	for _, name := range names {
		e, err := p.clicked(nil, name)
		if err != nil {
			p.s.t.Fatal(err)
		}
		events = append(events, e)
	}
	return p.s.together(events)
}

func must(t testing.TB) func(*Answer, error) *Answer {
	t.Helper()
	return func(a *Answer, err error) *Answer {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

// find returns the newest message with a fitting component, or looks at one
// message only.
func (p *Person) find(only *Message, what string, has func(*Message) bool) (*Message, *stored, error) {
	candidates := p.seen()
	if only != nil {
		candidates = slices.DeleteFunc(candidates, func(m *stored) bool { return m.id != only.ID })
	}
	for _, m := range slices.Backward(candidates) {
		if v := p.s.view(m); has(v) {
			return v, m, nil
		}
	}
	return nil, nil, fmt.Errorf("%s sees no %s in %d messages", p.user.name, what, len(candidates))
}
