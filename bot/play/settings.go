package play

import (
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
)

// settings shows or changes the player's settings and, for administrators, the server's.
func settings() bot.Command {
	name := command.Option{Name: "name"}
	for _, s := range bot.Settings() {
		name.Values = append(name.Values, s.Name)
	}
	return bot.Command{
		Spec: command.Spec{
			Name: "settings", Reads: true, Example: "/solitaire settings style ascii",
			Options: []command.Option{name, {Name: "value", Kind: command.Word}},
		},
		Prepares: func(args command.Args) bool { return args.Text("name") == bot.SettingChannel },
		Prepare:  daily.TryChannel,
		Run:      runSettings,
	}
}

func runSettings(t *bot.Turn, args command.Args) error {
	name, value := args.Text("name"), args.Text("value")
	if name == "" {
		return listSettings(t)
	}
	here := settingsHere(t)
	i := slices.IndexFunc(here, func(s bot.Setting) bool { return s.Name == name })
	if i < 0 {
		switch name {
		case bot.SettingReminder:
			t.Say("settings.no-reminder")
			return nil
		case bot.SettingPictures:
			t.Say("film.off")
			return nil
		}
		t.Say("settings.unknown", "Input", command.Quoted(name))
		return listSettings(t)
	}
	s := here[i]
	value = s.Value(t.Bot.Words, value)
	switch reminder := s.Name == bot.SettingReminder; {
	case s.Server:
		return daily.SetServerSetting(t, s, value)
	case !slices.Contains(s.Values, value) && !(reminder && isClock(value)):
		t.SayAll(s.Refusal(t.Setting(s.Name), value))
		t.Reply.Actions = s.Buttons()
		return nil
	case reminder:
		if err := daily.SetReminder(t, value); err != nil {
			return err
		}
	}
	t.SetSetting(s.Name, value)
	t.Say("settings.done", "Setting", s.Label(), "Choice", s.Shown(value))
	return nil
}

// settingsHere returns the settings without those that the platform can't follow: it may
// not paint, show cards or send messages.
func settingsHere(t *bot.Turn) []bot.Setting {
	var here []bot.Setting
	for _, s := range bot.Settings() {
		switch {
		case s.Name == bot.SettingReminder && !t.Bot.Reaches(t.Request.Player.Platform),
			s.Name == bot.SettingPictures && !t.Bot.Pictures:
			continue
		case s.Name == bot.SettingStyle:
			s.Values = slices.DeleteFunc(slices.Clone(s.Values), func(value string) bool {
				return value == bot.Picture && !t.Bot.Pictures || value == bot.Cards && !t.Cards()
			})
		}
		here = append(here, s)
	}
	return here
}

// isClock reports whether a text is a time of day such as 07:30.
func isClock(text string) bool {
	_, err := time.Parse(daily.Clock, text)
	return err == nil && len(text) == len(daily.Clock)
}

// listSettings lists all settings, with buttons that lead to their values.
func listSettings(t *bot.Turn) error {
	var row []bot.Action
	for _, s := range settingsHere(t) {
		value := t.Setting(s.Name)
		if s.Server {
			if !t.Request.Admin || t.Scope() == "" {
				continue
			}
			var err error
			if value, err = daily.ServerSetting(t, s); err != nil {
				return err
			}
		} else {
			row = append(row, bot.Action{Label: s.Label(), Text: "settings " + s.Name})
		}
		t.SayAll(s.Line(value))
	}
	t.Say("settings.how")
	if t.Bot.Reaches(t.Request.Player.Platform) {
		t.Say("settings.reminder-time")
	}
	t.Reply.Actions = bot.InRows(row)
	return nil
}
