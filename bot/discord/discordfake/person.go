package discordfake

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Contexts in which a command is used.
const (
	ContextGuild   = 0
	ContextBotDM   = 1
	ContextGroupDM = 2
)

// Ways in which an application is installed.
const (
	installGuild = 0
	installUser  = 1
)

// Permissions that an application may have in a channel.
const (
	ViewChannel  = 1 << 10
	SendMessages = 1 << 11
	EmbedLinks   = 1 << 14

	usualPermissions = ViewChannel | SendMessages | EmbedLinks
	allPermissions   = "2248473465835073" // of a person
)

// A Place is a channel that people write in.
type Place struct {
	Channel string
	Guild   string // empty outside guilds
	Locale  string // of the guild
	Context int

	// UserOnly: only the person has installed the application, no guild. The bot
	// is no member, and can post with the tokens of interactions only.
	UserOnly    bool
	Permissions uint64 // of the application

	hidden map[string]bool // from whom
}

// owners is the installation of the application, as interactions have it.
func (p *Place) owners(u *user) object {
	switch {
	case p.UserOnly:
		return object{"1": u.id}
	case p.Context == ContextBotDM:
		return object{"0": "0"}
	}
	return object{"0": p.Guild}
}

func (p *Place) json() object {
	kinds := map[int]int{ContextGuild: 0, ContextBotDM: 1, ContextGroupDM: 3}
	c := object{"id": p.Channel, "type": kinds[p.Context]}
	if p.Context == ContextGuild {
		c["guild_id"], c["name"], c["permissions"] = p.Guild, "games", allPermissions
	}
	return c
}

// GuildChannel opens a channel in a new guild that has installed the bot.
func (s *Server) GuildChannel() *Place { return s.open(&Place{Context: ContextGuild, Locale: "en-US"}) }

// UserChannel opens a channel in a guild that has not: people there have the
// bot installed for themselves.
func (s *Server) UserChannel() *Place {
	return s.open(&Place{Context: ContextGuild, Locale: "en-US", UserOnly: true})
}

// GroupDM opens a conversation of several people. The bot is there by the
// installation of one of them.
func (s *Server) GroupDM() *Place { return s.open(&Place{Context: ContextGroupDM, UserOnly: true}) }

func (s *Server) open(p *Place) *Place {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.add(p)
}

// add opens a place. The caller holds the lock.
func (s *Server) add(p *Place) *Place {
	if p.Context == ContextGuild {
		p.Guild = s.newID()
	}
	p.Channel, p.Permissions = s.newID(), usualPermissions
	s.places[p.Channel] = p
	return p
}

// dm returns the conversation of a person with the bot. The caller holds the lock.
func (s *Server) dm(userID string) *Place {
	if s.dms[userID] == nil {
		s.dms[userID] = s.add(&Place{Context: ContextBotDM})
	}
	return s.dms[userID]
}

// A user is an account.
type user struct {
	id, name, locale string
	bot              bool // an application's
	closed           bool // it takes no direct messages
}

func (u *user) json() object {
	return object{"id": u.id, "username": u.name, "global_name": u.name, "discriminator": "0", "avatar": nil, "bot": u.bot}
}

// IsBot makes the account an application's.
func (p *Person) IsBot() *Person {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	p.user.bot = true
	return p
}

// CloseDMs makes the person refuse direct messages.
func (p *Person) CloseDMs() {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	p.user.closed = true
}

// Hide takes a channel out of somebody's sight.
func (s *Server) Hide(p *Place, userID string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if p.hidden == nil {
		p.hidden = map[string]bool{}
	}
	p.hidden[userID] = true
}

// member is a member of the place's guild as a command's options have it.
func (p *Place) member(userID string) object {
	permissions := allPermissions
	if p.hidden[userID] {
		permissions = "0"
	}
	return object{"nick": nil, "roles": []any{}, "permissions": permissions}
}

// A Person is somebody in a place, who types registered commands and presses
// visible buttons. Methods without an error in their result fail the test at
// once, so they belong in the test's own goroutine.
type Person struct {
	s     *Server
	user  *user
	place *Place
}

// Person returns somebody in the server's first guild channel. The id is a
// number; the same id is the same account.
func (s *Server) Person(id, name, locale string) *Person {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.users[id] == nil {
		s.users[id] = &user{id: id}
	}
	s.users[id].name, s.users[id].locale = name, locale
	return &Person{s, s.users[id], s.home}
}

// In returns the same person in another place.
func (p *Person) In(place *Place) *Person { return &Person{p.s, p.user, place} }

// InDM returns the same person in the conversation with the bot.
func (p *Person) InDM() *Person {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	return p.In(p.s.dm(p.user.id))
}

// Place returns where the person is.
func (p *Person) Place() *Place { return p.place }

// seen lists the messages that the person sees here. The caller holds the lock.
func (p *Person) seen() []*message {
	var all []*message
	for _, m := range p.s.messages {
		if !m.gone && m.place == p.place && !p.place.hidden[p.user.id] && (m.owner == "" || m.owner == p.user.id) {
			all = append(all, m)
		}
	}
	return all
}

