package discordfake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Install installs a command as another program of the application's owner
// would, given as Discord's JSON.
func (s *Server) Install(command string) {
	s.t.Helper()
	doc, err := decode([]byte(command))
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands = append(s.commands, s.installed(doc.(object)))
}

// Commands returns the names of the registered commands.
func (s *Server) Commands() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for _, c := range s.commands {
		names = append(names, text(c, "name"))
	}
	return names
}

func (s *Server) getCommands(*call) (any, error) {
	all := []any{}
	for _, c := range s.commands {
		all = append(all, clone(c))
	}
	return all, nil
}

// putCommands replaces the whole set. An unchanged one is against C16, but
// Discord takes it. One without the installed entry point is refused.
func (s *Server) putCommands(c *call) (any, error) {
	if err := invalidForm(s.checker.check(CommandSet, c.body.doc, About{})); err != nil {
		return nil, err
	}
	var next []object
	for _, element := range c.body.doc.([]any) {
		next = append(next, s.installed(element.(object)))
	}
	isEntryPoint := func(c object) bool { return number(c, "type", 0) == commandEntryPoint }
	if slices.ContainsFunc(s.commands, isEntryPoint) && !slices.ContainsFunc(next, isEntryPoint) {
		return nil, wrong(http.StatusBadRequest, 50240,
			"You cannot remove this app's Entry Point command in a bulk update operation.", "entry point", "the set lacks it")
	}
	if len(s.commands) > 0 && bytes.Equal(encode(next), encode(s.commands)) {
		s.violate("PUT commands", Violation{Rule: "C16", Text: "nothing has changed"})
	}
	s.commands = next
	return s.getCommands(c)
}

// installed is a command as Discord keeps it: without what isn't set, and with
// the id of the one before.
func (s *Server) installed(sent object) object {
	c := clone(sent).(object)
	dropDefaults(c)
	for key, value := range map[string]any{
		"type": json.Number("1"), "description": "", "nsfw": false, "integration_types": []any{json.Number("0")}, "dm_permission": true,
	} {
		if c[key] == nil {
			c[key] = value
		}
	}
	c["application_id"], c["id"] = s.opts.ApplicationID, ""
	for _, was := range s.commands {
		if was["name"] == c["name"] && was["type"] == c["type"] {
			c["id"] = was["id"]
		}
	}
	if c["id"] == "" {
		c["id"] = s.newID()
	}
	return c
}

func dropDefaults(c object) {
	dropNulls(c)
	for _, o := range objects(c, "options") {
		dropDefaults(o)
		for key, value := range o {
			if blank(value) && key != "name" && key != "description" {
				delete(o, key)
			}
		}
	}
}

// typed makes the interaction of a command, as far as the registered ones allow
// it. Groups of subcommands can't be typed.
func (p *Person) typed(kind int, command string, options []string) (*interaction, error) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	name, sub, _ := strings.Cut(strings.TrimPrefix(command, "/"), " ")
	i := slices.IndexFunc(p.s.commands, func(c object) bool {
		return text(c, "name") == name && number(c, "type", 0) == commandChat && p.offered(c)
	})
	if i < 0 {
		return nil, fmt.Errorf("the command /%s is not there for %s", name, p.user.name)
	}
	found := p.s.commands[i]
	level, data, focused := found, []any{}, 0
	if sub != "" {
		i := slices.IndexFunc(objects(found, "options"), func(o object) bool { return text(o, "name") == sub })
		if i < 0 {
			return nil, fmt.Errorf("/%s has no subcommand %q", name, sub)
		}
		level = objects(found, "options")[i]
	} else if inner := objects(found, "options"); len(inner) > 0 && number(inner[0], "type", 0) <= optionGroup {
		return nil, fmt.Errorf("/%s can't be used without one of its subcommands", name)
	}
	users, given := object{}, make(map[string]bool)
	for i, option := range options {
		key, value, _ := strings.Cut(option, ":")
		at := slices.IndexFunc(objects(level, "options"), func(o object) bool { return text(o, "name") == key })
		if at < 0 || given[key] {
			return nil, fmt.Errorf("/%s has no place for the option %q", command, option)
		}
		given[key] = true
		o := objects(level, "options")[at]
		sent := object{"name": key, "type": o["type"], "value": value}
		if kind == interactionAutocomplete && i == len(options)-1 {
			if !truth(o, "autocomplete") {
				return nil, fmt.Errorf("/%s has no autocomplete for %q", command, option)
			}
			focused, sent["focused"] = number(o, "type", 0), true
		} else if sent["value"] = typedValue(o, value); sent["value"] == nil {
			return nil, fmt.Errorf("/%s doesn't take the option %q", command, option)
		}
		if u := p.s.users[value]; number(o, "type", 0) == optionUser && u != nil {
			users[value] = u.json()
		}
		data = append(data, sent)
	}
	for _, o := range objects(level, "options") {
		if truth(o, "required") && !given[text(o, "name")] && kind == interactionCommand {
			return nil, fmt.Errorf("/%s needs the option %s", command, text(o, "name"))
		}
	}
	if sub != "" {
		data = []any{object{"type": optionSubcommand, "name": sub, "options": data}}
	}
	sent := object{"id": found["id"], "name": name, "type": commandChat, "options": data}
	if len(users) > 0 {
		sent["resolved"] = object{"users": users}
	}
	in := p.s.begin(kind, p, nil, sent)
	in.option = focused
	return in, nil
}

// offered reports whether a command is shown in the person's place. Commands
// that name no contexts are shown everywhere the installation allows.
func (p *Person) offered(c object) bool {
	if list(c, "contexts") != nil && !contains(c, "contexts", p.place.Context) {
		return false
	}
	if p.place.Context == ContextBotDM && contains(c, "integration_types", installUser) {
		return true
	}
	install := installGuild
	if p.place.UserOnly {
		install = installUser
	}
	return contains(c, "integration_types", install)
}

// typedValue is the value that Discord sends for typed text, or nil if the
// option doesn't take it.
func typedValue(o object, typed string) any {
	if choices := objects(o, "choices"); len(choices) > 0 {
		for _, c := range choices {
			if text(c, "name") == typed || fmt.Sprint(c["value"]) == typed {
				return c["value"]
			}
		}
		return nil
	}
	switch kind := number(o, "type", 0); kind {
	case optionString:
		if n := utf8.RuneCountInString(typed); n > 0 && n >= number(o, "min_length", 0) && n <= number(o, "max_length", 6000) {
			return typed
		}
	case optionBoolean:
		if value, err := strconv.ParseBool(typed); err == nil {
			return value
		}
	case optionInteger, optionNumber:
		n, err := strconv.ParseFloat(typed, 64)
		least, has := asFloat(o["min_value"])
		most, hasMost := asFloat(o["max_value"])
		whole := kind == optionNumber || n == float64(int64(n))
		if err == nil && whole && (!has || n >= least) && (!hasMost || n <= most) {
			return json.Number(strconv.FormatFloat(n, 'f', -1, 64))
		}
	case optionUser:
		if _, err := strconv.ParseUint(typed, 10, 64); err == nil {
			return typed
		}
	}
	return nil
}
