package bot

import (
	"slices"
	"strings"
	"time"
)

// Settings are kept by name in the player's record.
const (
	settingStyle       = "style"
	settingVisibility  = "visibility"
	settingLeaderboard = "leaderboard"
	settingReminder    = "reminder"
)

// Who may read a player's name on boards: those of the same server, everybody,
// or nobody.
const (
	namedHere = "here"
	named     = "named"
	anonymous = "anonymous"
)

const off = "off"

// A setting is something that a player can choose.
type setting struct {
	name   string
	values []string // the default first
	other  string   // what else it can be, to be shown; empty: nothing
	place  bool     // it holds for the server, and takes an administrator
}

func settingsTable() []setting {
	return []setting{
		{name: settingStyle, values: []string{"unicode", "ascii", "text"}},
		{name: settingVisibility, values: []string{"private", publicWord}},
		{name: settingLeaderboard, values: []string{namedHere, named, anonymous}},
		{name: settingReminder, values: []string{off}, other: "HH:MM"},
		{name: settingChannel, values: []string{off}, other: "#channel", place: true},
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
		return s.showSettings()
	}
	i := slices.IndexFunc(settingsTable(), func(e setting) bool { return e.name == c.words[0] })
	if i < 0 {
		s.say(msg("settings.unknown", "Input", quoted(c.words[0])))
		return s.showSettings()
	}
	chosen := settingsTable()[i]
	value := strings.Join(c.words[1:], " ")
	switch {
	case chosen.name == settingChannel:
		return s.setChannel(value)
	case chosen.name == settingReminder && isClock(value):
	case !slices.Contains(chosen.values, value):
		s.say(msg("settings.values", "Name", chosen.name, "Values", chosen.choices()))
		s.reply.Actions = [][]Action{chosen.buttons()}
		return nil
	}
	if chosen.name == settingReminder {
		if err := s.setReminder(value); err != nil {
			return err
		}
	}
	s.set(chosen.name, value)
	s.say(msg("settings.done", "Name", chosen.name, "Value", value))
	return nil
}

// isClock reports whether a text is a time of day such as 07:30.
func isClock(text string) bool {
	_, err := time.Parse("15:04", text)
	return err == nil && len(text) == len("15:04")
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
func (s *session) showSettings() error {
	s.reply.Actions = nil
	for _, e := range settingsTable() {
		value := or(s.rec.Settings[e.name], e.values[0])
		if e.place {
			if !s.req.Admin || s.scope() == "" {
				continue
			}
			var err error
			if value, err = s.channel(); err != nil {
				return err
			}
		}
		s.say(msg("settings.line", "Name", e.name, "Value", value, "Values", e.choices()))
		if len(e.values) > 1 && len(s.reply.Actions) < mostRows {
			s.reply.Actions = append(s.reply.Actions, e.buttons())
		}
	}
	s.say(msg("settings.how"))
	return nil
}

// mostRows is how many rows of buttons fit beside a menu.
const mostRows = 4

func (e setting) choices() string {
	all := e.values
	if e.other != "" {
		all = append(slices.Clone(all), e.other)
	}
	return strings.Join(all, ", ")
}

func (e setting) buttons() []Action {
	var row []Action
	for _, v := range e.values {
		row = append(row, Action{Label: msg("button." + e.name + "-" + v), Text: "settings " + e.name + " " + v})
	}
	return row
}
