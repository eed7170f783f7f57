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
	Other  string   // a description of further values; empty: there are none
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

// Label is the setting's name in words.
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

// Line shows the setting's value and the values that can be typed.
func (s Setting) Line(value string) locale.Message {
	return locale.Msg("settings.line", "Setting", s.Label(), "Choice", s.Shown(value), "Name", s.Name, "Values", strings.Join(s.typed(), "|"))
}

// Refusal refuses a value and lists the possible ones. Without a value it shows the
// setting.
func (s Setting) Refusal(now, value string) locale.Message {
	if value == "" {
		return s.Line(now)
	}
	return locale.Msg("settings.value", "Setting", s.Label(), "Input", command.Quoted(value), "Values", strings.Join(s.typed(), ", "))
}

// typed lists the values that can be typed.
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

// Setting returns the player's choice, or the default.
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

// SetSetting changes the player's choice.
func (t *Turn) SetSetting(name, value string) {
	settings := map[string]string{}
	maps.Copy(settings, t.Record.Settings)
	settings[name] = value
	t.Record.Settings, t.changed = settings, true
}

// PlaceKind is the kind of docs that hold a server's settings, under its scope.
const PlaceKind = "place"

// PlaceSettings hold for a server or workspace.
type PlaceSettings struct {
	Channel  string      `cbor:"1,keyasint,omitempty"` // where each day is announced; empty: nowhere
	Posted   persist.Day `cbor:"2,keyasint,omitempty"` // the day announced last
	Language string      `cbor:"3,keyasint,omitempty"` // the language of posts for all; empty: the platform's

	By      persist.Player `cbor:"4,keyasint,omitzero"`  // who has chosen the channel
	Refused int            `cbor:"5,keyasint,omitempty"` // on how many days in a row the channel could not be posted to
}

// Lang returns the language of the reply. It is the first known of these: the player's
// choice, the player's language on the platform, the server's setting, the server's
// language on the platform, English.
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

// Lang returns the language of an answer that is given without reading the store: the
// player's choice if it is cached, otherwise that of the request.
func (b *Bot) Lang(req Request) string {
	return locale.Match(b.languages.of(req.Player), req.Locale, req.PlaceLocale)
}

// languageCache caches players' choices of a language, for [Bot.Lang]. The zero value is
// ready for use.
type languageCache struct {
	mu     sync.Mutex
	chosen map[persist.Player]string
}

// maxLanguages is the most languages in the cache. A player who drops out of it is
// answered in the platform's language.
const maxLanguages = 10_000

// note caches the choice of a turn's player. The caller holds the player's lock, so that
// no forgotten player comes back into the cache.
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

// of returns a player's choice; "" if it isn't cached.
func (c *languageCache) of(p persist.Player) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.chosen[p]
}
