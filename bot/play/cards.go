package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// cardsOffer is a button under a new player's first board that shows it with pictures of
// cards, where the platform has them, as long as no move was made.
func cardsOffer(t *bot.Turn, table *bot.Table) []bot.Action {
	if !t.Cards() || t.Setting(bot.SettingStyle) == bot.Cards || t.Record.Settings[bot.SettingStyle] != "" || table.Game.Begun() {
		return nil
	}
	if before, err := t.History(); err != nil || len(before) > 0 { // without the button nothing is lost
		return nil
	}
	return []bot.Action{{Label: locale.Msg("button.style-" + bot.Cards), Text: "settings style " + bot.Cards}}
}
