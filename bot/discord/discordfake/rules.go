package discordfake

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"
)

// A Kind says which request a payload is the body of.
type Kind string

// The kinds of payloads.
const (
	Callback       Kind = "callback"             // POST /interactions/…/callback
	FollowUp       Kind = "follow-up"            // POST /webhooks/…
	WebhookEdit    Kind = "webhook edit"         // PATCH /webhooks/…/messages/…
	ChannelMessage Kind = "channel message"      // POST /channels/…/messages
	ChannelEdit    Kind = "channel message edit" // PATCH /channels/…/messages/…
	CommandSet     Kind = "command set"          // PUT …/commands
	DirectMessage  Kind = "direct message"       // POST /users/@me/channels
)

// About is what the verdict on a payload depends on besides the payload.
type About struct {
	Type  int      // of the option that an autocomplete answer is for; 0: not known
	Files []string // names of the uploaded files and of those the message has
}

// A Violation is one thing that Discord would refuse, or the project forbids.
type Violation struct {
	Rule string // "schema", a number of specs/README.md such as "D4", or a word
	Path string // where in the payload, as a JSON pointer
	Text string
}

func (v Violation) String() string {
	return fmt.Sprintf("%s at %q: %s", v.Rule, v.Path, v.Text)
}

// A Checker judges payloads by Discord's own schemas and by the rules that
// these don't express.
type Checker struct {
	schemas schemas // nil where SOLITAIRE_SHARED is not set
}

// NewChecker returns a Checker. The schemas are read from $SOLITAIRE_SHARED.
// Without that variable only the rules are checked; with it, but without the
// files, the test ends.
func NewChecker(t testing.TB) *Checker {
	t.Helper()
	s, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	return &Checker{schemas: s}
}

// Check returns everything that is wrong with a payload.
func (c *Checker) Check(kind Kind, body []byte, about About) []Violation {
	doc, err := decode(body)
	if err != nil {
		return []Violation{{Rule: "json", Text: err.Error()}}
	}
	return c.check(kind, doc, about)
}

func (c *Checker) check(kind Kind, doc any, about About) []Violation {
	r := new(report)
	if c.schemas != nil {
		c.schemas.check(r, kind, doc)
	}
	o, _ := doc.(object)
	m := &sent{kind: kind, data: o, isNew: kind == FollowUp || kind == ChannelMessage, files: about.Files}
	switch kind {
	case CommandSet:
		checkCommands(r, doc)
		return r.found
	case DirectMessage:
		return r.found
	case Callback:
		m.path, m.data = "/data", child(o, "data")
		switch number(o, "type", 0) {
		case callbackMessage:
			m.isNew = true
		case callbackUpdate:
		case callbackDefer:
			checkDeferral(r, m.data)
			return r.found
		case callbackDeferUpdate:
			if o["data"] != nil {
				r.add("D1", "/data", "a deferred update has no data")
			}
			return r.found
		case callbackChoices:
			checkChoices(r, m.data, about.Type)
			return r.found
		default:
			return r.found
		}
	}
	for _, rule := range messageRules {
		rule.check(m, func(path, format string, args ...any) { r.add(rule.name, m.path+path, format, args...) })
	}
	return r.found
}

// A report collects violations.
type report struct{ found []Violation }

func (r *report) add(rule, path, format string, args ...any) {
	r.found = append(r.found, Violation{Rule: rule, Path: path, Text: fmt.Sprintf(format, args...)})
}

// Types of callbacks.
const (
	callbackPong        = 1
	callbackMessage     = 4
	callbackDefer       = 5
	callbackDeferUpdate = 6
	callbackUpdate      = 7
	callbackChoices     = 8
)

// Flags of messages.
const (
	flagSuppressEmbeds = 1 << 2
	flagEphemeral      = 1 << 6
	flagLoading        = 1 << 7
	flagSilent         = 1 << 12
	flagVoice          = 1 << 13
)

// Types of components.
const (
	typeRow           = 1
	typeButton        = 2
	typeStringSelect  = 3
	typeUserSelect    = 5
	typeChannelSelect = 8
)

// Discord's limits that its schemas don't express.
const (
	mostContent   = 2000
	mostEmbedText = 6000
	mostRows      = 5
	mostInRow     = 5
)

// A sent is a message, or an edit of one, as the bot sent it.
type sent struct {
	kind  Kind
	path  string // of data in the payload
	data  object
	isNew bool
	files []string
}

