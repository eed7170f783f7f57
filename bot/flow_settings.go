package bot

import (
	"slices"
	"strings"
)

// Settings are kept by name in the player's record.
const settingStyle = "style"

func settingsOptions() []Option {
	return []Option{{Name: "name", Values: []string{settingStyle}}, {Name: "value", Kind: Word}}
}

// settingValues lists what a setting can be, the default first.
func settingValues(name string) []string {
	if name == settingStyle {
		return []string{"unicode", "ascii", "text"}
	}
	return nil
}

// settings shows or changes what the player has chosen.
func settings(s *session, c command) error {
	if len(c.words) == 0 {
		s.showSettings()
		return nil
	}
	name, value := c.words[0], ""
	if len(c.words) > 1 {
		value = c.words[1]
	}
	values := settingValues(name)
	switch {
	case values == nil:
		s.say(msg("settings.unknown", "Input", quoted(name)))
		s.showSettings()
	case !slices.Contains(values, value):
		s.say(msg("settings.values", "Name", name, "Values", strings.Join(values, ", ")))
		s.offerValues(name)
	default:
		s.set(name, value)
		s.say(msg("settings.done", "Name", name, "Value", value))
	}
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

func (s *session) showSettings() {
	value := s.rec.Settings[settingStyle]
	if value == "" {
		value = settingValues(settingStyle)[0]
	}
	s.say(msg("settings.style", "Value", value, "Values", strings.Join(settingValues(settingStyle), ", ")))
	s.offerValues(settingStyle)
}

// offerValues gives a button for each value of a setting.
func (s *session) offerValues(name string) {
	var row []Action
	for _, v := range settingValues(name) {
		row = append(row, Action{Label: msg("button.style-" + v), Text: "settings " + name + " " + v})
	}
	s.reply.Actions = [][]Action{row}
}
