package bot

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// placeKind is the kind of docs that hold what was chosen for a server, under
// its scope.
const placeKind = "place"

// placeSettings hold for a server or workspace.
type placeSettings struct {
	Channel string      `cbor:"1,keyasint,omitempty"` // where each day is announced; empty: nowhere
	Posted  persist.Day `cbor:"2,keyasint,omitempty"` // the day announced last

	Language string `cbor:"3,keyasint,omitempty"` // of what is posted for all; empty: as the platform tells
}

// Settings that hold for a server or workspace.
const (
	settingChannel        = "channel"
	settingServerLanguage = "server-language"
)

// placeValue returns how a setting of the place is.
func (s *session) placeValue(e setting) (string, error) {
	if e.name == settingChannel {
		return s.channel()
	}
	p, _, _, err := read[placeSettings](s, placeKind, s.scope())
	return or(p.Language, e.values[0]), err
}

// mayChoose reports whether a setting of the place can be changed from here and
// by this player; if not, it says so.
func (s *session) mayChoose() bool {
	switch {
	case s.scope() == "" || s.req.Place.Server == "":
		s.say(msg("place.where"))
	case !s.req.Admin:
		s.say(msg("place.admin"))
	default:
		return true
	}
	return false
}

// ForAdmins reports whether a request is about a setting of the place, which
// takes an administrator.
func (b *Bot) ForAdmins(req Request) bool {
	cmd, unknown := b.parse(req.Text)
	return unknown == nil && cmd.spec.Name == "settings" && len(cmd.words) > 0 &&
		slices.ContainsFunc(settingsTable(), func(e setting) bool { return e.place && e.name == cmd.words[0] })
}

// setServerLanguage chooses the language of what is posted for all, and of those
// whose own is not known.
func (s *session) setServerLanguage(e setting, value string) error {
	if !s.mayChoose() {
		return nil
	}
	p, version, _, err := read[placeSettings](s, placeKind, s.scope())
	if err != nil {
		return err
	}
	if !slices.Contains(e.values, value) {
		s.say(e.line(or(p.Language, e.values[0])))
		s.reply.Actions = e.buttons()
		return nil
	}
	if p.Language = value; value == automatic {
		p.Language = ""
	}
	s.say(msg("settings.done", "Setting", e.label(), "Choice", e.shown(value)))
	return s.writeOver(placeKind, s.scope(), version, p)
}

// channel returns where each day is announced, as it is shown.
func (s *session) channel() (string, error) {
	p, _, _, err := read[placeSettings](s, placeKind, s.scope())
	if err != nil || p.Channel == "" {
		return off, err
	}
	return "<#" + p.Channel + ">", nil
}

// setChannel chooses the channel in which each day's deal is announced.
func (s *session) setChannel(value string) error {
	if !s.mayChoose() {
		return nil
	}
	// The text as it came: an id is not to be folded.
	channel := ""
	if found := regexp.MustCompile(`<#([A-Za-z0-9]+)`).FindStringSubmatch(s.req.Text); found != nil {
		channel = found[1]
	} else if value != off {
		s.say(msg("channel.how"))
		return nil
	}
	if channel != "" {
		to := Address{Platform: s.req.Player.Platform, Server: s.req.Place.Server, Channel: channel}
		poster := s.bot.Posters[to.Platform]
		if poster == nil {
			s.say(msg("channel.how"))
			return nil
		}
		here := Reply{Lines: []locale.Message{msg("channel.here")}, Lang: locale.Match(s.bot.placeLanguage(s.ctx, s.scope()), s.req.PlaceLocale)}
		if err := poster.Post(s.ctx, Post{To: to, Reply: here, ID: s.postID("channel")}); errors.Is(err, ErrUndeliverable) {
			s.say(msg("channel.denied"))
			return nil
		} else if err != nil {
			return fmt.Errorf("channel: %w", err)
		}
	}
	p, version, _, err := read[placeSettings](s, placeKind, s.scope())
	if err != nil {
		return err
	}
	p.Channel, p.Posted = channel, persist.DayOf(s.now)
	if channel == "" {
		s.say(msg("channel.off"))
	} else {
		s.say(msg("channel.done"))
	}
	return s.writeOver(placeKind, s.scope(), version, p)
}