// A messageRule reports what breaks it by bad, with the path below the message.
type messageRule struct {
	name  string
	check func(m *sent, bad func(path, format string, args ...any))
}

// messageRules are the rules D of specs/README.md. Those about Components V2
// (D3, D5 to D8) are one here: the bot has none, so D2 refuses the flag and D4 the
// components.
var messageRules = []messageRule{
	{"D2", func(m *sent, bad func(string, string, ...any)) {
		allowed := flagSuppressEmbeds
		if m.isNew {
			allowed |= flagSilent | flagVoice
			if m.kind != ChannelMessage {
				allowed |= flagEphemeral
			}
		}
		if wrong := number(m.data, "flags", 0) &^ allowed; wrong != 0 {
			bad("/flags", "flags %d can't be set here", wrong)
		}
	}},
	{"D4", func(m *sent, bad func(string, string, ...any)) {
		if rows := list(m.data, "components"); len(rows) > mostRows {
			bad("/components", "%d rows; at most %d", len(rows), mostRows)
		}
		for _, c := range components(m.data, "", 0) {
			if c.kind() > typeChannelSelect || c.depth == 0 && c.kind() != typeRow {
				bad(c.path, "component type %d stands in no row, or is one of Components V2", c.kind())
			}
		}
	}},
	{"D9", func(m *sent, bad func(string, string, ...any)) {
		empty := length(text(m.data, "content")) == 0 && len(m.files) == 0
		for _, key := range []string{"embeds", "components", "attachments", "sticker_ids", "poll"} {
			empty = empty && blank(m.data[key])
		}
		if m.isNew && empty {
			bad("", "the message is empty")
		}
	}},
	{"D10", func(m *sent, bad func(string, string, ...any)) {
		n := length(text(m.data, "content"))
		if (m.kind == ChannelMessage || m.kind == ChannelEdit) && n > mostContent {
			bad("/content", "%d characters; at most %d", n, mostContent)
		}
	}},
	{"D11", func(m *sent, bad func(string, string, ...any)) {
		total := 0
		for _, e := range objects(m.data, "embeds") {
			total += embedText(e)
		}
		if total > mostEmbedText {
			bad("/embeds", "%d characters in all embeds; at most %d", total, mostEmbedText)
		}
	}},
	{"D12", func(m *sent, bad func(string, string, ...any)) {
		for i, e := range objects(m.data, "embeds") {
			for j, field := range objects(e, "fields") {
				if length(text(field, "name")) == 0 || length(text(field, "value")) == 0 {
					bad(at(at("/embeds", i)+"/fields", j), "a field needs a name and a value")
				}
			}
			if embedText(e) == 0 && child(e, "image") == nil && child(e, "thumbnail") == nil {
				bad(at("/embeds", i), "nothing of the embed can be seen")
			}
		}
	}},
	{"D13", func(m *sent, bad func(string, string, ...any)) { // the project's rule: nobody is ever mentioned
		if parse, has := child(m.data, "allowed_mentions")["parse"].([]any); !has || len(parse) > 0 {
			bad("/allowed_mentions", `"parse" must be there and empty`)
		}
	}},
	{"D14", func(m *sent, bad func(string, string, ...any)) { unique(m.data, "custom_id", bad) }},
	{"D15", func(m *sent, bad func(string, string, ...any)) { unique(m.data, "id", bad) }},
	{"D16", func(m *sent, bad func(string, string, ...any)) {
		for _, row := range components(m.data, "", 0) {
			if row.kind() != typeRow {
				continue
			}
			buttons, selects := 0, 0
			for _, c := range components(row.object, "", 0) {
				if c.kind() == typeButton {
					buttons++
				} else if c.isSelect() {
					selects++
				}
			}
			if buttons > mostInRow || selects > 1 || buttons > 0 == (selects > 0) {
				bad(row.path, "a row has one to five buttons or one select, not %d and %d", buttons, selects)
			}
		}
	}},
	{"D17", func(m *sent, bad func(string, string, ...any)) {
		for _, b := range components(m.data, "", 0) {
			if b.kind() != typeButton {
				continue
			}
			style := number(b.object, "style", 0)
			keys, special := buttonKeys[style]
			if !special {
				keys = buttonKeys[0]
			}
			if blank(b.object[keys.needs]) {
				bad(b.path+"/"+keys.needs, "a button of style %d needs %s", style, keys.needs)
			}
			for _, key := range keys.forbids {
				if !blank(b.object[key]) {
					bad(b.path+"/"+key, "a button of style %d has no %s", style, key)
				}
			}
			if style != stylePremium && length(text(b.object, "label")) == 0 && blank(b.object["emoji"]) {
				bad(b.path+"/label", "a button needs a label or an emoji")
			}
		}
	}},
	{"D18", func(m *sent, bad func(string, string, ...any)) {
		for _, s := range components(m.data, "", 0) {
			if s.isSelect() {
				checkSelect(s, bad)
			}
		}
	}},
	{"attachment", func(m *sent, bad func(string, string, ...any)) {
		for name, path := range references(m.data, "") {
			if !slices.Contains(m.files, name) {
				bad(path, "there is no file %s", strconv.Quote(name))
			}
		}
	}},
}

