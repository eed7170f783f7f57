package bot

import "github.com/solitaire-chat/solitaire/bot/locale"

// lang returns the language of the reply: what the player has chosen, else what
// the platform tells of the player, else that of the place, else English.
func (s *session) lang() string { return s.req.lang(s.rec.Settings[settingLanguage]) }

func (r Request) lang(chosen string) string { return locale.Match(chosen, r.Locale, r.PlaceLocale) }
