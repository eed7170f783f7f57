package discordfake

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// A broken payload differs from a valid one in one point: what is old in the
// valid one is new instead.
type broken struct {
	name string
	from string // name of the valid one
	old  string
	new  string
	rule string // that reports it too, or alone
	also string // another one
}

type valid struct {
	kind  string
	body  string
	about About
}

const (
	nobody  = `"allowed_mentions":{"parse":[]}`
	button  = `{"type":2,"style":2,"label":"Draw","custom_id":"draw"}`
	menu    = `{"type":3,"custom_id":"menu","options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}`
	rows    = `[{"type":1,"components":[` + button + `]},{"type":1,"components":[` + menu + `]}]`
	board   = `"embeds":[{"title":"Klondike","description":"board","fields":[{"name":"Moves","value":"3"}]}],"components":` + rows
	display = `{"type":10,"content":"hello"}`
)

func valids() map[string]valid {
	return map[string]valid{
		"pong":      {Callback, `{"type":1}`, About{}},
		"message":   {Callback, `{"type":4,"data":{"content":"","tts":false,"flags":64,` + board + `,` + nobody + `}}`, About{}},
		"deferral":  {Callback, `{"type":5,"data":{"flags":64}}`, About{}},
		"thinking":  {Callback, `{"type":6}`, About{}},
		"update":    {Callback, `{"type":7,"data":{"content":"","tts":false,` + board + `,` + nobody + `}}`, About{}},
		"choices":   {Callback, `{"type":8,"data":{"content":"","tts":false,"choices":[{"name":"9♥ from pile 3","value":"3 5"}]}}`, About{Type: optionString}},
		"numbers":   {Callback, `{"type":8,"data":{"choices":[{"name":"seven","value":7}]}}`, About{Type: optionInteger}},
		"fractions": {Callback, `{"type":8,"data":{"choices":[{"name":"half","value":0.5}]}}`, About{Type: optionNumber}},
		"nothing":   {Callback, `{"type":8,"data":{"choices":[]}}`, About{Type: optionString}},
		"follow-up": {FollowUp, `{"content":"hello","flags":64,` + nobody + `}`, About{}},
		"edit":      {WebhookEdit, `{"content":"",` + board + `,` + nobody + `}`, About{}},
		"post":      {ChannelMessage, `{"content":"hello","tts":false,"sticker_ids":null,` + board + `,` + nobody + `}`, About{}},
		"post edit": {ChannelEdit, `{"content":"hello","ID":"1","Channel":"2",` + nobody + `}`, About{}},
		"picture":   {FollowUp, `{"embeds":[{"image":{"url":"attachment://board.png"}}],` + nobody + `}`, About{Files: []string{"board.png"}}},
		"displays":  {WebhookEdit, `{"content":null,"embeds":[],"flags":32768,"components":[{"type":17,"components":[` + display + `]}],` + nobody + `}`, About{}},
		"gallery":   {FollowUp, `{"flags":32832,"components":[{"type":12,"items":[{"media":{"url":"attachment://board.png"}}]}],` + nobody + `}`, About{Files: []string{"board.png"}}},
		"emoji":     {NewEmoji, `{"name":"ace","image":"data:image/png;base64,AAAA"}`, About{}},
		"dm":        {DirectMessage, `{"recipient_id":"7"}`, About{}},
		"commands":  {CommandSet, commandSetBody, About{}},
		"command":   {CommandSet, `[{"name":"draw","description":"Draws","contexts":[0,1,2],"integration_types":[0,1]}]`, About{}},
	}
}

const commandSetBody = `[
	{"name":"solitaire","description":"Play","name_localizations":{"vi":"bài"},"contexts":[0,1,2],"integration_types":[0,1],"options":[
		{"type":1,"name":"new","description":"Deals","options":[
			{"type":3,"name":"game","description":"Which","required":true,"choices":[{"name":"Klondike","value":"klondike"},{"name":"Yukon","value":"yukon"}]},
			{"type":4,"name":"deal","description":"Number","min_value":1,"max_value":9}]},
		{"type":2,"name":"more","description":"More","options":[{"type":1,"name":"rules","description":"Rules","options":[]}]}]},
	{"name":"move","description":"Moves","description_localizations":{"en-GB":"Moves","en-US":"Moves"},"options":[
		{"type":3,"name":"from","description":"From","required":true,"autocomplete":true,"channel_types":null,"choices":null,"options":null},
		{"type":3,"name":"to","description":"To","autocomplete":false,"name_localizations":{"vi":"đến"}}]},
	{"name":"Who is that","type":2}]`

