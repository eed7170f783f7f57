package slackfake

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// A Person uses the workspace at one place: the direct messages with the bot, a
// channel, or the bot's App Home.
type Person struct {
	ID, Name string

	s    *Server
	room *channel // nil: the App Home
}

// Person brings somebody into the workspace, at first in the direct messages
// with the bot. The locale is such as de-DE, the time zone such as Europe/Berlin.
func (s *Server) Person(id, name, locale, tz string) *Person {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.users[id] == nil {
		s.users[id] = &user{
			id: id, name: handle(id), display: name, real: "Somebody " + name, team: teamID,
			locale: cmp.Or(locale, "en-US"), tz: cmp.Or(tz, "Etc/UTC"),
		}
	}
	return &Person{ID: id, Name: name, s: s, room: s.direct(id)}
}

// handle is the name that Slack makes from an address, and that people don't see.
func handle(id string) string { return "handle.of." + strings.ToLower(id) }

// In goes to a channel, and joins it.
func (p *Person) In(channel string) *Person {
	p.s.T.Helper()
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	c := p.s.channels[channel]
	if c == nil {
		p.s.T.Fatalf("slackfake: there is no channel %s; call Channel", channel)
	}
	c.members[p.ID] = true
	return &Person{ID: p.ID, Name: p.Name, s: p.s, room: c}
}

// AtHome goes to the App Home without opening it anew.
func (p *Person) AtHome() *Person { return &Person{ID: p.ID, Name: p.Name, s: p.s} }

// Place is the channel's id; empty for the App Home.
func (p *Person) Place() string {
	if p.room == nil {
		return ""
	}
	return p.room.id
}

func (p *Person) change(f func(u *user)) {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	f(p.s.users[p.ID])
}

// Promote makes a person an administrator of the workspace, and the bot gets an
// event.
func (p *Person) Promote() {
	p.change(func(u *user) { u.admin = true })
	p.changed(object{"is_admin": true})
}

// Demote ends that, and the bot gets no event.
func (p *Person) Demote() { p.change(func(u *user) { u.admin = false }) }

// Move changes a person's language and time zone, and the bot gets an event.
func (p *Person) Move(locale, tz string) {
	p.change(func(u *user) { u.locale, u.tz = locale, tz })
	p.changed(object{"locale": locale, "tz": tz})
}

// Rename changes a person's names, and the bot gets an event.
func (p *Person) Rename(display, real string) {
	p.change(func(u *user) { u.display, u.real = display, real })
	p.changed(object{"real_name": real, "profile": object{"display_name": display, "real_name": real}})
}

// SetLocale changes a person's locale, and the bot gets no event.
func (p *Person) SetLocale(locale string) { p.change(func(u *user) { u.locale = locale }) }

// Slash types a slash command and returns what appears.
func (p *Person) Slash(name, text string) Shown {
	p.s.T.Helper()
	return p.react(p.Command(name, text))
}

// Say types a line here and returns the first message that appears below it.
func (p *Person) Say(text string) Shown {
	p.s.T.Helper()
	d := p.Line(text, nil)
	p.s.Deliver(d)
	at := fake.Text(fake.Child(d.payload, "event"), "ts")
	return p.Await("an answer to "+text, func(s Shown) bool { return s.TS > at })
}

// Click presses a button, or takes an option from a menu, of the newest message here
// that has it, and returns what changes. A button is named by its text, its spoken label
// or its action_id, an option by its text or its value.
func (p *Person) Click(name string) Shown {
	p.s.T.Helper()
	return p.react(p.use("", name))
}

// ClickOn is Click on a certain message that is still there.
func (p *Person) ClickOn(ts, name string) Shown {
	p.s.T.Helper()
	return p.react(p.use(ts, name))
}

// OpenHome opens the App Home and returns it once the bot has published it.
func (p *Person) OpenHome() Shown {
	p.s.T.Helper()
	return p.AtHome().react(p.Opening())
}

// react sends a delivery and returns what changes for this person: the message
// that was used, if it does, else the newest.
func (p *Person) react(d *Delivery) (shown Shown) {
	p.s.T.Helper()
	p.s.Mu.Lock()
	before := p.s.changes
	p.s.Mu.Unlock()
	p.s.Deliver(d)
	changed := func() bool {
		newest := before
		for _, now := range p.sees() {
			if d.response != nil && d.response.on != nil && d.response.on == now.message && now.message.changed > before {
				shown = now
				return true
			}
			if now.message.changed > newest {
				shown, newest = now, now.message.changed
			}
		}
		return newest > before
	}
	if !p.s.Await(changed) {
		p.s.T.Fatalf("slackfake: %s: %s sees no reaction", d.where(), p.Name)
	}
	return shown
}

