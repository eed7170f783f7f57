package bot

import (
	"context"
	"sync"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

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
