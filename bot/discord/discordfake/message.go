package discordfake

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// A message is one as Discord keeps it.
type message struct {
	id      string
	place   *Place
	doc     object // content, embeds, components, attachments
	owner   string // id of the only user who sees it; empty: everybody
	flags   int
	gone    bool // deleted
	version int
	created time.Time
	by      *interaction // whose token made it; nil: the bot itself

	notified []string // ids of the users whom the message has notified
}

func (m *message) loading() bool { return m.flags&flagLoading != 0 }

// create adds a message. The caller holds the lock.
func (s *Server) create(p *Place, by *interaction, owner string) *message {
	m := &message{id: s.newID(), place: p, owner: owner, by: by, created: s.Now()}
	m.doc = object{"content": "", "embeds": []any{}, "components": []any{}, "attachments": []any{}}
	if owner != "" {
		m.flags = flagEphemeral
	}
	s.messages = append(s.messages, m)
	return m
}

// change writes what was sent into a message; keys that were not sent stay as
// they are, and so do the files unless there is a list of those to be kept. The
// caller holds the lock and has judged the data.
func (s *Server) change(m *message, b body) {
	data := b.message
	for _, key := range []string{"content", "embeds", "components"} {
		if value, has := data[key]; has {
			m.doc[key] = fake.Clone(value)
		}
	}
	files, listed := fake.List(m.doc, "attachments"), fake.Objects(data, "attachments")
	if _, has := data["attachments"]; has {
		files = slices.DeleteFunc(files, func(f any) bool {
			return !slices.ContainsFunc(listed, func(l object) bool { return fake.Text(l, "id") == fake.Text(f.(object), "id") })
		})
	}
	for i, f := range b.files {
		id := s.newID()
		path := "/attachments/" + m.place.Channel + "/" + id + "/" + f.Name
		s.files[path] = f.Data
		file := object{"id": id, "filename": f.Name, "size": len(f.Data), "url": s.URL + path}
		for _, l := range listed {
			if fake.Text(l, "id") == b.ids[i] {
				file["description"] = l["description"]
			}
		}
		files = append(files, file)
	}
	m.doc["attachments"] = files
	if m.version == 0 { // an edit notifies nobody
		m.notified = notified(data)
	}
	m.flags = m.flags&^flagLoading | fake.Number(data, "flags", 0)&(flagSilent|flagDisplays)
	m.version++
}

// notified lists the users whom a new message notifies: those who are mentioned in its
// content and whom it allows to be.
func notified(data object) (ids []string) {
	allowed, _ := fake.Child(data, "allowed_mentions")["users"].([]any)
	for _, found := range userMention.FindAllStringSubmatch(fake.Text(data, "content"), -1) {
		if slices.Contains(allowed, any(found[1])) && !slices.Contains(ids, found[1]) {
			ids = append(ids, found[1])
		}
	}
	return ids
}

var userMention = regexp.MustCompile(`<@!?(\d+)>`)

// judge checks a payload, which changes m if that is not nil. option is the type
// of the option that an autocomplete answer is for.
func (s *Server) judge(b body, m *message, option int) error {
	about, ids := About{Type: option}, slices.Clone(b.ids)
	if m != nil {
		listed := fake.Objects(b.message, "attachments")
		_, lists := b.message["attachments"]
		for _, f := range fake.Objects(m.doc, "attachments") {
			id := fake.Text(f, "id")
			ids = append(ids, id)
			if !lists || slices.ContainsFunc(listed, func(l object) bool { return fake.Text(l, "id") == id }) {
				about.Files = append(about.Files, fake.Text(f, "filename"))
			}
		}
	}
	for _, f := range b.files {
		about.Files = append(about.Files, f.Name)
	}
	found := append(s.checker.check(b.kind, b.doc, about), s.unknownEmojis(b.message)...)
	if m != nil {
		found = append(found, keepsDisplays(m, b.message)...)
	}
	for _, a := range fake.Objects(b.message, "attachments") {
		if !slices.Contains(ids, fake.Text(a, "id")) {
			found = append(found, fake.Violation{Rule: "attachment", Text: fmt.Sprintf("there is no file %q", a["id"])})
		}
	}
	if m != nil && len(b.files) == 0 {
		after := fake.Clone(m.doc)
		maps.Copy(after, b.message)
		if fake.Blank(after["content"]) && fake.Blank(after["embeds"]) && fake.Blank(after["components"]) && fake.Blank(after["attachments"]) {
			found = append(found, fake.Violation{Rule: "D9", Text: "the edit leaves nothing of the message"})
		}
	}
	return invalidForm(found)
}

