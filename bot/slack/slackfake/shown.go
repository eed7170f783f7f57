package slackfake

import "strings"

// Content is one version of a message or view.
type Content struct {
	Text   string // the top-level text, which notifications and screen readers use
	Blocks []any
	Files  []File
}

// A File is what was shared with a message.
type File struct {
	Name, Alt string
	Data      []byte
}

// Shown is a message or a view as a person sees it.
type Shown struct {
	Content
	Channel string    // empty for a view
	TS      string    // of a message
	Thread  string    // the ts of the message that it answers
	View    string    // the id of a view
	Private bool      // an ephemeral message, which only this person sees
	Gone    bool      // it was deleted
	Earlier []Content // the versions before, the oldest first

	version int
}

// Version counts from 1.
func (s Shown) Version() int { return s.version }

// Reading returns what stands in the blocks, line by line, as Slack would show
// it: labels included, entities decoded.
func (c Content) Reading() string {
	var lines []string
	for _, b := range c.Blocks {
		read(b, &lines)
	}
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
		switch kind := str(v, "type"); kind {
		case "mrkdwn":
			*lines = append(*lines, unescape(str(v, "text")))
		case "plain_text", "text":
			*lines = append(*lines, str(v, "text"))
		default:
			for _, key := range []string{"title", "label", "text", "fields", "elements", "accessory", "placeholder", "options", "option_groups"} {
				read(v[key], lines)
			}
		}
	}
}

func unescape(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

// Labels returns the buttons' texts in their order.
func (c Content) Labels() []string {
	var all []string
	for _, e := range c.elements() {
		if str(e.element, "type") == "button" {
			all = append(all, label(e.element))
		}
	}
	return all
}

// Choices returns the texts of all options of all menus.
func (c Content) Choices() []string {
	var all []string
	for _, e := range c.elements() {
		for _, option := range optionsOf(e.element) {
			all = append(all, label(option))
		}
	}
	return all
}

func label(o object) string { return unescape(str(sub(o, "text"), "text")) }

// An offer is an element that can be used, and the block it is in.
type offer struct {
	block   string
	element object
}

func (c Content) elements() []offer {
	var all []offer
	for _, b := range c.Blocks {
		block, _ := b.(object)
		for _, e := range elementsOf(block) {
			all = append(all, offer{block: str(block, "block_id"), element: e})
		}
	}
	return all
}

func optionsOf(menu object) []object {
	all := objects(menu, "options")
	for _, group := range objects(menu, "option_groups") {
		all = append(all, objects(group, "options")...)
	}
	return all
}

// button finds a button by what it says, its spoken label or its action_id.
func (c Content) button(name string) (offer, bool) {
	for _, e := range c.elements() {
		is := e.element
		if str(is, "type") == "button" && (label(is) == name || str(is, "action_id") == name || str(is, "accessibility_label") == name) {
			return e, true
		}
	}
	return offer{}, false
}

// option finds an option of any menu by what it says or by its value.
func (c Content) option(name string) (offer, object, bool) {
	for _, e := range c.elements() {
		for _, option := range optionsOf(e.element) {
			if label(option) == name || str(option, "value") == name {
				return e, option, true
			}
		}
	}
	return offer{}, nil, false
}