// Styles of buttons that are no ordinary ones.
const (
	styleLink    = 5
	stylePremium = 6
)

// buttonKeys says which key a style of buttons needs and which it forbids; 0 is
// the ordinary ones.
var buttonKeys = map[int]struct {
	needs   string
	forbids []string
}{
	0:            {"custom_id", []string{"url", "sku_id"}},
	styleLink:    {"url", []string{"custom_id", "sku_id"}},
	stylePremium: {"sku_id", []string{"custom_id", "label", "url", "emoji"}},
}

func checkSelect(s part, bad func(path, format string, args ...any)) {
	least, most := number(s.object, "min_values", 1), number(s.object, "max_values", 1)
	if least > most {
		bad(s.path+"/min_values", "min_values %d is above max_values %d", least, most)
	}
	if s.kind() != typeStringSelect {
		return
	}
	options := objects(s.object, "options")
	if most > len(options) {
		bad(s.path+"/max_values", "max_values %d, but %d options", most, len(options))
	}
	values, chosen := make(map[string]bool), 0
	for i, option := range options {
		if values[text(option, "value")] {
			bad(at(s.path+"/options", i)+"/value", "%q is there twice", text(option, "value"))
		}
		values[text(option, "value")] = true
		if truth(option, "default") {
			chosen++
		}
	}
	if chosen > most {
		bad(s.path+"/options", "%d options are chosen beforehand; at most %d", chosen, most)
	}
}

// checkDeferral is D1 for callback 5.
func checkDeferral(r *report, data object) {
	for key, value := range data {
		if n, ok := asInt(value); key == "flags" && (!ok || n != 0 && n != flagEphemeral) {
			r.add("D1", "/data/flags", "a deferral may only have the flag 64, not %v", value)
		} else if key != "flags" && !blank(value) {
			r.add("D1", "/data/"+key, "a deferral has no content")
		}
	}
}

// blank reports whether a value is what discordgo emits for "not set".
func blank(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	}
	return false
}

func embedText(e object) int {
	total := length(text(e, "title")) + length(text(e, "description")) +
		length(text(child(e, "footer"), "text")) + length(text(child(e, "author"), "name"))
	for _, field := range objects(e, "fields") {
		total += length(text(field, "name")) + length(text(field, "value"))
	}
	return total
}

func unique(data object, key string, bad func(path, format string, args ...any)) {
	seen := make(map[any]bool)
	for _, c := range components(data, "", 0) {
		value := c.object[key]
		if value != nil && seen[value] {
			bad(c.path+"/"+key, "%v is there twice", value)
		}
		seen[value] = true
	}
}

// A part is a component with its place in the payload.
type part struct {
	object
	path  string
	depth int
}

func (p part) kind() int { return number(p.object, "type", 0) }

func (p part) isSelect() bool {
	return p.kind() == typeStringSelect || p.kind() >= typeUserSelect && p.kind() <= typeChannelSelect
}

// components lists the components at every depth, accessories too.
func components(o object, path string, depth int) []part {
	var all []part
	visit := func(c object, path string) {
		all = append(all, part{c, path, depth})
		all = append(all, components(c, path, depth+1)...)
	}
	for i, element := range list(o, "components") {
		c, _ := element.(object)
		visit(c, at(path+"/components", i))
	}
	if c := child(o, "accessory"); c != nil {
		visit(c, path+"/accessory")
	}
	return all
}

// references lists the files that a message names in its URLs, with one place of
// each.
func references(value any, path string) map[string]string {
	found := make(map[string]string)
	switch v := value.(type) {
	case object:
		for key, element := range v {
			if name, ok := attachment(element); ok && key == "url" {
				found[name] = path + "/url"
			}
			maps.Copy(found, references(element, path+"/"+key))
		}
	case []any:
		for i, element := range v {
			maps.Copy(found, references(element, at(path, i)))
		}
	}
	return found
}
