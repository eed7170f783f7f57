package bot

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// Names of settings. The player's are kept in the record.
const (
	SettingLanguage    = "language"
	SettingStyle       = "style"
	SettingFourColour  = "four-colour"
	SettingScore       = "score"
	SettingVisibility  = "visibility"
	SettingLeaderboard = "leaderboard"
	SettingReminder    = "reminder"
	SettingPictures    = "pictures"

	SettingChannel        = "channel"         // the server's: where each day is announced
	SettingServerLanguage = "server-language" // the server's
)

// Values of settings.
const (
	Automatic = "auto" // the platform's language
	On        = "on"
	Off       = "off"
	Hide      = "hide"
	Private   = "private"
	Public    = "public"

	NamedHere = "here"      // on rankings of the same server
	Named     = "named"     // on all rankings
	Anonymous = "anonymous" // on none
)

// A Setting is something that a player, or an administrator for a server, can
// choose.
type Setting struct {
	Name   string
	Values []string // the default first
	Other  string   // what else it can be, as it is shown; empty: nothing
	Server bool     // it holds for the server, and takes an administrator
}

// Settings lists all settings. The list must not be changed.
var Settings = sync.OnceValue(func() []Setting {
	languages := append([]string{Automatic}, locale.Codes()...)
	return []Setting{
		{Name: SettingLanguage, Values: languages},
		{Name: SettingStyle, Values: []string{"unicode", "ascii", "coloured", Sentences, Picture, Cards}},
		{Name: SettingFourColour, Values: []string{Off, On}},
		{Name: SettingScore, Values: []string{"show", Hide}},
		{Name: SettingVisibility, Values: []string{Private, Public}},
		{Name: SettingLeaderboard, Values: []string{NamedHere, Named, Anonymous}},
		{Name: SettingPictures, Values: []string{On, Off}},
		{Name: SettingReminder, Values: []string{Off}, Other: "HH:MM"},
		{Name: SettingChannel, Values: []string{Off}, Other: "#channel", Server: true},
		{Name: SettingServerLanguage, Values: languages, Server: true},
	}
})

// FindSetting returns the setting of a name.
func FindSetting(name string) (Setting, bool) {
	for _, s := range Settings() {
		if s.Name == name {
			return s, true
		}
	}
	return Setting{}, false
}

// Label is what the setting is called.
func (s Setting) Label() locale.Message { return locale.Msg("setting." + s.Name) }

// Shown is a value as people read it: a message, or a text.
func (s Setting) Shown(value string) any {
	switch {
	case !slices.Contains(s.Values, value):
		return value
	case value != Automatic && (s.Name == SettingLanguage || s.Name == SettingServerLanguage):
		return locale.Language(value)
	}
	return locale.Msg("button." + s.Name + "-" + value)
}

// Line says how the setting is, and what can be typed for it.
func (s Setting) Line(value string) locale.Message {
	return locale.Msg("settings.line", "Setting", s.Label(), "Choice", s.Shown(value), "Name", s.Name, "Values", strings.Join(s.typed(), "|"))
}

// Refusal says that a value can't be chosen, and what can be; without a value, how the
// setting is now.
func (s Setting) Refusal(now, value string) locale.Message {
	if value == "" {
		return s.Line(now)
	}
	return locale.Msg("settings.value", "Setting", s.Label(), "Input", command.Quoted(value), "Values", strings.Join(s.typed(), ", "))
}

// typed lists what can be typed for the setting.
func (s Setting) typed() []string {
	if s.Other == "" {
		return s.Values
	}
	return append(slices.Clone(s.Values), s.Other)
}

// Value returns the value that a text means: itself, or as it is shown in some language.
// Any other text is returned as it is.
func (s Setting) Value(words locale.Words, text string) string {
	for _, v := range s.Values {
		if v == text || words.Means(text, "button."+s.Name+"-"+v) {
			return v
		}
	}
	if name, _, noted := strings.Cut(text, " ("); noted && slices.Contains(s.Values, name) { // a language whose catalogue is a draft
		return name
	}
	return text
}

