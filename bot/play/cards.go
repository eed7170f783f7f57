package play

import (
	"slices"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// offerCards adds a button to a new player's first board that shows it with pictures of
// cards, where the platform has them.
func offerCards(t *bot.Turn, table *bot.Table) {
	if !t.Cards() || t.Record.Settings[bot.SettingStyle] != "" || t.Bot.CardsFirst || table.Game.Begun() {
		return
	}
	if before, err := t.History(); err != nil || len(before) > 0 { // without the button nothing is lost
		return
	}
	cards := bot.Action{Label: locale.Msg("button.style-" + bot.Cards), Text: "settings style " + bot.Cards}
	t.Reply.Actions = append(slices.Clone(t.Reply.Actions), []bot.Action{cards})
}
