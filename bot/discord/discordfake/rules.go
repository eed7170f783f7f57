package discordfake

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// The kinds of payloads, by the request whose body they are.
const (
	Callback       = "callback"             // POST /interactions/…/callback
	FollowUp       = "follow-up"            // POST /webhooks/…
	WebhookEdit    = "webhook edit"         // PATCH /webhooks/…/messages/…
	ChannelMessage = "channel message"      // POST /channels/…/messages
	ChannelEdit    = "channel message edit" // PATCH /channels/…/messages/…
	CommandSet     = "command set"          // PUT …/commands
	DirectMessage  = "direct message"       // POST /users/@me/channels
	NewEmoji       = "new emoji"            // POST …/emojis
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

// A Checker judges payloads by Discord's own schemas and by the rules that
// these don't express.
type Checker struct{ schemas fake.Schemas }

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
func (c *Checker) Check(kind string, body []byte, about About) []fake.Violation {
	doc, err := fake.Decode(body)
	if err != nil {
		return []fake.Violation{{Rule: "json", Text: err.Error()}}
	}
	return c.check(kind, doc, about)
}

func (c *Checker) check(kind string, doc any, about About) []fake.Violation {
	o, _ := doc.(object)
	found := c.schemas.Check(schemaOf(kind, o), unsent(kind, doc))
	if kind == CommandSet {
		commands, _ := doc.([]any)
		return append(found, checkCommands(fake.All[object](commands))...)
	}
	kinds := map[string]string{
		FollowUp: "message new reply", WebhookEdit: "message edit", ChannelMessage: "message new post channel", ChannelEdit: "message edit channel",
	}[kind]
	if kind == Callback {
		kinds = map[int]string{
			callbackMessage: "message new reply", callbackUpdate: "message edit", callbackDefer: "deferral", callbackDeferUpdate: "thinking",
			callbackChoices: fmt.Sprintf("choices choices-%d", about.Type),
		}[fake.Number(o, "type", 0)]
		o = fake.Child(o, "data")
	}
	if len(about.Files) == 0 {
		kinds = strings.Replace(kinds, "new", "new bare", 1)
	}
	if strings.HasPrefix(kinds, "message") {
		kinds += map[bool]string{true: " displays", false: " plain"}[fake.Number(o, "flags", 0)&flagDisplays != 0]
	}
	found = append(found, fake.Judge(slices.Concat(messageRules, displayRules), kinds, o)...)
	if strings.HasSuffix(kinds, " displays") {
		found = append(found, unshown(o, about.Files)...)
	}
	fake.Walk(o, func(part object) {
		if name, is := strings.CutPrefix(fake.Text(part, "url"), "attachment://"); is && !slices.Contains(about.Files, name) {
			found = append(found, fake.Violation{Rule: "attachment", Text: "there is no file " + name})
		}
	})
	return found
}

// messageRules are the rules D of specs/README.md, and C17; those of messages of
// displays are in displays.go.
//
// A message is new or an edit. A new one is a reply to an interaction or a post, and
// bare if no file comes with it. Posts and their edits are in a channel. A plain message
// has no displays.
var messageRules = []fake.Rule{
	{"D1", "deferral", func(o object) string {
		for key, value := range o {
			if flags, ok := fake.Int(value); key != "flags" && !fake.Blank(value) || key == "flags" && (!ok || flags&^flagEphemeral != 0) {
				return "a deferral has nothing but the flag 64, not " + key
			}
		}
		return ""
	}},
	{"D1", "thinking", func(o object) string { return fake.When(o != nil, "a deferred update has no data") }},
	{"D2", "reply", flags(flagSuppressEmbeds | flagSilent | flagVoice | flagEphemeral | flagDisplays)},
	{"D2", "post", flags(flagSuppressEmbeds | flagSilent | flagVoice | flagDisplays)},
	{"D2", "edit", flags(flagSuppressEmbeds | flagDisplays)},
	{"D4", "plain", fake.Limit("components", 0, 5)},
	{"D4", "plain", func(o object) string {
		return fake.First(fake.Objects(o, "components"), func(c object) string {
			kind := fake.Number(c, "type", 0)
			return fake.When(kind != typeRow, "component type %d stands in no row", kind)
		})
	}},
	{"D4", "plain", eachComponent(func(c object) string {
		return fake.When(fake.Number(c, "type", 0) > typeChannelSelect, "a component of V2")
	})},
	{"D9", "bare", func(o object) string {
		empty := fake.Size(o["content"]) == 0
		for _, key := range []string{"embeds", "components", "attachments", "sticker_ids", "poll"} {
			empty = empty && fake.Blank(o[key])
		}
		return fake.When(empty, "the message is empty")
	}},
	{"D10", "channel", fake.Limit("content", 0, 2000)},
	{"D11", "message", func(o object) string {
		total := 0
		for _, e := range fake.Objects(o, "embeds") {
			total += embedText(e)
		}
		return fake.When(total > 6000, "%d characters in all embeds; at most 6000", total)
	}},
	{"D12", "message", fake.Limit("embeds/fields/name", 1, 256)},
	{"D12", "message", fake.Limit("embeds/fields/value", 1, 1024)},
	{"D12", "message", func(o object) string {
		return fake.First(fake.Objects(o, "embeds"), func(e object) string {
			return fake.When(embedText(e) == 0 && e["image"] == nil && e["thumbnail"] == nil, "nothing of the embed can be seen")
		})
	}},
	{"D13", "message", func(o object) string {
		users, _ := fake.Child(o, "allowed_mentions")["users"].([]any)
		return fake.When(len(notified(o)) != len(users), "users must be those whom the content mentions")
	}},
	{"D13", "message", func(o object) string { // the project's rule: nobody is mentioned but by name
		parse, has := fake.Child(o, "allowed_mentions")["parse"].([]any)
		return fake.When(!has || len(parse) > 0, "parse must be there and empty")
	}},
	{"D14", "message", func(o object) string { return fake.Repeated(components(o), "custom_id") }},
	{"D15", "message", func(o object) string { return fake.Repeated(components(o), "id") }},
	{"D16", "message", eachComponent(func(row object) string {
		buttons, selects := 0, 0
		for _, c := range components(row) {
			if fake.Number(c, "type", 0) == typeButton {
				buttons++
			} else if isSelect(c) {
				selects++
			}
		}
		return fake.When(fake.Number(row, "type", 0) == typeRow && (buttons > 5 || selects > 1 || buttons > 0 == (selects > 0)),
			"a row has one to five buttons or one select, not %d and %d", buttons, selects)
	})},
	{"D17", "message", eachComponent(checkButton)},
	{"D18", "message", eachComponent(checkSelect)},
	{"C17", "choices", fake.Limit("choices", 0, 25)},
	{"C17", "choices", fake.Limit("choices/name", 1, 100)},
	{"C17", "choices", fake.Limit("choices/value", 0, 100)},
	{"C17", "choices-3", choiceValues(func(v any) bool { _, ok := v.(string); return ok })}, // by the option's type
	{"C17", "choices-4", choiceValues(func(v any) bool { _, ok := fake.Int(v); return ok })},
	{"C17", "choices-10", choiceValues(func(v any) bool { _, ok := asFloat(v); return ok })},
}

func flags(allowed int) func(object) string {
	return func(o object) string {
		wrong := fake.Number(o, "flags", 0) &^ allowed
		return fake.When(wrong != 0, "flags %d can't be set here", wrong)
	}
}

func choiceValues(fits func(any) bool) func(object) string {
	return func(o object) string {
		return fake.First(fake.Objects(o, "choices"), func(c object) string {
			return fake.When(!fits(c["value"]), "%v is no value for the option", c["value"])
		})
	}
}

// embedText counts the characters of an embed.
func embedText(e object) (total int) {
	for _, path := range []string{"title", "description", "footer/text", "author/name", "fields/name", "fields/value"} {
		for _, value := range fake.At(e, path) {
			total += fake.Size(value)
		}
	}
	return total
}

// components lists the components in a message or component at every depth.
func components(o object) []object {
	all := fake.Objects(o, "components")
	if c := fake.Child(o, "accessory"); c != nil {
		all = append(all, c)
	}
	for _, c := range all {
		all = append(all, components(c)...)
	}
	return all
}

func eachComponent(fault func(c object) string) func(object) string {
	return func(o object) string { return fake.First(components(o), fault) }
}

func isSelect(c object) bool {
	kind := fake.Number(c, "type", 0)
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
	if fake.Number(b, "type", 0) != typeButton {
		return ""
	}
	style := fake.Number(b, "style", 0)
	keys, special := buttonKeys[style]
	if !special {
		keys = buttonKeys[0]
	}
	missing := slices.ContainsFunc(keys.needs, func(key string) bool { return fake.Blank(b[key]) })
	further := slices.ContainsFunc(keys.forbids, func(key string) bool { return !fake.Blank(b[key]) })
	unnamed := style != 6 && fake.Size(b["label"]) == 0 && fake.Blank(b["emoji"])
	return fake.When(missing || further || unnamed, "a button of style %d needs %s, a label or emoji, and has no %s", style, keys.needs, keys.forbids)
}

func checkSelect(s object) string {
	if !isSelect(s) {
		return ""
	}
	least, most, options := fake.Number(s, "min_values", 1), fake.Number(s, "max_values", 1), fake.Objects(s, "options")
	chosen := slices.DeleteFunc(slices.Clone(options), func(o object) bool { return o["default"] != true })
	isString := fake.Number(s, "type", 0) == typeStringSelect
	if least > most || isString && (most > len(options) || len(chosen) > most) {
		return fmt.Sprintf("%d to %d values, %d options, %d of them chosen", least, most, len(options), len(chosen))
	}
	return fake.Repeated(options, "value")
}

// compiled are Discord's schemas in strict mode. All tests of a process share them,
// because compiling is slow.
var compiled = sync.OnceValues(compile)

func compile() (fake.Schemas, error) {
	const file = "discord-openapi.json#/components/schemas/"
	return fake.LoadSchemas(map[string]string{
		Callback + " 1": file + "PongInteractionCallbackRequest",
		Callback + " 4": file + "CreateMessageInteractionCallbackRequest",
		Callback + " 5": file + "CreateMessageInteractionCallbackRequest",
		Callback + " 6": file + "UpdateMessageInteractionCallbackRequest",
		Callback + " 7": file + "UpdateMessageInteractionCallbackRequest",
		Callback + " 8": file + "ApplicationCommandAutocompleteCallbackRequest",
		FollowUp:        file + "IncomingWebhookRequestPartial",
		WebhookEdit:     file + "IncomingWebhookUpdateRequestPartial",
		ChannelMessage:  file + "MessageCreateRequest",
		ChannelEdit:     file + "MessageEditRequestPartial",
		DirectMessage:   file + "CreatePrivateChannelRequest",
		NewEmoji:        "discord-openapi.json#/paths/~1applications~1{application_id}~1emojis/post/requestBody/content/application~1json/schema",
		CommandSet:      "discord-openapi.json#/paths/~1applications~1{application_id}~1commands/put/requestBody/content/application~1json/schema",
	}, func(o object) { // strict mode: a key that isn't listed is an error, so that misspelt ones are found
		_, open := o["additionalProperties"]
		if fake.Child(o, "properties") != nil && o["type"] == "object" && !open {
			o["additionalProperties"] = false
		}
		if len(fake.List(o, "enum")) == 1 { // without the list of all values, a check takes half the time
			delete(o, "allOf")
		}
	})
}

// schemaOf names the schema of a payload. That of a callback depends on its type: an
// error of one schema says more than one of all.
func schemaOf(kind string, o object) string {
	if kind == Callback {
		return fmt.Sprintf("%s %v", kind, o["type"])
	}
	return kind
}

// unsent drops the keys that discordgo always emits and that Discord takes although
// its schemas don't list them.
func unsent(kind string, doc any) any {
	o, _ := doc.(object)
	callback := 0
	if kind == Callback {
		callback = fake.Number(o, "type", 0)
	}
	return fake.Without(doc, func(key string, value any) bool {
		switch key {
		case "tts":
			return callback >= callbackUpdate && value == false
		case "content":
			return callback == callbackChoices && value == ""
		case "ID", "Channel":
			return kind == ChannelEdit
		case "autocomplete":
			return kind == CommandSet && value == false
		}
		return value == nil
	})
}