// Buttons has a button for each value.
func (s Setting) Buttons() [][]Action {
	var row []Action
	for _, v := range s.Values {
		label, ok := s.Shown(v).(locale.Message)
		if !ok {
			label = locale.Msg("button.language", "Language", s.Shown(v))
		}
		row = append(row, Action{Label: label, Text: "settings " + s.Name + " " + v})
	}
	return InRows(row)
}

// InRows breaks buttons into rows of five, which every platform takes.
func InRows(buttons []Action) [][]Action { return slices.Collect(slices.Chunk(buttons, 5)) }

// Setting returns what the player has chosen, or the default.
func (t *Turn) Setting(name string) string {
	if value := t.Record.Settings[name]; value != "" {
		return value
	}
	if name == SettingStyle && t.Bot.CardsFirst && t.Cards() {
		return Cards
	}
	s, _ := FindSetting(name)
	return s.Values[0]
}

// SetSetting changes what the player has chosen.
func (t *Turn) SetSetting(name, value string) {
	settings := map[string]string{}
	maps.Copy(settings, t.Record.Settings)
	settings[name] = value
	t.Record.Settings, t.changed = settings, true
}

// PlaceKind is the kind of docs that hold what was chosen for a server, under its
// scope.
const PlaceKind = "place"

// PlaceSettings hold for a server or workspace.
type PlaceSettings struct {
	Channel  string      `cbor:"1,keyasint,omitempty"` // where each day is announced; empty: nowhere
	Posted   persist.Day `cbor:"2,keyasint,omitempty"` // the day announced last
	Language string      `cbor:"3,keyasint,omitempty"` // of what is posted for all; empty: the platform's

	By      persist.Player `cbor:"4,keyasint,omitzero"`  // who has chosen the channel
	Refused int            `cbor:"5,keyasint,omitempty"` // on how many days in a row the channel could not be posted to
}

// Lang returns the language of the reply: what the player has chosen, else what the
// platform says of the player, else what was chosen for the server, else what the
// platform says of the server, else English.
func (t *Turn) Lang() string {
	for _, tag := range []string{t.Record.Settings[SettingLanguage], t.Request.Locale} {
		if code, ok := locale.Known(tag); ok {
			return code
		}
	}
	chosen := ""
	if t.Request.Place.Server != "" {
		chosen = t.Bot.PlaceLanguage(t.Ctx, t.Scope())
	}
	return locale.Match(chosen, t.Request.PlaceLocale)
}

// PlaceLanguage returns the language that was chosen for a server; "" if none was.
// Errors fall back to the next choice.
func (b *Bot) PlaceLanguage(ctx context.Context, scope string) string {
	p, _, _ := ReadDoc[PlaceSettings](ctx, b, PlaceKind, scope)
	return p.Language
}

// Lang returns the language for an answer that is given without reading the store:
// what the player is remembered to have chosen, else what the request says.
func (b *Bot) Lang(req Request) string {
	return locale.Match(b.languages.of(req.Player), req.Locale, req.PlaceLocale)
}

// languageCache remembers which languages players have chosen, for [Bot.Lang]. The
// zero value is ready for use.
type languageCache struct {
	mu     sync.Mutex
	chosen map[persist.Player]string
}

// maxLanguages is how many players' languages are remembered before others are
// dropped. The dropped ones are answered in the platform's language.
const maxLanguages = 10_000

// note remembers what a turn's player has chosen. The caller holds the player's
// lock, so that nothing is remembered of a player who has just been forgotten.
func (c *languageCache) note(t *Turn) {
	code, ok := locale.Known(t.Record.Settings[SettingLanguage])
	p := t.Request.Player
	c.mu.Lock()
	defer c.mu.Unlock()
	if delete(c.chosen, p); !ok || t.Forget {
		return
	}
	for other := range c.chosen {
		if len(c.chosen) < maxLanguages {
			break
		}
		delete(c.chosen, other)
	}
	if c.chosen == nil {
		c.chosen = make(map[persist.Player]string)
	}
	c.chosen[p] = code
}

// of returns what a player has chosen; "" if that is not remembered.
func (c *languageCache) of(p persist.Player) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.chosen[p]
}
