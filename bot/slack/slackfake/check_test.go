package slackfake

import (
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// A broken payload differs from a good one in one point, and must be reported
// by the named source.
type broken struct {
	name, source string
	spoil        func(object)
}

const goodMessage = `{"text": "A board", "blocks": [
	{"type": "header", "text": {"type": "plain_text", "text": "Klondike"}},
	{"type": "section", "block_id": "s", "text": {"type": "mrkdwn", "text": "3 &lt; 5 <@U1|ann>"}, "fields": [{"type": "mrkdwn", "text": "one"}],
		"accessory": {"type": "button", "action_id": "a", "text": {"type": "plain_text", "text": "Draw"}, "value": "d", "url": "https://example.org/"}},
	{"type": "actions", "block_id": "t", "elements": [
		{"type": "button", "action_id": "a", "style": "primary", "text": {"type": "plain_text", "text": "Undo"}, "value": "u"},
		{"type": "static_select", "action_id": "m", "initial_option": {"text": {"type": "plain_text", "text": "one"}, "value": "1"}, "options": [
			{"text": {"type": "plain_text", "text": "one"}, "value": "1"}, {"text": {"type": "plain_text", "text": "two"}, "value": "2"}]},
		{"type": "overflow", "action_id": "o", "options": [{"text": {"type": "plain_text", "text": "one"}, "value": "1"}]}]},
	{"type": "context", "elements": [{"type": "mrkdwn", "text": "12 moves"}]},
	{"type": "rich_text", "elements": [{"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "## & <"}], "border": 0}]},
	{"type": "divider"}
]}`

// Where the blocks of goodMessage are.
const (
	header = iota
	section
	actions
	contextBlock
	richText
)

func block(m object, i int) object { return fake.List(m, "blocks")[i].(object) }

func element(m object, i int) object { return fake.List(block(m, actions), "elements")[i].(object) }

func long(n int) string { return strings.Repeat("x", n) }

// times makes a list of n copies.
func times(n int, o object) []any { return slices.Repeat([]any{o}, n) }

func TestBrokenMessagesAreReported(t *testing.T) {
	judgeAll(t, goodMessage, (*Checker).Message, brokenMessages())
}

func brokenMessages() []broken {
	text := func(o object, s string) { fake.Child(o, "text")["text"] = s }
	return []broken{
		{"51 blocks", Schema, func(m object) { m["blocks"] = times(51, object{"type": "divider"}) }},
		{"101 options", Schema, func(m object) { element(m, 1)["options"] = times(101, element(m, 1)["initial_option"].(object)) }},
		{"26 elements", Schema, func(m object) { block(m, actions)["elements"] = times(26, element(m, 0)) }},
		{"11 context elements", Schema, func(m object) {
			block(m, contextBlock)["elements"] = times(11, object{"type": "mrkdwn", "text": "x"})
		}},
		{"text 3001", Schema, func(m object) { text(block(m, section), long(3001)) }},
		{"empty text", Schema, func(m object) { text(block(m, section), "") }},
		{"header 151", Schema, func(m object) { text(block(m, header), long(151)) }},
		{"header with mrkdwn", Schema, func(m object) { fake.Child(block(m, header), "text")["type"] = "mrkdwn" }},
		{"button text 76", Schema, func(m object) { text(element(m, 0), long(76)) }},
		{"value 2001", Schema, func(m object) { element(m, 0)["value"] = long(2001) }},
		{"action_id 256", Schema, func(m object) { element(m, 0)["action_id"] = long(256) }},
		{"option value 76", Schema, func(m object) { fake.List(element(m, 1), "options")[1].(object)["value"] = long(76) }},
		{"unknown block", Schema, func(m object) { block(m, header)["type"] = "heading" }},
		{"unknown style", Schema, func(m object) { element(m, 0)["style"] = "secondary" }},
		{"misspelt key", Schema, func(m object) { m["blocs"] = m["blocks"] }},

		{"duplicate action_id", "S1", func(m object) { element(m, 1)["action_id"] = "a" }},
		{"no action_id", "S1", func(m object) { delete(element(m, 0), "action_id") }},
		{"accessory without action_id", "S1", func(m object) { delete(fake.Child(block(m, section), "accessory"), "action_id") }},
		{"duplicate block_id", "S2", func(m object) { block(m, actions)["block_id"] = "s" }},
		{"empty section", "S4", func(m object) {
			delete(block(m, section), "text")
			delete(block(m, section), "fields")
		}},
		{"field 2001", "S4", func(m object) { fake.List(block(m, section), "fields")[0].(object)["text"] = long(2001) }},
		{"no elements", "S5", func(m object) { block(m, actions)["elements"] = []any{} }},
		{"empty context", "S5", func(m object) { block(m, contextBlock)["elements"] = []any{} }},
		{"select without options", "S6", func(m object) { delete(element(m, 1), "options") }},
		{"select with no option", "S6", func(m object) { element(m, 1)["options"] = []any{} }},
		{"options and groups", "S6", func(m object) {
			element(m, 1)["option_groups"] = []any{object{"label": object{"type": "plain_text", "text": "g"}, "options": element(m, 1)["options"]}}
		}},
		{"option twice", "S6", func(m object) { fake.List(element(m, 1), "options")[1].(object)["value"] = "1" }},
		{"option without value", "S6", func(m object) { delete(fake.List(element(m, 1), "options")[1].(object), "value") }},
		{"no groups", "S6", func(m object) {
			delete(element(m, 1), "options")
			element(m, 1)["option_groups"] = []any{}
		}},
		{"group label 76", "S6", func(m object) {
			element(m, 1)["option_groups"] = []any{object{"label": object{"type": "plain_text", "text": long(76)}, "options": element(m, 1)["options"]}}
			delete(element(m, 1), "options")
		}},
		{"foreign initial option", "S6", func(m object) { fake.Child(element(m, 1), "initial_option")["value"] = "3" }},
		{"6 in an overflow", "S7", func(m object) { element(m, 2)["options"] = times(6, fake.List(element(m, 2), "options")[0].(object)) }},
		{"empty value", "S8", func(m object) { element(m, 0)["value"] = "" }},
		{"bad link", "S8", func(m object) { element(m, 0)["url"] = "javascript:alert(1)" }},
		{"no rich text", "S9", func(m object) { block(m, richText)["elements"] = []any{} }},
		{"empty preformatted", "S9", func(m object) { fake.List(block(m, richText), "elements")[0].(object)["elements"] = []any{} }},
		{"empty rich text", "S9", func(m object) {
			fake.List(block(m, richText), "elements")[0].(object)["elements"] = []any{object{"type": "text", "text": ""}}
		}},
		{"no text", "S10", func(m object) { m["text"] = " " }},
		{"text 4001", "S10", func(m object) { m["text"] = long(4001) }},
		{"raw <", "S11", func(m object) { text(block(m, section), "3 < 5") }},
		{"raw &", "S11", func(m object) { text(block(m, section), "you & me") }},
		{"raw > in a fence", "S11", func(m object) { text(block(m, section), "```\n3>5\n```") }},
		{"raw > at the top", "S11", func(m object) { m["text"] = "3>5" }},
		{"calls everybody", "S11", func(m object) { text(block(m, section), "<!channel>") }},
		{"open fence", "S11", func(m object) { text(block(m, section), "``` ``` ```") }},
		{"option value 151", "S16", func(m object) { fake.List(element(m, 1), "options")[1].(object)["value"] = long(151) }},
	}
}

const goodHome = `{"type": "home", "blocks": [{"type": "header", "text": {"type": "plain_text", "text": "Your game"}}]}`

func TestBrokenViewsAreReported(t *testing.T) { judgeAll(t, goodHome, (*Checker).Home, brokenViews()) }

func brokenViews() []broken {
	return []broken{
		{"101 blocks", Schema, func(v object) { v["blocks"] = times(101, object{"type": "divider"}) }},
		{"of another type", Schema, func(v object) { v["type"] = "modal" }},
		{"with a title", Schema, func(v object) { v["title"] = object{"type": "plain_text", "text": "x"} }},
		{"bare header", "S3", func(v object) { delete(block(v, 0), "text") }},
		{"250 kB", "S13", func(v object) { v["private_metadata"] = long(250_000) }},
	}
}

func TestBrokenManifestsAreReported(t *testing.T) {
	judgeAll(t, socketManifest, (*Checker).Manifest, brokenManifests())
}

func brokenManifests() []broken {
	info := func(m object) object { return fake.Child(m, "display_information") }
	first := func(m object) object { return commandsOf(m)[0] }
	return []broken{
		{"command without slash", Schema, func(m object) { first(m)["command"] = "tiny" }},
		{"name 36", Schema, func(m object) { info(m)["name"] = long(36) }},
		{"long_description 174", Schema, func(m object) { info(m)["long_description"] = long(174) }},
		{"misspelt key", Schema, func(m object) { m["setings"] = m["settings"] }},
		{"bad colour", "M1", func(m object) { info(m)["background_color"] = "#12345" }},
		{"duplicate command", "M2", func(m object) { first(m)["command"] = "/plain" }},
		{"upper-case command", "M2", func(m object) { first(m)["command"] = "/Tiny" }},
		{"url with Socket Mode", "M3", func(m object) { first(m)["url"] = "https://example.org/" }},
		{"HTTP without urls", "M3", func(m object) { fake.Child(m, "settings")["socket_mode_enabled"] = false }},
		{"unknown scope", "M4", func(m object) {
			fake.Child(fake.Child(m, "oauth_config"), "scopes")["bot"] = []any{"commands", "chat:write", "users:read", "admin"}
		}},
		{"missing scope", "M4", func(m object) { fake.Child(fake.Child(m, "oauth_config"), "scopes")["bot"] = []any{"commands"} }},
		{"unknown event", "M5", func(m object) {
			fake.Child(fake.Child(m, "settings"), "event_subscriptions")["bot_events"] = []any{"app_home_opened", "message.channels"}
		}},
		{"messages that the bot may not read", "M5", func(m object) {
			fake.Child(fake.Child(m, "settings"), "event_subscriptions")["bot_events"] = []any{"app_home_opened", "message.im"}
		}},
		{"no Home tab", "M5", func(m object) { fake.Child(fake.Child(m, "features"), "app_home")["home_tab_enabled"] = false }},
		{"no interactivity", "M5", func(m object) { fake.Child(fake.Child(m, "settings"), "interactivity")["is_enabled"] = false }},
		{"translated", "M6", func(m object) { first(m)["description_localizations"] = object{"de": "Zählt"} }},
	}
}

// socketManifest asks for Socket Mode.
const socketManifest = `{
	"display_information": {"name": "Tiny"},
	"features": {"app_home": {"home_tab_enabled": true}, "bot_user": {"display_name": "tiny"}, "slash_commands": [
		{"command": "/tiny", "description": "Counts", "should_escape": true}, {"command": "/plain", "description": "Counts"}]},
	"oauth_config": {"scopes": {"bot": ["commands", "chat:write", "users:read", "files:write"]}},
	"settings": {"event_subscriptions": {"bot_events": ["app_home_opened", "user_change"]},
		"interactivity": {"is_enabled": true}, "socket_mode_enabled": true}
}`

// sources returns the sources of violations.
func sources(all []fake.Violation) (names []string) {
	for _, v := range all {
		names = append(names, v.Rule)
	}
	return names
}

// judgeAll checks that the good payload passes and that each broken one is
// reported by its source.
func judgeAll(t *testing.T, good string, judge func(*Checker, []byte) []fake.Violation, all []broken) {
	c := NewChecker(t)
	if found := judge(c, []byte(good)); len(found) > 0 {
		t.Fatalf("the good one is reported: %v", found)
	}
	for _, b := range all {
		t.Run(b.name, func(t *testing.T) {
			if b.source == Schema && c.schemas == nil {
				t.Skipf("%s is not set: the schemas are not at hand", fake.SharedVariable)
			}
			payload := fake.DecodeObject([]byte(good))
			b.spoil(payload)
			if found := judge(c, fake.Encode(payload)); !slices.Contains(sources(found), b.source) {
				t.Errorf("reported: %v; want it from %s", found, b.source)
			}
		})
	}
}

// Without any one of the rules, some broken payload would pass.
func TestEveryRuleIsNeeded(t *testing.T) {
	c, all := &Checker{}, rules // without the schemas
	defer func() { rules = all }()
	passes := func(good string, judge func(*Checker, []byte) []fake.Violation, rule string) func(broken) bool {
		return func(b broken) bool {
			payload := fake.DecodeObject([]byte(good))
			b.spoil(payload)
			return b.source == rule && !slices.Contains(sources(judge(c, fake.Encode(payload))), rule)
		}
	}
	for i, r := range all {
		rules = slices.Delete(slices.Clone(all), i, i+1)
		if !slices.ContainsFunc(brokenMessages(), passes(goodMessage, (*Checker).Message, r.Name)) &&
			!slices.ContainsFunc(brokenViews(), passes(goodHome, (*Checker).Home, r.Name)) &&
			!slices.ContainsFunc(brokenManifests(), passes(socketManifest, (*Checker).Manifest, r.Name)) {
			t.Errorf("rule %d, %s about %s: no broken payload needs it", i, r.Name, r.About)
		}
	}
}

func TestKeysOfSlackGoAreNoViolation(t *testing.T) {
	c := NewChecker(t)
	for _, body := range []string{
		`{"text": "x", "token": "xoxb", "as_user": true, "link_names": false}`,
		`{"text": "x", "metadata": {"event_type": "", "event_payload": null}, "blocks": null, "delete_original": false, "replace_original": true}`,
	} {
		if found := c.Message([]byte(body)); len(found) > 0 {
			t.Errorf("%s: %v", body, found)
		}
	}
}

func TestOnlyTheCauseIsReported(t *testing.T) {
	c := NewChecker(t)
	if c.schemas == nil {
		t.Skipf("%s is not set: the schemas are not at hand", fake.SharedVariable)
	}
	found := c.Message([]byte(`{"text": "x", "blocks": [{"type": "header", "text": {"type": "plain_text", "text": "` + long(151) + `"}}]}`))
	if len(found) != 1 || !strings.Contains(found[0].Text, "150") || len(found[0].Text) > 300 {
		t.Errorf("reported: %v", found)
	}
}

func TestPayloadsMustBeObjects(t *testing.T) {
	c := NewChecker(t)
	for _, body := range []string{"", "[]", "{", "null", `"text"`} {
		if found := c.Message([]byte(body)); !slices.Equal(sources(found), []string{Schema}) {
			t.Errorf("%q: %v", body, found)
		}
	}
}
