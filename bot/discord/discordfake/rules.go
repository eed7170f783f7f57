package discordfake

import (
	"fmt"
	"slices"
	"strings"
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
	NewEmoji       Kind = "new emoji"            // POST …/emojis
)

// Types of callbacks.
const (
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

// About is the context of a payload that its rules need.
type About struct {
	Type  int      // of the option that an autocomplete answer is for; 0: unknown
	Files []string // names of the uploaded files and of those the message has
}

// A Violation is one thing that Discord would refuse, or the project forbids.
type Violation struct {
	Rule string // "schema", a number of specs/README.md such as "D4", or a word
	Text string
}

func (v Violation) String() string { return v.Rule + ": " + v.Text }

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
		return []Violation{{"json", err.Error()}}
	}
	return c.check(kind, doc, about)
}

func (c *Checker) check(kind Kind, doc any, about About) (found []Violation) {
	if c.schemas != nil {
		if err := c.schemas.check(kind, doc); err != nil {
			found = append(found, Violation{"schema", err.Error()})
		}
	}
	o, _ := doc.(object)
	p := payload{kind: kind, data: o, isNew: kind == FollowUp || kind == ChannelMessage, isMessage: true, about: about}
	switch kind {
	case CommandSet:
		commands, _ := doc.([]any)
		return append(found, checkCommands(onlyObjects(commands))...)
	case Callback:
		p.callback, p.data = number(o, "type", 0), child(o, "data")
		p.isNew = p.callback == callbackMessage
		p.isMessage = p.isNew || p.callback == callbackUpdate
	case DirectMessage, NewEmoji:
		p.isMessage = false
	}
	for _, r := range slices.Concat(payloadRules, displayRules) {
		if r.holdsFor != nil && !r.holdsFor(&p) || r.holdsFor == nil && !p.isMessage {
			continue
		}
		if fault := r.fault(&p); fault != "" {
			found = append(found, Violation{r.name, fault})
		}
	}
	return found
}

// A payload is one that the bot sent: a message, an edit of one, or a callback
// without a message.
type payload struct {
	kind             Kind
	callback         int
	data             object
	isMessage, isNew bool
	about            About
}

func inChannel(p *payload) bool { return p.kind == ChannelMessage || p.kind == ChannelEdit }

func callback(kind int) func(p *payload) bool {
	return func(p *payload) bool { return p.callback == kind }
}

// A payloadRule is one that a payload must keep.
type payloadRule struct {
	name     string
	holdsFor func(p *payload) bool // nil: all messages
	fault    func(p *payload) string
}

// payloadRules are the rules D of specs/README.md, and C17. Those of messages with
// displays are in displays.go.
var payloadRules = []payloadRule{
	{"D1", callback(callbackDefer), func(p *payload) string {
		for key, value := range p.data {
			if flags, ok := asInt(value); key != "flags" && !blank(value) || key == "flags" && (!ok || flags&^flagEphemeral != 0) {
				return "a deferral has nothing but the flag 64, not " + key
			}
		}
		return ""
	}},
	{"D1", callback(callbackDeferUpdate), func(p *payload) string { return when(p.data != nil, "a deferred update has no data") }},
	{"D2", nil, func(p *payload) string {
		allowed := flagSuppressEmbeds | flagDisplays
		if p.isNew {
			allowed |= flagSilent | flagVoice
			if p.kind != ChannelMessage {
				allowed |= flagEphemeral
			}
		}
		wrong := number(p.data, "flags", 0) &^ allowed
		return when(wrong != 0, "flags %d can't be set here", wrong)
	}},
	{"D4", hasNoDisplays, limit("components", 0, 5)},
	{"D4", hasNoDisplays, func(p *payload) string {
		for _, c := range objects(p.data, "components") {
			if kind := number(c, "type", 0); kind != typeRow {
				return fmt.Sprintf("component type %d stands in no row", kind)
			}
		}
		return ""
	}},
	{"D4", hasNoDisplays, eachComponent(func(c object) string {
		return when(number(c, "type", 0) > typeChannelSelect, "a component of V2")
	})},
	{"D9", nil, func(p *payload) string {
		empty := size(p.data["content"]) == 0 && len(p.about.Files) == 0
		for _, key := range []string{"embeds", "components", "attachments", "sticker_ids", "poll"} {
			empty = empty && blank(p.data[key])
		}
		return when(p.isNew && empty, "the message is empty")
	}},
	{"D10", inChannel, limit("content", 0, 2000)},
	{"D11", nil, func(p *payload) string {
		total := 0
		for _, e := range objects(p.data, "embeds") {
			total += embedText(e)
		}
		return when(total > 6000, "%d characters in all embeds; at most 6000", total)
	}},
	{"D12", nil, limit("embeds/fields/name", 1, 256)},
	{"D12", nil, limit("embeds/fields/value", 1, 1024)},
	{"D12", nil, func(p *payload) string {
		return first(objects(p.data, "embeds"), func(e object) string {
			return when(embedText(e) == 0 && e["image"] == nil && e["thumbnail"] == nil, "nothing of the embed can be seen")
		})
	}},
	{"D13", nil, func(p *payload) string { // the project's rule: nobody is ever mentioned
		parse, has := child(p.data, "allowed_mentions")["parse"].([]any)
		return when(!has || len(parse) > 0, "parse must be there and empty")
	}},
	{"D14", nil, func(p *payload) string { return repeated(components(p.data), "custom_id") }},
	{"D15", nil, func(p *payload) string { return repeated(components(p.data), "id") }},
	{"D16", nil, eachComponent(func(row object) string {
		buttons, selects := 0, 0
		for _, c := range components(row) {
			if number(c, "type", 0) == typeButton {
				buttons++
			} else if isSelect(c) {
				selects++
			}
		}
		return when(number(row, "type", 0) == typeRow && (buttons > 5 || selects > 1 || buttons > 0 == (selects > 0)),
			"a row has one to five buttons or one select, not %d and %d", buttons, selects)
	})},
	{"D17", nil, eachComponent(checkButton)},
	{"D18", nil, eachComponent(checkSelect)},
	{"attachment", nil, func(p *payload) (fault string) {
		walk(p.data, func(o object) {
			if name, is := strings.CutPrefix(text(o, "url"), "attachment://"); is && !slices.Contains(p.about.Files, name) {
				fault = "there is no file " + name
			}
		})
		return fault
	}},
	{"C17", callback(callbackChoices), limit("choices", 0, 25)},
	{"C17", callback(callbackChoices), limit("choices/name", 1, 100)},
	{"C17", callback(callbackChoices), limit("choices/value", 0, 100)},
	{"C17", callback(callbackChoices), func(p *payload) string {
		return first(objects(p.data, "choices"), func(c object) string {
			_, isText := c["value"].(string)
			_, isInt := asInt(c["value"])
			_, isNumber := asFloat(c["value"])
			fits := map[int]bool{optionString: isText, optionInteger: isInt, optionNumber: isNumber, 0: true}
			return when(!fits[p.about.Type], "%v is no value for an option of type %d", c["value"], p.about.Type)
		})
	}},
}