func repeat(n int, separator string, each func(i int) string) string {
	var all []string
	for i := range n {
		all = append(all, each(i))
	}
	return strings.Join(all, separator)
}

func buttons(n int) string {
	return repeat(n, ",", func(i int) string {
		return fmt.Sprintf(`{"type":2,"style":1,"label":"B","custom_id":"b%d"}`, i)
	})
}

// bySchema are the payloads that Discord's own schemas refuse.
func bySchema() []broken {
	long := func(n int) string { return strings.Repeat("x", n) }
	return []broken{
		{name: "description 4097", from: "message", old: `"description":"board"`, new: `"description":"` + long(4097) + `"`},
		{name: "custom_id 101", from: "message", old: `"custom_id":"draw"`, new: `"custom_id":"` + long(101) + `"`},
		{name: "26 options", from: "message", old: `{"label":"A","value":"a"}`, new: repeat(25, ",", func(i int) string { return fmt.Sprintf(`{"label":"A","value":"a%d"}`, i) })},
		{name: "6 buttons in a row", from: "message", old: button, new: buttons(6), rule: "D16"},
		{name: "content 2001", from: "message", old: `"content":""`, new: `"content":"` + long(2001) + `"`},
		{name: "content 2001 in a follow-up", from: "follow-up", old: `hello`, new: long(2001)},
		{name: "integer with min_value 1.5", from: "commands", old: `"min_value":1`, new: `"min_value":1.5`},
		{name: "empty row", from: "message", old: button, new: ``, rule: "D16"},
		{name: "button at the top", from: "message", old: `{"type":1,"components":[` + button + `]}`, new: button, rule: "D4"},
		{name: "V2 component in a row", from: "message", old: button, new: button + "," + display, rule: "D4"},
		{name: "choice name 101", from: "choices", old: `9♥ from pile 3`, new: long(101), rule: "C17"},
		{name: "subcommand in a subcommand", from: "commands", old: `"options":[]`, new: `"options":[{"type":1,"name":"deeper","description":"Deeper"}]`, rule: "C10"},
		{name: "subcommand in a subcommand at the top", from: "commands", old: `{"type":3,"name":"game"`, new: `{"type":1,"name":"deeper","description":"Deeper"},{"type":3,"name":"game"`, rule: "C10", also: "C11"},
		{name: "group in a group", from: "commands", old: `{"type":1,"name":"rules","description":"Rules","options":[]}`, new: `{"type":2,"name":"rules","description":"Rules","options":[]}`, rule: "C10"},
		{name: "bad address", from: "message", old: `"title":"Klondike"`, new: `"url":"no address"`},
		{name: "bad time stamp", from: "message", old: `"title":"Klondike"`, new: `"timestamp":"yesterday"`},
		{name: "misspelt key", from: "message", old: `"title"`, new: `"titel"`},
		{name: "misspelt key of a command", from: "command", old: `"contexts"`, new: `"context"`},
		{name: "key of a stored command", from: "command", old: `"contexts":[0,1,2]`, new: `"nsfw":false`},
		{name: "permissions as a string", from: "command", old: `"contexts":[0,1,2]`, new: `"default_member_permissions":"0"`},
		{name: "autocomplete on a boolean", from: "commands", old: `"type":4,"name":"deal","description":"Number","min_value":1,"max_value":9`, new: `"type":5,"name":"deal","description":"Number","autocomplete":true`, rule: "C8"},
		{name: "26 choices offered", from: "choices", old: `{"name":"9♥ from pile 3","value":"3 5"}`, new: repeat(26, ",", func(i int) string { return fmt.Sprintf(`{"name":"%d","value":"%d"}`, i, i) }), rule: "C17"},
		{name: "no such callback", from: "thinking", old: `6`, new: `3`},
	}
}

