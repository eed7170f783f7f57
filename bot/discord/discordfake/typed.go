package discordfake

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// typed makes the event of a command, as far as the registered ones allow it.
func (p *Person) typed(kind int, command string, options []string) (*event, error) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	words := strings.Fields(strings.TrimPrefix(command, "/"))
	if len(words) == 0 {
		return nil, fmt.Errorf("there is no command in %q", command)
	}
	registered, err := p.registered(words[0])
	if err != nil {
		return nil, err
	}
	line := typedLine{complete: kind == interactionAutocomplete}
	data, err := line.level(registered, words[1:], options)
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", command, err)
	}
	in := p.s.begin(kind, p.user, p.place, nil)
	in.option = line.focused
	told := object{"id": registered["id"], "name": registered["name"], "type": commandChat, "options": data}
	if len(line.mentioned) > 0 {
		told["resolved"] = p.s.resolved(line.mentioned)
	}
	return &event{in: in, payload: p.s.pack(p.interaction(in, told))}, nil
}

// resolved tells the users that a command names. The caller holds the lock.
func (s *Server) resolved(ids []string) object {
	users := object{}
	for _, id := range ids {
		if u := s.users[id]; u != nil {
			users[id] = u.json()
		}
	}
	return object{"users": users}
}

// registered returns the command that the person finds here by that name.
func (p *Person) registered(name string) (object, error) {
	for _, guild := range []string{p.place.Guild, ""} {
		for _, c := range p.s.set(guild).all {
			if text(c, "name") == name && number(c, "type", commandChat) == commandChat && p.offered(c) {
				return c, nil
			}
		}
	}
	return nil, fmt.Errorf("the command /%s is not there for %s: it is not registered for this place", name, p.user.name)
}

// offered reports whether a command is shown in the person's place. Commands
// that name no contexts are shown everywhere the installation allows.
func (p *Person) offered(c object) bool {
	has := func(key string, want int) bool {
		return slices.ContainsFunc(list(c, key), func(v any) bool { n, ok := asInt(v); return ok && n == want })
	}
	if list(c, "contexts") != nil && !has("contexts", p.place.Context) {
		return false
	}
	return has("integration_types", p.place.install()) || p.place.Context == ContextBotDM && has("integration_types", installUser)
}

// A typedLine is a command on its way into data.
type typedLine struct {
	complete  bool     // the last option is still being typed
	focused   int      // its type
	mentioned []string // ids of users
}

// level descends through groups and subcommands to the options.
func (l *typedLine) level(o object, words, options []string) ([]any, error) {
	inner := objects(o, "options")
	if len(inner) > 0 && grouping(inner[0]) {
		if len(words) == 0 {
			return nil, fmt.Errorf("it can't be used without one of its subcommands")
		}
		for _, sub := range inner {
			if text(sub, "name") == words[0] {
				data, err := l.level(sub, words[1:], options)
				return []any{object{"type": sub["type"], "name": sub["name"], "options": data}}, err
			}
		}
		return nil, fmt.Errorf("there is no subcommand %q", words[0])
	}
	if len(words) > 0 {
		return nil, fmt.Errorf("%q is no subcommand", words[0])
	}
	return l.options(inner, options)
}

func (l *typedLine) options(registered []object, typed []string) ([]any, error) {
	data, given := []any{}, make(map[string]bool)
	for i, option := range typed {
		name, value, ok := strings.Cut(option, ":")
		at := slices.IndexFunc(registered, func(o object) bool { return text(o, "name") == name })
		if !ok || at < 0 || given[name] {
			return nil, fmt.Errorf("there is no place for the option %q", option)
		}
		given[name] = true
		last := l.complete && i == len(typed)-1
		told, err := l.option(registered[at], value, last)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", name, err)
		}
		data = append(data, told)
	}
	for _, o := range registered {
		if truth(o, "required") && !given[text(o, "name")] && !l.complete {
			return nil, fmt.Errorf("the option %s is required", text(o, "name"))
		}
	}
	return data, nil
}

// option makes the data of one option. What is still being typed is sent as it
// is.
func (l *typedLine) option(o object, typed string, focused bool) (object, error) {
	kind := number(o, "type", 0)
	told := object{"name": o["name"], "type": kind}
	if focused {
		if !truth(o, "autocomplete") {
			return nil, fmt.Errorf("it has no autocomplete")
		}
		l.focused = kind
		told["value"], told["focused"] = typed, true
		return told, nil
	}
	value, err := typedValue(o, kind, typed)
	if kind == optionUser {
		l.mentioned = append(l.mentioned, typed)
	}
	told["value"] = value
	return told, err
}

func typedValue(o object, kind int, typed string) (any, error) {
	if choices := objects(o, "choices"); len(choices) > 0 {
		for _, c := range choices {
			if text(c, "name") == typed || fmt.Sprint(c["value"]) == typed {
				return c["value"], nil
			}
		}
		return nil, fmt.Errorf("%q is no choice", typed)
	}
	switch kind {
	case optionString:
		n := utf8.RuneCountInString(typed)
		if n == 0 || n < number(o, "min_length", 0) || n > number(o, "max_length", 6000) {
			return nil, fmt.Errorf("a text of %d characters does not fit", n)
		}
		return typed, nil
	case optionBoolean:
		return parsed(strconv.ParseBool(strings.ToLower(typed)))
	case optionInteger, optionNumber:
		return typedNumber(o, kind, typed)
	case optionUser:
		if _, err := strconv.ParseUint(typed, 10, 64); err != nil {
			return nil, fmt.Errorf("%q is no id of a user", typed)
		}
		return typed, nil
	}
	return nil, fmt.Errorf("options of type %d can't be typed here", kind)
}

func parsed(value bool, err error) (any, error) { return value, err }

func typedNumber(o object, kind int, typed string) (any, error) {
	n, err := strconv.ParseFloat(typed, 64)
	if err != nil || kind == optionInteger && n != float64(int64(n)) {
		return nil, fmt.Errorf("%q is no number of this kind", typed)
	}
	if least, has := asFloat(o["min_value"]); has && n < least {
		return nil, fmt.Errorf("%s is below %v", typed, least)
	}
	if most, has := asFloat(o["max_value"]); has && n > most {
		return nil, fmt.Errorf("%s is above %v", typed, most)
	}
	return json.Number(strconv.FormatFloat(n, 'f', -1, 64)), nil
}
