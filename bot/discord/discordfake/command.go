package discordfake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// Install installs a command as another program of the application's owner
// would, given as Discord's JSON.
func (s *Server) Install(command string) {
	s.T.Helper()
	doc, err := fake.Decode([]byte(command))
	if err != nil {
		s.T.Fatal(err)
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.commands = append(s.commands, s.installed(doc.(object)))
}

// Commands returns the names of the registered commands.
func (s *Server) Commands() (names []string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	for _, c := range s.commands {
		names = append(names, fake.Text(c, "name"))
	}
	return names
}

func (s *Server) getCommands(*call) (any, error) {
	all := []any{}
	for _, c := range s.commands {
		all = append(all, c)
	}
	return all, nil
}

// putCommands replaces the whole set. An unchanged one is against C16, but
// Discord takes it. One without the installed entry point is refused.
func (s *Server) putCommands(c *call) (any, error) {
	if err := s.judge(c.body, nil, 0); err != nil {
		return nil, err
	}
	var next []object
	for _, command := range fake.All[object](c.body.doc.([]any)) {
		next = append(next, s.installed(command))
	}
	isEntryPoint := func(c object) bool { return fake.Number(c, "type", 0) == commandEntryPoint }
	if slices.ContainsFunc(s.commands, isEntryPoint) && !slices.ContainsFunc(next, isEntryPoint) {
		return nil, wrong(http.StatusBadRequest, 50240,
			"You cannot remove this app's Entry Point command in a bulk update operation.", "entry point", "the set lacks it")
	}
	if len(s.commands) > 0 && bytes.Equal(fake.Encode(next), fake.Encode(s.commands)) {
		s.Report("PUT commands", fake.Violation{Rule: "C16", Text: "nothing has changed"})
	}
	s.commands = next
	return s.getCommands(c)
}

// installed is a command as Discord keeps it: without keys that aren't set, and
// with the id of the command that it replaces.
func (s *Server) installed(sent object) object {
	c := fake.Without(sent, func(key string, value any) bool { return fake.Blank(value) && key != "name" && key != "description" })
	for key, value := range map[string]any{
		"type": json.Number("1"), "description": "", "nsfw": false, "integration_types": []any{json.Number("0")}, "dm_permission": true,
	} {
		if c[key] == nil {
			c[key] = value
		}
	}
	c["application_id"], c["id"] = applicationID, s.newID()
	for _, was := range s.commands {
		if was["name"] == c["name"] && was["type"] == c["type"] {
			c["id"] = was["id"]
		}
	}
	return c
}

// named returns the object of a list with that name, or nil.
func named(o object, key, name string) object {
	for _, inner := range fake.Objects(o, key) {
		if fake.Text(inner, "name") == name {
			return inner
		}
	}
	return nil
}

// typed makes the interaction of a typed command. Commands and options must be
// registered, and values be of the options' types. Groups of subcommands can't be
// typed.
func (p *Person) typed(kind int, command string, options []string) (*interaction, error) {
	p.s.Mu.Lock()
	defer p.s.Mu.Unlock()
	name, sub, _ := strings.Cut(command, " ")
	i := slices.IndexFunc(p.s.commands, func(c object) bool {
		return fake.Text(c, "name") == name && fake.Number(c, "type", 0) == commandChat && p.offered(c)
	})
	if i < 0 {
		return nil, fmt.Errorf("the command /%s is not there for %s", name, p.user.name)
	}
	level, data, focused := p.s.commands[i], []any{}, 0
	sent := object{"id": level["id"], "name": name, "type": commandChat}
	if sub != "" {
		level = named(level, "options", sub)
	}
	users, members := object{}, object{}
	for i, option := range options {
		key, value, _ := strings.Cut(option, ":")
		o := named(level, "options", key)
		typed := object{"name": key, "type": o["type"], "value": typedValue(o, value)}
		if kind == interactionAutocomplete && i == len(options)-1 {
			focused = fake.Number(o, "type", 0)
			typed["value"], typed["focused"] = value, true
		}
		if o == nil || typed["value"] == nil {
			return nil, fmt.Errorf("/%s doesn't take the option %q", command, option)
		}
		if u := p.s.users[value]; focused == 0 && fake.Number(o, "type", 0) == optionUser && u != nil {
			users[value], members[value] = u.json(), p.place.member(value)
		}
		data = append(data, typed)
	}
	sent["options"] = data
	if sub != "" {
		sent["options"] = []any{object{"type": optionSubcommand, "name": sub, "options": data}}
	}
	if level == nil || level["options"] != nil && fake.Number(fake.Objects(level, "options")[0], "type", 0) <= optionGroup {
		return nil, fmt.Errorf("/%s is not there, or has subcommands", command)
	}
	if len(users) > 0 {
		sent["resolved"] = object{"users": users}
		if p.place.Context == ContextGuild {
			sent["resolved"] = object{"users": users, "members": members}
		}
	}
	in := p.s.begin(kind, p, nil, sent)
	in.option = focused
	return in, nil
}

// offered reports whether a command is shown in the person's place. Commands
// that name no contexts are shown everywhere the installation allows.
func (p *Person) offered(c object) bool {
	if fake.List(c, "contexts") != nil && !contains(c, "contexts", p.place.Context) {
		return false
	}
	forUsers := contains(c, "integration_types", installUser)
	return p.place.Context == ContextBotDM && forUsers || p.place.UserOnly && forUsers ||
		!p.place.UserOnly && contains(c, "integration_types", installGuild)
}

// typedValue is the value that Discord sends for typed text, or nil if it is
// none of the option's choices.
func typedValue(o object, typed string) any {
	choices := fake.Objects(o, "choices")
	for _, c := range choices {
		if fake.Text(c, "name") == typed || fmt.Sprint(c["value"]) == typed {
			return c["value"]
		}
	}
	switch fake.Number(o, "type", 0) {
	case optionBoolean:
		return typed == "true"
	case optionInteger, optionNumber:
		return json.Number(typed)
	}
	if len(choices) > 0 {
		return nil
	}
	return typed
}