// save judges a payload and writes it into a message, which create makes if m is
// nil, and answers as Discord does.
func (s *Server) save(b body, m *message, create func() *message) (any, error) {
	if err := s.judge(b, m, 0); err != nil {
		return nil, err
	}
	if m == nil {
		m = create()
	}
	s.change(m, b)
	return s.json(m), nil
}

// json is a message as Discord sends it.
func (s *Server) json(m *message) object {
	o := fake.Clone(m.doc)
	o["id"], o["channel_id"], o["type"], o["flags"] = m.id, m.place.Channel, 0, m.flags
	o["author"], o["timestamp"] = s.botUser(), m.created.UTC().Format(time.RFC3339Nano)
	if m.by != nil {
		o["application_id"], o["webhook_id"] = applicationID, applicationID
		o["interaction_metadata"] = object{
			"id": m.by.id, "type": m.by.kind, "user": m.by.user.json(),
			"authorizing_integration_owners": m.by.place.owners(m.by.user),
		}
	}
	return o
}

// A Message is what a person sees of a message at one moment.
type Message struct {
	ID          string       `json:"id"`
	Content     string       `json:"content"`
	Embeds      []Embed      `json:"embeds"`
	Components  []Component  `json:"components"`
	Attachments []Attachment `json:"attachments"`

	Private bool `json:"-"` // only its owner sees it
	Loading bool `json:"-"` // "is thinking …"
	Version int  `json:"-"` // 1 when it is new, one more with each edit

	Notified []string `json:"-"` // ids of the users whom it has notified
	JSON     []byte   `json:"-"` // as Discord sends it
}

// An Embed is a box in a message.
type Embed struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       struct {
		URL string `json:"url"`
	} `json:"image"`
}

// A Component is a row, a button or a menu.
type Component struct {
	Type     int      `json:"type"`
	CustomID string   `json:"custom_id"`
	Label    string   `json:"label"`
	URL      string   `json:"url"`
	Disabled bool     `json:"disabled"`
	Options  []Option `json:"options"`
	Content  string   `json:"content"` // of a text display
	Emoji    struct {
		ID string `json:"id"`
	} `json:"emoji"`
	Components []Component `json:"components"`
}

// An Option is one line of a menu.
type Option struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Emoji struct {
		ID string `json:"id"`
	} `json:"emoji"`

	Disabled bool `json:"-"` // with its menu

	menu string // its custom_id
}

// An Attachment is a file of a message.
type Attachment struct {
	Filename    string `json:"filename"`
	Description string `json:"description"`
	URL         string `json:"url"`
}

// view takes a snapshot of a message. The caller holds the lock.
func (s *Server) view(m *message) *Message {
	v := &Message{Private: m.owner != "", Loading: m.loading(), Version: m.version, Notified: m.notified, JSON: fake.Encode(s.json(m))}
	if err := json.Unmarshal(v.JSON, v); err != nil {
		panic(err) // the schema has let something through
	}
	return v
}

// Buttons lists the buttons, the disabled ones included.
func (m *Message) Buttons() []Component { return m.parts(typeButton) }

// Menus lists the menus with options of their own.
func (m *Message) Menus() []Component { return m.parts(typeStringSelect) }

func (m *Message) parts(kind int) []Component {
	var found []Component
	for _, row := range m.Components {
		for _, c := range row.Components {
			if c.Type == kind {
				found = append(found, c)
			}
		}
	}
	return found
}

// Options lists the options of all menus.
func (m *Message) Options() []Option {
	var found []Option
	for _, menu := range m.Menus() {
		for _, o := range menu.Options {
			o.menu, o.Disabled = menu.CustomID, menu.Disabled
			found = append(found, o)
		}
	}
	return found
}

// Text returns the texts of the message line by line, without buttons and menus.
func (m *Message) Text() string {
	lines := []string{m.Content}
	for _, e := range m.Embeds {
		lines = append(lines, e.Title, e.Description)
	}
	lines = append(lines, m.Displays()...)
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n")
}
