package bot

import (
	"slices"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// Settings are kept by name in the player's record.
const (
	settingLanguage    = "language"
	settingStyle       = "style"
	settingFourColour  = "four-colour"
	settingScore       = "score"
	settingVisibility  = "visibility"
	settingLeaderboard = "leaderboard"
	settingReminder    = "reminder"
	settingPictures    = "pictures"
)

// Who may read a player's name on boards: those of the same server, everybody,
// or nobody.
const (
	namedHere = "here"
	named     = "named"
	anonymous = "anonymous"
)

// Values of settings that mean something here.
const (
	automatic = "auto" // the platform's language
	on        = "on"
	off       = "off"
	hide      = "hide"
)

// A setting is something that a player can choose.
type setting struct {
	name   string
	values []string // the default first
	other  string   // what else it can be, to be shown; empty: nothing
	place  bool     // it holds for the server, and takes an administrator
}

func settingsTable() []setting {
	return []setting{
		{name: settingLanguage, values: append([]string{automatic}, locale.Codes()...)},
		{name: settingStyle, values: []string{"unicode", "ascii", "coloured", "text", Picture}},
		{name: settingFourColour, values: []string{off, on}},
		{name: settingScore, values: []string{"show", hide}},
		{name: settingVisibility, values: []string{"private", publicWord}},
		{name: settingLeaderboard, values: []string{namedHere, named, anonymous}},
		{name: settingPictures, values: []string{on, off}},
		{name: settingReminder, values: []string{off}, other: "HH:MM"},
		{name: settingChannel, values: []string{off}, other: "#channel", place: true},
		{name: settingServerLanguage, values: append([]string{automatic}, locale.Codes()...), place: true},
	}
}

// settingsTable leaves out what there is only where adapters can paint, or where
// messages can be sent.
func (s *session) settingsTable() []setting {
	table := settingsTable()
	if !s.bot.reaches(s.req.Player.Platform) {
		table = slices.DeleteFunc(table, func(e setting) bool { return e.name == settingReminder })
	}
	if s.bot.Pictures {
		return table
	}
	table = slices.DeleteFunc(table, func(e setting) bool { return e.name == settingPictures })
	for i, e := range table {
		table[i].values = slices.DeleteFunc(e.values, func(value string) bool { return value == Picture })
	}
	return table
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
	table := s.settingsTable()
	i := slices.IndexFunc(table, func(e setting) bool { return e.name == c.words[0] })
	if i < 0 {
		return s.noSetting(c.words[0])
	}
	chosen := table[i]
	value := strings.Join(c.words[1:], " ")
	switch {
	case chosen.name == settingChannel:
		return s.setChannel(value)
	case chosen.name == settingServerLanguage:
		return s.setServerLanguage(chosen, value)
	case chosen.name == settingReminder && isClock(value):
	case !slices.Contains(chosen.values, value):
		s.say(chosen.line(or(s.rec.Settings[chosen.name], chosen.values[0])))
		s.reply.Actions = chosen.buttons()
		return nil
	}
	if chosen.name == settingReminder {
		if err := s.setReminder(value); err != nil {
			return err
		}
	}
	s.set(chosen.name, value)
	s.say(msg("settings.done", "Setting", chosen.label(), "Choice", chosen.shown(value)))
	return nil
}

// noSetting says that there is no such setting, or why not here.
func (s *session) noSetting(name string) error {
	switch name {
	case settingReminder:
		s.say(msg("settings.no-reminder"))
		return nil
	case settingPictures:
		s.say(msg("film.off"))
		return nil
	}
	s.say(msg("settings.unknown", "Input", quoted(name)))
	return s.showSettings()
}

// isClock reports whether a text is a time of day such as 07:30.
func isClock(text string) bool {
	_, err := time.Parse(clock, text)
	return err == nil && len(text) == len(clock)
}

func (s *session) set(name, value string) {
	changed := make(map[string]string, len(s.rec.Settings)+1)
	for n, v := range s.rec.Settings {
		changed[n] = v
	}
	changed[name] = value
	s.rec.Settings, s.changed = changed, true
}

// showSettings says how each is, and gives a button that leads to its values.
func (s *session) showSettings() error {
	var row []Action
	for _, e := range s.settingsTable() {
		value := or(s.rec.Settings[e.name], e.values[0])
		if e.place {
			if !s.req.Admin || s.scope() == "" {
				continue
			}
			var err error
			if value, err = s.placeValue(e); err != nil {
				return err
			}
		}
		s.say(e.line(value))
		if !e.place {
			row = append(row, Action{Label: e.label(), Text: "settings " + e.name})
		}
	}
	s.say(msg("settings.how"))
	if s.bot.reaches(s.req.Player.Platform) {
		s.say(msg("settings.reminder-time"))
	}
	s.reply.Actions = inRows(row)
	return nil
}

// line says how a setting is, and what can be typed for it.
func (e setting) line(value string) locale.Message {
	return msg("settings.line", "Setting", e.label(), "Choice", e.shown(value), "Name", e.name, "Values", e.choices())
}

// label is what the setting is called.
func (e setting) label() locale.Message { return msg("setting." + e.name) }

func (e setting) choices() string {
	all := e.values
	if e.other != "" {
		all = append(slices.Clone(all), e.other)
	}
	return strings.Join(all, "|")
}

// shown is a value as people read it.
func (e setting) shown(value string) any {
	switch {
	case !slices.Contains(e.values, value):
		return value
	case value != automatic && (e.name == settingLanguage || e.name == settingServerLanguage):
		return locale.Language(value)
	}
	return msg("button." + e.name + "-" + value)
}

// buttons has one for each value.
func (e setting) buttons() [][]Action {
	var row []Action
	for _, v := range e.values {
		label, ok := e.shown(v).(locale.Message)
		if !ok {
			label = msg("button.language", "Language", e.shown(v))
		}
		row = append(row, Action{Label: label, Text: "settings " + e.name + " " + v})
	}
	return inRows(row)
}

// inRows breaks buttons into rows of as many as every platform takes.
func inRows(buttons []Action) [][]Action {
	const most = 5
	return slices.Collect(slices.Chunk(buttons, most))
}
