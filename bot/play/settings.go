package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"slices"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// Settings are kept by name in the player's record.
const (
	bot.SettingLanguage    = "language"
	bot.SettingStyle       = "style"
	bot.SettingFourColour  = "four-colour"
	bot.SettingScore       = "score"
	bot.SettingVisibility  = "visibility"
	bot.SettingLeaderboard = "leaderboard"
	bot.SettingReminder    = "reminder"
	bot.SettingPictures    = "pictures"
)

// Who may read a player's name on boards: those of the same server, everybody,
// or nobody.
const (
	bot.NamedHere = "here"
	named     = "named"
	bot.Anonymous = "anonymous"
)

// Values of settings that mean something here.
const (
	bot.Automatic = "auto" // the platform's language
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
		{name: bot.SettingLanguage, values: append([]string{bot.Automatic}, locale.Codes()...)},
		{name: bot.SettingStyle, values: []string{"unicode", "ascii", "coloured", "text", bot.Picture}},
		{name: bot.SettingFourColour, values: []string{off, on}},
		{name: bot.SettingScore, values: []string{"show", hide}},
		{name: bot.SettingVisibility, values: []string{"private", bot.Public}},
		{name: bot.SettingLeaderboard, values: []string{bot.NamedHere, named, bot.Anonymous}},
		{name: bot.SettingPictures, values: []string{on, off}},
		{name: bot.SettingReminder, values: []string{off}, other: "HH:MM"},
		{name: bot.SettingChannel, values: []string{off}, other: "#channel", place: true},
		{name: bot.SettingServerLanguage, values: append([]string{bot.Automatic}, locale.Codes()...), place: true},
	}
}

// settingsTable leaves out what there is only where adapters can paint, or where
// messages can be sent.
func settingsTable(t *bot.Turn) []setting {
	table := settingsTable()
	if !t.Bot.reaches(t.Request.Player.Platform) {
		table = slices.DeleteFunc(table, func(e setting) bool { return e.name == bot.SettingReminder })
	}
	if t.Bot.Pictures {
		return table
	}
	table = slices.DeleteFunc(table, func(e setting) bool { return e.name == bot.SettingPictures })
	for i, e := range table {
		table[i].values = slices.DeleteFunc(e.values, func(value string) bool { return value == bot.Picture })
	}
	return table
}

func settingsOptions() []command.Option {
	name := command.Option{Name: "name"}
	for _, s := range settingsTable() {
		name.Values = append(name.Values, t.name)
	}
	return []command.Option{name, {Name: "value", Kind: command.Word}}
}

// settings shows or changes what the player has chosen.
func settings(t *bot.Turn, args command.Args) error {
	if len(c.words) == 0 {
		return showSettings(t)
	}
	table := settingsTable(t)
	i := slices.IndexFunc(table, func(e setting) bool { return e.name == c.words[0] })
	if i < 0 {
		return noSetting(t, c.words[0])
	}
	chosen := table[i]
	value := strings.Join(c.words[1:], " ")
	switch {
	case chosen.name == bot.SettingChannel:
		return setChannel(t, value)
	case chosen.name == bot.SettingServerLanguage:
		return setServerLanguage(t, chosen, value)
	case chosen.name == bot.SettingReminder && isClock(value):
	case !slices.Contains(chosen.values, value):
		t.Say(chosen.line(or(t.Record.Settings[chosen.name], chosen.values[0])))
		t.Reply.Actions = chosen.buttons()
		return nil
	}
	if chosen.name == bot.SettingReminder {
		if err := setReminder(t, value); err != nil {
			return err
		}
	}
	t.SetSetting(chosen.name, value)
	t.Say("settings.done", "Setting", chosen.label(), "Choice", chosen.shown(value))
	return nil
}

// noSetting says that there is no such setting, or why not here.
func noSetting(t *bot.Turn, name string) error {
	switch name {
	case bot.SettingReminder:
		t.Say("settings.no-reminder")
		return nil
	case bot.SettingPictures:
		t.Say("film.off")
		return nil
	}
	t.Say("settings.unknown", "Input", command.Quoted(name))
	return showSettings(t)
}

// isClock reports whether a text is a time of day such as 07:30.
func isClock(text string) bool {
	_, err := time.Parse(clock, text)
	return err == nil && len(text) == len(clock)
}

func set(t *bot.Turn, name, value string) {
	changed := make(map[string]string, len(t.Record.Settings)+1)
	for n, v := range t.Record.Settings {
		changed[n] = v
	}
	changed[name] = value
	t.Record.Settings, t.changed = changed, true
}

// showSettings says how each is, and gives a button that leads to its values.
func showSettings(t *bot.Turn) error {
	var row []bot.Action
	for _, e := range settingsTable(t) {
		value := or(t.Record.Settings[e.name], e.values[0])
		if e.place {
			if !t.Request.Admin || t.Scope() == "" {
				continue
			}
			var err error
			if value, err = placeValue(t, e); err != nil {
				return err
			}
		}
		t.Say(e.line(value))
		if !e.place {
			row = append(row, bot.Action{Label: e.label(), Text: "settings " + e.name})
		}
	}
	t.Say("settings.how")
	if t.Bot.reaches(t.Request.Player.Platform) {
		t.Say("settings.reminder-time")
	}
	t.Reply.Actions = inRows(row)
	return nil
}

// line says how a setting is, and what can be typed for it.
func (e setting) line(value string) locale.Message {
	return locale.Msg("settings.line", "Setting", e.label(), "Choice", e.shown(value), "Name", e.name, "Values", e.choices())
}

// label is what the setting is called.
func (e setting) label() locale.Message { return locale.Msg("setting." + e.name) }

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
	case value != bot.Automatic && (e.name == bot.SettingLanguage || e.name == bot.SettingServerLanguage):
		return locale.Language(value)
	}
	return locale.Msg("button." + e.name + "-" + value)
}

// buttons has one for each value.
func (e setting) buttons() [][]bot.Action {
	var row []bot.Action
	for _, v := range e.values {
		label, ok := e.shown(v).(locale.Message)
		if !ok {
			label = locale.Msg("button.language", "Language", e.shown(v))
		}
		row = append(row, bot.Action{Label: label, Text: "settings " + e.name + " " + v})
	}
	return inRows(row)
}

// inRows breaks buttons into rows of as many as every platform takes.
func inRows(buttons []bot.Action) [][]bot.Action {
	const most = 5
	return slices.Collect(slices.Chunk(buttons, most))
}