// byRule are those that only the rules refuse.
func byRule() []broken {
	long := func(n int) string { return strings.Repeat("x", n) }
	return []broken{
		{rule: "D1", name: "deferral with content", from: "deferral", old: `"flags":64`, new: `"content":"x"`},
		{rule: "D1", name: "deferral with V2", from: "deferral", old: `64`, new: `32832`},
		{rule: "D1", name: "deferred update with data", from: "thinking", old: `6`, new: `6,"data":{"content":"x"}`},
		{rule: "D2", name: "flag 128", from: "message", old: `"flags":64`, new: `"flags":192`},
		{rule: "D2", name: "edit with EPHEMERAL", from: "edit", old: `"content":""`, new: `"flags":64`},
		{rule: "D2", name: "update with EPHEMERAL", from: "update", old: `"content":""`, new: `"flags":64`},
		{rule: "D2", name: "channel message with EPHEMERAL", from: "post", old: `"tts":false`, new: `"flags":64`},
		{rule: "D4", name: "6 rows", from: "message", old: rows, new: "[" + repeat(6, ",", func(i int) string {
			return fmt.Sprintf(`{"type":1,"components":[{"type":2,"style":1,"label":"B","custom_id":"b%d"}]}`, i)
		}) + "]"},
		{rule: "D3", name: "displays beside an embed", from: "message", old: `"flags":64`, new: `"flags":32832`},
		{rule: "D3", name: "displays beside content", from: "displays", old: `"content":null`, new: `"content":"x"`},
		{rule: "D5", name: "41 nested components", from: "displays", old: display, new: repeat(40, ",", func(int) string { return display })},
		{rule: "D6", name: "4001 characters in displays", from: "displays", old: `hello`, new: long(4000) + `"},{"type":10,"content":"x`},
		{rule: "D7", name: "10171 bytes in displays", from: "displays", old: `hello`, new: strings.Repeat("✔", 3387)},
		{rule: "D9", name: "displays without any", from: "displays", old: `[{"type":17,"components":[` + display + `]}]`, new: `[]`},
		{rule: "nodes", name: "201 emojis in a display", from: "displays", old: `hello`, new: strings.Repeat("<:a:1>", 201)},
		{rule: "attachment", name: "file that no component shows", from: "gallery", old: `{"type":12,"items":[{"media":{"url":"attachment://board.png"}}]}`, new: display},
		{rule: "D15", name: "id twice in displays", from: "displays", old: display, new: `{"type":10,"id":3,"content":"a"},{"type":10,"id":3,"content":"b"}`},
		{rule: "D15", name: "id twice", from: "message", old: button, new: `{"type":2,"style":1,"label":"B","custom_id":"b","id":5},{"type":2,"style":1,"label":"B","custom_id":"c","id":5}`},
		{rule: "D4", name: "41 nested components", from: "message", old: rows, new: `[{"type":17,"components":[` + repeat(40, ",", func(int) string { return display }) + `]}]`},
		{rule: "D4", name: "V2 component without the flag", from: "message", old: rows, new: `[` + display + `]`},
		{rule: "D9", name: "empty message", from: "follow-up", old: `"hello"`, new: `"  "`},
		{rule: "D10", name: "content 2001 in a channel", from: "post", old: `hello`, new: long(2001)},
		{rule: "D10", name: "content 2001 in an edit", from: "post edit", old: `hello`, new: long(2001)},
		{rule: "D11", name: "6001 in all embeds", from: "message", old: `"embeds":[{`, new: `"embeds":[{"description":"` + long(4096) + `"},{"description":"` + long(1886) + `"},{`},
		{rule: "D12", name: "field without a value", from: "message", old: `"value":"3"`, new: `"value":" "`},
		{rule: "D12", name: "field without a name", from: "message", old: `"name":"Moves"`, new: `"name":" "`},
		{rule: "D12", name: "embed without anything", from: "follow-up", old: `"flags":64`, new: `"embeds":[{"color":1}]`},
		{rule: "D13", name: "mentions not named", from: "follow-up", old: `,` + nobody, new: ``},
		{rule: "D13", name: "everybody mentioned", from: "follow-up", old: `"parse":[]`, new: `"parse":["everyone"]`},
		{rule: "D13", name: "allowed though not mentioned", from: "follow-up", old: `"parse":[]`, new: `"parse":[],"users":["7"]`},
		{rule: "D14", name: "custom_id twice", from: "message", old: `"custom_id":"menu"`, new: `"custom_id":"draw"`},
		{rule: "D16", name: "two selects", from: "message", old: menu, new: menu + `,` + strings.ReplaceAll(menu, `"menu"`, `"menu2"`)},
		{rule: "D16", name: "button beside a select", from: "message", old: menu, new: menu + `,{"type":2,"style":1,"label":"B","custom_id":"b"}`},
		{rule: "D16", name: "select of users beside a select", from: "message", old: menu, new: menu + `,{"type":5,"custom_id":"who"}`},
		{rule: "D18", name: "min_values above max_values of users", from: "message", old: menu, new: `{"type":5,"custom_id":"who","min_values":2}`},
		{rule: "D17", name: "empty label", from: "message", old: `"label":"Draw"`, new: `"label":""`},
		{rule: "D17", name: "address with custom_id", from: "message", old: `"label":"Draw"`, new: `"label":"Draw","url":"https://example.com"`},
		{rule: "D17", name: "button without custom_id", from: "message", old: `,"custom_id":"draw"`, new: ``},
		{rule: "D17", name: "link without an address", from: "message", old: `"style":2,"label":"Draw","custom_id":"draw"`, new: `"style":5,"label":"Draw"`},
		{rule: "D18", name: "value twice", from: "message", old: `"value":"b"`, new: `"value":"a"`},
		{rule: "D18", name: "max_values above the options", from: "message", old: `"custom_id":"menu"`, new: `"custom_id":"menu","max_values":3`},
		{rule: "D18", name: "min_values above max_values", from: "message", old: `"custom_id":"menu"`, new: `"custom_id":"menu","min_values":2`},
		{rule: "D18", name: "two chosen", from: "message", old: `"value":"a"},{`, new: `"value":"a","default":true},{"default":true,`},
		{rule: "attachment", name: "no such file", from: "picture", old: `board.png`, new: `other.png`},

		{rule: "C1", name: "upper-case name", from: "command", old: `"draw"`, new: `"Draw"`},
		{rule: "C1", name: "space in an option's name", from: "commands", old: `"name":"deal"`, new: `"name":"de al"`},
		{rule: "C1", name: "upper-case localised name", from: "commands", old: `"bài"`, new: `"Bài"`},
		{rule: "C2", name: "user command with a description", from: "commands", old: `"type":2}`, new: `"type":2,"description":"x"}`},
		{rule: "C3", name: "no description", from: "command", old: `"description":"Draws",`, new: ``},
		{rule: "C4", name: "locale sq", from: "commands", old: `"vi":"bài"`, new: `"sq":"letra"`},
		{rule: "C5", name: "en-GB alone", from: "commands", old: `,"en-US":"Moves"`, new: ``},
		{rule: "C6", name: "option twice", from: "commands", old: `"name":"deal"`, new: `"name":"game"`},
		{rule: "C6", name: "localised as another option", from: "commands", old: `"đến"`, new: `"from"`},
		{rule: "C7", name: "required after optional", from: "commands", old: `"type":4,"name":"deal","description":"Number","min_value":1,"max_value":9`, new: `"type":5,"name":"a","description":"A"},{"type":5,"required":true,"name":"b","description":"B"`},
		{rule: "C8", name: "choices with autocomplete", from: "commands", old: `"required":true,"choices"`, new: `"required":true,"autocomplete":true,"choices"`},
		{rule: "C8", name: "choice twice", from: "commands", old: `"value":"yukon"`, new: `"value":"klondike"`},
		{rule: "C8", name: "choice value 101", from: "commands", old: `"value":"yukon"`, new: `"value":"` + long(101) + `"`},
		{rule: "C9", name: "min_value above max_value", from: "commands", old: `"min_value":1`, new: `"min_value":10`},
		{rule: "C9", name: "min_length above max_length", from: "commands", old: `"description":"From"`, new: `"description":"From","min_length":2,"max_length":1`},
		{rule: "C11", name: "option beside a subcommand", from: "commands", old: `{"type":2,"name":"more","description":"More","options":[{"type":1,"name":"rules","description":"Rules","options":[]}]}`, new: `{"type":5,"name":"x","description":"X"}`},
		{rule: "C12", name: "8001 characters", from: "command", old: `"contexts"`, new: `"options":[` + repeat(20, ",", func(i int) string {
			return fmt.Sprintf(`{"type":3,"name":"o%02d","description":"x","choices":[%s]}`, i, repeat(25, ",", func(j int) string {
				return fmt.Sprintf(`{"name":"%08d","value":"%08d"}`, j, j)
			}))
		}) + `],"contexts"`},
		{rule: "C13", name: "command twice", from: "commands", old: `"name":"move"`, new: `"name":"solitaire"`},
		{rule: "C14", name: "101 commands", from: "commands", old: `[
	{`, new: `[` + repeat(99, ",", func(i int) string { return fmt.Sprintf(`{"name":"c%d","description":"x"}`, i) }) + `,{`},
		{rule: "C15", name: "group DMs without user installation", from: "command", old: `"integration_types":[0,1]`, new: `"integration_types":[0]`},
		{rule: "C17", name: "choice value 101", from: "choices", old: `3 5`, new: long(101)},
		{rule: "C17", name: "text for a whole number", from: "numbers", old: `7`, new: `"7"`},
		{rule: "C17", name: "text for a number", from: "fractions", old: `0.5`, new: `"0.5"`},
		{rule: "C17", name: "number for a text", from: "choices", old: `"value":"3 5"`, new: `"value":35`},
		{rule: "json", name: "broken JSON", from: "pong", old: `}`, new: ``},
	}
}