// Sees returns the messages that the person sees here, oldest first.
func (p *Person) Sees() (all []*Message) {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	for _, m := range p.seen() {
		all = append(all, p.s.view(m))
	}
	return all
}

// Last returns the newest message that the person sees here, or nil.
func (p *Person) Last() *Message { return p.newest(func(*message) bool { return true }) }

// See returns the newest version of a message, or nil if it is gone.
func (p *Person) See(m *Message) *Message {
	return p.newest(func(now *message) bool { return now.id == m.ID })
}

func (p *Person) newest(like func(*message) bool) *Message {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	for _, m := range slices.Backward(p.seen()) {
		if like(m) {
			return p.s.view(m)
		}
	}
	return nil
}

// WaitFor waits until the person sees a message like that, and returns the
// oldest of them.
func (p *Person) WaitFor(like func(*Message) bool) (found *Message) {
	p.s.T.Helper()
	if !p.s.Await(func() bool {
		for _, m := range p.seen() {
			if found = p.s.view(m); like(found) {
				return true
			}
		}
		return false
	}) {
		p.s.T.Fatalf("%s waited in vain for a message", p.user.name)
	}
	return found
}

// Slash types a command, such as Slash("move", "from:3 5") or
// Slash("solitaire new", "draw:3"), and returns the answer.
func (p *Person) Slash(command string, options ...string) *Answer {
	p.s.T.Helper()
	return p.must(p.TrySlash(command, options...))
}

// TrySlash is Slash with an error.
func (p *Person) TrySlash(command string, options ...string) (*Answer, error) {
	return p.s.perform(p.typed(interactionCommand, command, options))
}

// Autocomplete types a command as far as its last option, and returns the choices
// for that one.
func (p *Person) Autocomplete(command string, options ...string) []Choice {
	p.s.T.Helper()
	return p.must(p.s.perform(p.typed(interactionAutocomplete, command, options))).Choices
}

// Click presses a button, or takes an option out of a menu, on the newest message that
// has it. Its name is its label, custom_id or value.
func (p *Person) Click(name string) *Answer {
	p.s.T.Helper()
	return p.must(p.TryClickOn(nil, name))
}

// ClickOn is Click on the newest version of a certain message.
func (p *Person) ClickOn(m *Message, name string) *Answer {
	p.s.T.Helper()
	return p.must(p.TryClickOn(m, name))
}

// TryClickOn is ClickOn with an error.
func (p *Person) TryClickOn(m *Message, name string) (*Answer, error) {
	return p.s.perform(p.pressed(m, name))
}

// DoubleClick presses a button twice before the first press is answered.
func (p *Person) DoubleClick(name string) []*Answer {
	p.s.T.Helper()
	first, err := p.pressed(nil, name)
	second, err2 := p.pressed(nil, name)
	if err = errors.Join(err, err2); err != nil {
		p.s.T.Fatal(err)
	}
	answers := make([]*Answer, 2)
	var both sync.WaitGroup
	for i, in := range []*interaction{first, second} {
		both.Go(func() {
			var err error
			if answers[i], err = p.s.perform(in, nil); err != nil {
				p.s.T.Error(err)
			}
		})
	}
	both.Wait()
	return answers
}

func (p *Person) must(a *Answer, err error) *Answer {
	p.s.T.Helper()
	if err != nil {
		p.s.T.Fatal(err)
	}
	return a
}

// pressed makes the interaction of a click. A custom_id or value goes before a label.
func (p *Person) pressed(on *Message, name string) (*interaction, error) {
	type target struct {
		id, label string
		off       bool
		data      object
	}
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	for _, m := range slices.Backward(p.seen()) {
		if on != nil && on.ID != m.id {
			continue
		}
		var all []target
		v := p.s.view(m)
		for _, b := range v.Buttons() {
			all = append(all, target{b.CustomID, b.Label, b.Disabled || b.CustomID == "", object{"component_type": typeButton, "custom_id": b.CustomID}})
		}
		for _, o := range v.Options() {
			all = append(all, target{o.Value, o.Label, o.Disabled, object{"component_type": typeStringSelect, "custom_id": o.menu, "values": []any{o.Value}}})
		}
		named := slices.DeleteFunc(slices.Clone(all), func(t target) bool { return t.id != name })
		if len(named) == 0 {
			named = slices.DeleteFunc(all, func(t target) bool { return t.label != name })
		}
		switch {
		case len(named) == 0:
		case len(named) > 1 || named[0].off:
			return nil, fmt.Errorf("message %s has %d of %q, or it can't be pressed", v.ID, len(named), name)
		default:
			return p.s.begin(interactionComponent, p, m, named[0].data), nil
		}
	}
	return nil, fmt.Errorf("%s sees no button or option %q in %d messages", p.user.name, name, len(p.seen()))
}