// when returns a fault if something is broken.
func when(broken bool, format string, args ...any) string {
	if broken {
		return fmt.Sprintf(format, args...)
	}
	return ""
}

// first returns the first fault of a list.
func first(all []object, fault func(object) string) string {
	for _, o := range all {
		if text := fault(o); text != "" {
			return text
		}
	}
	return ""
}

// limit is a rule about the size of what stands at a path.
func limit(path string, least, most int) func(*payload) string {
	return func(p *payload) string { return outside(p.data, path, least, most) }
}

func outside(o object, path string, least, most int) string {
	for _, value := range at(o, path) {
		if n := size(value); n < least || n > most {
			return fmt.Sprintf("%s: %d, not %d to %d", path, n, least, most)
		}
	}
	return ""
}

// repeated finds a value that two objects have for a key.
func repeated(all []object, key string) string {
	seen := map[any]bool{}
	for _, o := range all {
		if value := o[key]; value != nil && seen[value] {
			return fmt.Sprintf("%s %v is there twice", key, value)
		}
		seen[o[key]] = true
	}
	return ""
}

// embedText counts the characters of an embed.
func embedText(e object) (total int) {
	for _, path := range []string{"title", "description", "footer/text", "author/name", "fields/name", "fields/value"} {
		for _, value := range at(e, path) {
			total += size(value)
		}
	}
	return total
}

// components lists the components in a message or component at every depth.
func components(o object) []object {
	all := objects(o, "components")
	if c := child(o, "accessory"); c != nil {
		all = append(all, c)
	}
	for _, c := range all {
		all = append(all, components(c)...)
	}
	return all
}

func eachComponent(fault func(c object) string) func(p *payload) string {
	return func(p *payload) string { return first(components(p.data), fault) }
}

func isSelect(c object) bool {
	kind := number(c, "type", 0)
	return kind == typeStringSelect || kind >= typeUserSelect && kind <= typeChannelSelect
}

// buttonKeys lists the keys that a style of button needs and forbids. Styles 1 to
// 4 are as 0; 5 is a link, 6 a premium button.
var buttonKeys = map[int]struct{ needs, forbids []string }{
	0: {[]string{"custom_id"}, []string{"url", "sku_id"}},
	5: {[]string{"url"}, []string{"custom_id", "sku_id"}},
	6: {[]string{"sku_id"}, []string{"custom_id", "label", "url", "emoji"}},
}

func checkButton(b object) string {
	if number(b, "type", 0) != typeButton {
		return ""
	}
	style := number(b, "style", 0)
	keys, special := buttonKeys[style]
	if !special {
		keys = buttonKeys[0]
	}
	missing := slices.ContainsFunc(keys.needs, func(key string) bool { return blank(b[key]) })
	further := slices.ContainsFunc(keys.forbids, func(key string) bool { return !blank(b[key]) })
	unnamed := style != 6 && size(b["label"]) == 0 && blank(b["emoji"])
	return when(missing || further || unnamed, "a button of style %d needs %s, a label or emoji, and has no %s", style, keys.needs, keys.forbids)
}

func checkSelect(s object) string {
	if !isSelect(s) {
		return ""
	}
	least, most, options := number(s, "min_values", 1), number(s, "max_values", 1), objects(s, "options")
	chosen := slices.DeleteFunc(slices.Clone(options), func(o object) bool { return o["default"] != true })
	isString := number(s, "type", 0) == typeStringSelect
	if least > most || isString && (most > len(options) || len(chosen) > most) {
		return fmt.Sprintf("%d to %d values, %d options, %d of them chosen", least, most, len(options), len(chosen))
	}
	return repeated(options, "value")
}
