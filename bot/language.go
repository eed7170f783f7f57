package bot

import (
	"context"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// lang returns the language of the reply: what the player has chosen, else what
// the platform tells of the player, else what was chosen for the server, else
// what the platform tells of that, else English.
func (s *session) lang() string {
	for _, tag := range []string{s.rec.Settings[settingLanguage], s.req.Locale} {
		if code, ok := locale.Known(tag); ok {
			return code
		}
	}
	chosen := ""
	if s.req.Place.Server != "" {
		chosen = s.bot.placeLanguage(s.ctx, s.scope())
	}
	return locale.Match(chosen, s.req.PlaceLocale)
}

// Lang returns the language for an answer that is given without a look at what
// is stored: what the player is remembered to have chosen, else what the request
// tells.
func (b *Bot) Lang(req Request) string {
	return locale.Match(b.tongues.of(req.Player), req.Locale, req.PlaceLocale)
}

// remember notes what the player has chosen, for [Bot.Lang]. It takes the
// player's turn, so that nothing is remembered of who has just been forgotten.
func (s *session) remember() {
	choice := s.rec.Settings[settingLanguage]
	if s.forget {
		choice = ""
	}
	s.bot.tongues.note(s.req.Player, choice)
}

// placeLanguage returns the language that was chosen for a server; "" if none
// was. For want of it nothing fails.
func (b *Bot) placeLanguage(ctx context.Context, scope string) string {
	doc, err := b.Store.Doc(ctx, placeKind, scope)
	if err != nil {
		return ""
	}
	p, err := persist.Unpack[placeSettings](doc)
	if err != nil {
		return ""
	}
	return p.Language
}
