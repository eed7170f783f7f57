package bot

import (
	"errors"
	"fmt"
	"regexp"

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
}

const settingChannel = "channel"

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
	switch {
	case s.scope() == "" || s.req.Place.Server == "":
		s.say(msg("channel.where"))
		return nil
	case !s.req.Admin:
		s.say(msg("channel.admin"))
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
		here := Reply{Lines: []locale.Message{msg("channel.here")}, Lang: locale.English}
		if err := poster.Post(s.ctx, Post{To: to, Reply: here}); errors.Is(err, ErrUndeliverable) {
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
