package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// placeKind is the kind of docs that hold what was chosen for a server, under
// its scope.
const bot.PlaceKind = "place"

// placeSettings hold for a server or workspace.
type bot.PlaceSettings struct {
	Channel string      `cbor:"1,keyasint,omitempty"` // where each day is announced; empty: nowhere
	Posted  persist.Day `cbor:"2,keyasint,omitempty"` // the day announced last

	Language string `cbor:"3,keyasint,omitempty"` // of what is posted for all; empty: as the platform tells
}

// Settings that hold for a server or workspace.
const (
	bot.SettingChannel        = "channel"
	bot.SettingServerLanguage = "server-language"
)

// placeValue returns how a setting of the place is.
func placeValue(t *bot.Turn, e setting) (string, error) {
	if e.name == bot.SettingChannel {
		return channel(t)
	}
	p, _, _, err := bot.ReadDoc[bot.PlaceSettings](t, bot.PlaceKind, t.Scope())
	return or(p.Language, e.values[0]), err
}

// mayChoose reports whether a setting of the place can be changed from here and
// by this player; if not, it says so.
func mayChoose(t *bot.Turn) bool {
	switch {
	case t.Scope() == "" || t.Request.Place.Server == "":
		t.Say("place.where")
	case !t.Request.Admin:
		t.Say("place.admin")
	default:
		return true
	}
	return false
}

// ForAdmins reports whether a request is about a setting of the place, which
// takes an administrator.
func ForAdmins(b *bot.Bot, req Request) bool {
	cmd, unknown := b.parse(req.Text)
	return unknown == nil && cmd.spec.Name == "settings" && len(cmd.words) > 0 &&
		slices.ContainsFunc(settingsTable(), func(e setting) bool { return e.place && e.name == cmd.words[0] })
}

// setServerLanguage chooses the language of what is posted for all, and of those
// whose own is not known.
func setServerLanguage(t *bot.Turn, e setting, value string) error {
	if !mayChoose(t) {
		return nil
	}
	p, version, _, err := bot.ReadDoc[bot.PlaceSettings](t, bot.PlaceKind, t.Scope())
	if err != nil {
		return err
	}
	if !slices.Contains(e.values, value) {
		t.Say(e.line(or(p.Language, e.values[0])))
		t.Reply.Actions = e.buttons()
		return nil
	}
	if p.Language = value; value == bot.Automatic {
		p.Language = ""
	}
	t.Say("settings.done", "Setting", e.label(), "Choice", e.shown(value))
	return t.WriteOver(bot.PlaceKind, t.Scope(), version, p)
}

// channel returns where each day is announced, as it is shown.
func channel(t *bot.Turn) (string, error) {
	p, _, _, err := bot.ReadDoc[bot.PlaceSettings](t, bot.PlaceKind, t.Scope())
	if err != nil || p.Channel == "" {
		return off, err
	}
	return "<#" + p.Channel + ">", nil
}

// setChannel chooses the channel in which each day's deal is announced.
func setChannel(t *bot.Turn, value string) error {
	if !mayChoose(t) {
		return nil
	}
	// The text as it came: an id is not to be folded.
	channel := ""
	if found := regexp.MustCompile(`<#([A-Za-z0-9]+)`).FindStringSubmatch(t.Request.Text); found != nil {
		channel = found[1]
	} else if value != off {
		t.Say("channel.how")
		return nil
	}
	if channel != "" {
		to := bot.Address{Platform: t.Request.Player.Platform, Server: t.Request.Place.Server, Channel: channel}
		poster := t.Bot.Posters[to.Platform]
		if poster == nil {
			t.Say("channel.how")
			return nil
		}
		here := bot.Reply{Lines: []locale.Message{locale.Msg("channel.here")}, Lang: locale.Match(t.Bot.placeLanguage(t.Ctx, t.Scope()), t.Request.PlaceLocale)}
		if err := poster.Post(t.Ctx, bot.Post{To: to, Reply: here, ID: t.PostID("channel")}); errors.Is(err, bot.ErrUndeliverable) {
			t.Say("channel.denied")
			return nil
		} else if err != nil {
			return fmt.Errorf("channel: %w", err)
		}
	}
	p, version, _, err := bot.ReadDoc[bot.PlaceSettings](t, bot.PlaceKind, t.Scope())
	if err != nil {
		return err
	}
	p.Channel, p.Posted = channel, persist.DayOf(t.Now)
	if channel == "" {
		t.Say("channel.off")
	} else {
		t.Say("channel.done")
	}
	return t.WriteOver(bot.PlaceKind, t.Scope(), version, p)
}