func TestValidPayloadsPass(t *testing.T) {
	c := NewChecker(t)
	for name, v := range valids() {
		for _, found := range c.Check(v.kind, []byte(v.body), v.about) {
			t.Errorf("%s: %v", name, found)
		}
	}
}

func TestBrokenPayloadsAreReportedByRule(t *testing.T) {
	c := NewChecker(t)
	for _, b := range byRule() {
		t.Run(b.rule+" "+b.name, func(t *testing.T) { checkBroken(t, c, b, b.rule) })
	}
}

func TestBrokenPayloadsAreReportedBySchema(t *testing.T) {
	c := NewChecker(t)
	if c.schemas == nil {
		t.Skip(fake.SharedVariable + " is not set: Discord's schemas are not checked")
	}
	for _, b := range bySchema() {
		t.Run(b.name, func(t *testing.T) {
			want := []string{"schema"}
			for _, rule := range []string{b.rule, b.also} {
				if rule != "" {
					want = append(want, rule)
				}
			}
			checkBroken(t, c, b, want...)
		})
	}
}

func checkBroken(t *testing.T, c *Checker, b broken, want ...string) {
	v := valids()[b.from]
	if !strings.Contains(v.body, b.old) {
		t.Fatalf("%q is not in the valid %q", b.old, b.from)
	}
	found := c.Check(v.kind, []byte(strings.Replace(v.body, b.old, b.new, 1)), v.about)
	for _, rule := range want {
		if !slices.ContainsFunc(found, func(v fake.Violation) bool { return v.Rule == rule }) {
			t.Errorf("found %v; want %s", found, rule)
		}
	}
	for _, v := range found {
		if !slices.Contains(want, v.Rule) {
			t.Errorf("found %v besides %s", v, want)
		}
	}
}

// Without any one of the rules, some broken payload would pass.
func TestEveryRuleIsNeeded(t *testing.T) {
	c := &Checker{} // without the schemas
	for _, table := range []*[]fake.Rule{&messageRules, &commandRules} {
		all := *table
		for i, r := range all {
			*table = slices.Delete(slices.Clone(all), i, i+1)
			if !slices.ContainsFunc(append(byRule(), bySchema()...), func(b broken) bool { return b.rule == r.Name && !reported(c, b) }) {
				t.Errorf("rule %d, %s about %s: no broken payload needs it", i, r.Name, r.About)
			}
		}
		*table = all
	}
}

// reported reports whether a broken payload is reported by its rule.
func reported(c *Checker, b broken) bool {
	v := valids()[b.from]
	found := c.Check(v.kind, []byte(strings.Replace(v.body, b.old, b.new, 1)), v.about)
	return slices.ContainsFunc(found, func(v fake.Violation) bool { return v.Rule == b.rule })
}
