package bot

import (
	"slices"
	"strings"
)

// Settings are kept by name in the player's record.
const (
	settingStyle      = "style"
	settingVisibility = "visibility"
)

// A setting is something that a player can choose.
type setting struct {
	name   string
	values []string // the default first
}

func settingsTable() []setting {
	return []setting{
		{settingStyle, []string{"unicode", "ascii", "text"}},
		{settingVisibility, []string{"private", publicWord}},
	}
}

func settingsOptions() []Option {
	name := Option{Name: "name"}
	for _, s := range settingsTable() {
		name.Values = append(name.Values, s.name)
	}
	return []Option{name, {Name: "value", Kind: Word}}
}

// settings shows or changes what the player has chosen.
func settings(s *session, c command) error {
	if len(c.words) == 0 {
		s.showSettings()
		return nil
	}
	i := slices.IndexFunc(settingsTable(), func(e setting) bool { return e.name == c.words[0] })
	if i < 0 {
		s.say(msg("settings.unknown", "Input", quoted(c.words[0])))
		s.showSettings()
		return nil
	}
	chosen := settingsTable()[i]
	if len(c.words) < 2 || !slices.Contains(chosen.values, c.words[1]) {
		s.say(msg("settings.values", "Name", chosen.name, "Values", strings.Join(chosen.values, ", ")))
		s.reply.Actions = [][]Action{chosen.buttons()}
		return nil
	}
	s.set(chosen.name, c.words[1])
	s.say(msg("settings.done", "Name", chosen.name, "Value", c.words[1]))
	return nil
}

func (s *session) set(name, value string) {
	changed := make(map[string]string, len(s.rec.Settings)+1)
	for n, v := range s.rec.Settings {
		changed[n] = v
	}
	changed[name] = value
	s.rec.Settings, s.changed = changed, true
}

// showSettings says what each is, and gives a button for each value.
func (s *session) showSettings() {
	s.reply.Actions = nil
	for _, e := range settingsTable() {
		value := s.rec.Settings[e.name]
		if value == "" {
			value = e.values[0]
		}
		s.say(msg("settings.line", "Name", e.name, "Value", value, "Values", strings.Join(e.values, ", ")))
		s.reply.Actions = append(s.reply.Actions, e.buttons())
	}
	s.say(msg("settings.how"))
}

func (e setting) buttons() []Action {
	var row []Action
	for _, v := range e.values {
		row = append(row, Action{Label: msg("button." + e.name + "-" + v), Text: "settings " + e.name + " " + v})
	}
	return row
}
