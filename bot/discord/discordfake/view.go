package discordfake

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A Message is what a person sees of a message at one moment.
type Message struct {
	ID          string       `json:"id"`
	Channel     string       `json:"channel_id"`
	Flags       int          `json:"flags"`
	Content     string       `json:"content"`
	Embeds      []Embed      `json:"embeds"`
	Components  []Component  `json:"components"`
	Attachments []Attachment `json:"attachments"`

	Private bool   `json:"-"` // only its owner sees it
	Loading bool   `json:"-"` // "is thinking …"
	Version int    `json:"-"` // 1 when it is new, one more with each edit
	JSON    []byte `json:"-"` // as Discord tells it
}

// An Embed is a box in a message.
type Embed struct {
	Title       string  `json:"title"`
	Description string  `json:"description"`
	URL         string  `json:"url"`
	Color       int     `json:"color"`
	Fields      []Field `json:"fields"`
	Footer      struct {
		Text string `json:"text"`
	} `json:"footer"`
	Image struct {
		URL string `json:"url"`
	} `json:"image"`
}

// A Field is a name with a value in an Embed.
type Field struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// A Component is a row, a button, a menu, or what else a message is made of.
type Component struct {
	Type        int         `json:"type"`
	ID          int         `json:"id"`
	CustomID    string      `json:"custom_id"`
	Style       int         `json:"style"`
	Label       string      `json:"label"`
	Emoji       Emoji       `json:"emoji"`
	URL         string      `json:"url"`
	Disabled    bool        `json:"disabled"`
	Placeholder string      `json:"placeholder"`
	MinValues   *int        `json:"min_values"`
	MaxValues   *int        `json:"max_values"`
	Options     []Option    `json:"options"`
	Content     string      `json:"content"`
	Components  []Component `json:"components"`
	Accessory   *Component  `json:"accessory"`
}

// An Emoji stands on a button or an option.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// An Option is one line of a menu.
type Option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description"`
	Emoji       Emoji  `json:"emoji"`
	Default     bool   `json:"default"`

	Menu     string `json:"-"` // custom_id of the menu
	Disabled bool   `json:"-"` // the menu is
}

// An Attachment is a file of a message.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
}

// view takes a snapshot of a message. The caller holds the lock.
func (s *Server) view(m *stored) *Message {
	v := &Message{Private: m.owner != "", Loading: m.loading(), Version: m.version, JSON: encode(s.json(m))}
	if err := json.Unmarshal(v.JSON, v); err != nil {
		panic(err) // the schema has let something through
	}
	return v
}

// all lists the components at every depth, in the order in which they are seen.
func (m *Message) all() []Component {
	var found []Component
	var walk func(cs []Component)
	walk = func(cs []Component) {
		for _, c := range cs {
			found = append(found, c)
			walk(c.Components)
			if c.Accessory != nil {
				walk([]Component{*c.Accessory})
			}
		}
	}
	walk(m.Components)
	return found
}

// Buttons lists the buttons, the disabled ones included.
func (m *Message) Buttons() []Component {
	var found []Component
	for _, c := range m.all() {
		if c.Type == typeButton {
			found = append(found, c)
		}
	}
	return found
}

// Menus lists the menus with options of their own.
func (m *Message) Menus() []Component {
	var found []Component
	for _, c := range m.all() {
		if c.Type == typeStringSelect {
			found = append(found, c)
		}
	}
	return found
}

// Options lists the options of all menus.
func (m *Message) Options() []Option {
	var found []Option
	for _, menu := range m.Menus() {
		for _, o := range menu.Options {
			o.Menu, o.Disabled = menu.CustomID, menu.Disabled
			found = append(found, o)
		}
	}
	return found
}

// Text returns everything that can be read in the message, line by line,
// without buttons and menus.
func (m *Message) Text() string {
	lines := []string{m.Content}
	for _, e := range m.Embeds {
		lines = append(lines, e.Title, e.Description)
		for _, f := range e.Fields {
			lines = append(lines, f.Name, f.Value)
		}
		lines = append(lines, e.Footer.Text)
	}
	for _, c := range m.all() {
		if c.Type == typeTextDisplay {
			lines = append(lines, c.Content)
		}
	}
	var told []string
	for _, line := range lines {
		if line != "" {
			told = append(told, line)
		}
	}
	return strings.Join(told, "\n")
}

// String is for messages of tests.
func (m *Message) String() string {
	if m == nil {
		return "no message"
	}
	var names []string
	for _, b := range m.Buttons() {
		names = append(names, b.Label+b.Emoji.Name)
	}
	return fmt.Sprintf("message %s, version %d, private %v, loading %v: %q, buttons %q, %d options",
		m.ID, m.Version, m.Private, m.Loading, m.Text(), names, len(m.Options()))
}

// is reports whether a person would call a button by this name, or a test by
// its custom_id.
func (c Component) is(name string) bool {
	return c.CustomID == name || c.Label == name || c.Label == "" && c.Emoji.Name == name
}