// Await waits until this person sees something that a test accepts.
func (p *Person) Await(what string, is func(Shown) bool) (found Shown) {
	p.s.T.Helper()
	if !p.s.Await(func() bool {
		for _, found = range p.sees() {
			if is(found) {
				return true
			}
		}
		return false
	}) {
		p.s.T.Fatalf("slackfake: %s never sees %s", p.Name, what)
	}
	return found
}

// Sees returns what this person sees here, the oldest first.
func (p *Person) Sees() []Shown {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	return p.sees()
}

// sees is Sees with the lock held.
func (p *Person) sees() (all []Shown) {
	home := p.s.users[p.ID].home
	switch {
	case p.room == nil && home != nil:
		return []Shown{{Content: home.Content, View: home.ts, message: home, version: home.version}}
	case p.room == nil:
		return nil
	}
	for _, m := range p.room.messages {
		if !m.gone && p.room.members[p.ID] && (m.only == "" || m.only == p.ID) {
			all = append(all, Shown{Content: m.Content, TS: m.ts, Private: m.only != "", message: m, version: m.version})
		}
	}
	return all
}

// Home returns the App Home as it is published, nothing if it isn't.
func (p *Person) Home() (home Shown) {
	for _, home = range p.AtHome().Sees() {
	}
	return home
}

// Reload starts the client anew: ephemeral messages are gone.
func (p *Person) Reload() {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	for _, c := range p.s.channels {
		for _, m := range c.messages {
			m.gone = m.gone || m.only == p.ID
		}
	}
}

// Content is what a message or view shows.
type Content struct {
	Text   string // the top-level text, which notifications and screen readers use
	Blocks []any  // must not be changed
	Files  []File
}

// A File is one shared with a message, or a picture in it.
type File struct {
	Name, Alt string
	Data      []byte
}

// Shown is a message or a view as a person sees it.
type Shown struct {
	Content
	TS      string // of a message
	View    string // the id of a view
	Private bool   // an ephemeral message, which only this person sees

	version int
	message *message
}

// Version counts from 1.
func (s Shown) Version() int { return s.version }

// Reading returns the texts in the blocks, line by line, as Slack would show
// them: labels included, entities decoded.
func (c Content) Reading() string {
	var lines []string
	read(c.Blocks, &lines)
	return strings.Join(lines, "\n")
}

// read collects the texts of a value in the order in which they are shown.
func read(value any, lines *[]string) {
	switch v := value.(type) {
	case []any:
		for _, inner := range v {
			read(inner, lines)
		}
	case object:
		switch kind := fake.Text(v, "type"); kind {
		case "mrkdwn":
			*lines = append(*lines, unescape(formatted(fake.Text(v, "text"))))
		case "plain_text", "text":
			*lines = append(*lines, fake.Text(v, "text"))
		default:
			for _, key := range []string{"title", "label", "text", "fields", "elements", "accessory", "placeholder", "options", "option_groups"} {
				read(v[key], lines)
			}
		}
	}
}

// styles match what Slack shows in another style, without its marks: they count where
// a word begins and ends, and not beside a zero-width space.
var styles = [3]*regexp.Regexp{
	regexp.MustCompile(`(^|[^\pL\pN\x{200b}*])\*([^\s\x{200b}*](?:[^*\n]*[^\s\x{200b}*])?)\*($|[^\pL\pN\x{200b}*])`),
	regexp.MustCompile(`(^|[^\pL\pN\x{200b}_])_([^\s\x{200b}_](?:[^_\n]*[^\s\x{200b}_])?)_($|[^\pL\pN\x{200b}_])`),
	regexp.MustCompile(`(^|[^\pL\pN\x{200b}~])~([^\s\x{200b}~](?:[^~\n]*[^\s\x{200b}~])?)~($|[^\pL\pN\x{200b}~])`),
}

// formatted is a mrkdwn text as it is read: without the marks of its styles and
// without what can't be seen.
func formatted(text string) string {
	for _, style := range styles {
		text = style.ReplaceAllString(text, "$1$2$3")
	}
	return strings.ReplaceAll(text, "\u200b", "")
}

func unescape(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func label(o object) string { return unescape(fake.Text(fake.Child(o, "text"), "text")) }

// Labels returns the texts of all buttons in their order.
func (c Content) Labels() (all []string) {
	for _, e := range c.elements() {
		if fake.Text(e, "type") == "button" {
			all = append(all, label(e))
		}
	}
	return all
}

// Choices returns the texts of all options of all menus.
func (c Content) Choices() (all []string) {
	for _, e := range c.elements() {
		for _, o := range optionsOf(e) {
			all = append(all, label(o))
		}
	}
	return all
}

func (c Content) elements() (all []object) {
	for _, block := range fake.Objects(object{"blocks": c.Blocks}, "blocks") {
		all = append(all, elementsOf(block)...)
	}
	return all
}
