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

// lang is the language where nothing is known but the request.
func (r Request) lang() string { return locale.Match(r.Locale, r.PlaceLocale) }

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
