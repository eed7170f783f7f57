package slack

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/render"
)

// A leaderboard with the longest names and numbers, and a share text, are shown whole in
// every language and style.
func TestWorstLeaderboard(t *testing.T) {
	t.Parallel()
	a, check := newAdapter(t), slackfake.NewChecker(t)
	name := strings.Repeat("\U0001F0A1", 32)
	board := []locale.Message{{Key: "board.finished", Args: []locale.Arg{{Name: "Count", Value: 999_999}}}}
	for i := range 10 {
		board = append(board, locale.Message{Key: "board.row-won-late", Args: []locale.Arg{
			{Name: "Place", Value: 999_990 + i},
			{Name: "Name", Value: locale.Name(name)},
			{Name: "Moves", Value: 65_535},
			{Name: "Aids", Value: 65_535},
			{Name: "Time", Value: "35:59:59"},
		}})
	}
	share := []locale.Message{
		{Key: "share.lost", Args: []locale.Arg{{Name: "Name", Value: locale.Message{Key: "share.game-yukon"}}, {Name: "Day", Value: "365"}, {Name: "Up", Value: 51}}},
		{Key: "share.bars", Args: []locale.Arg{{Name: "Bars", Value: "♣▮▮▮▮▮ ♦▮▮▮▮▮ ♥▮▮▮▮▮ ♠▮▮▮▮▯"}}},
		{Key: "share.aids", Args: []locale.Arg{{Name: "Undos", Value: 65_535}, {Name: "Hints", Value: 65_535}, {Name: "Streak", Value: 365}}},
	}
	button := bot.Action{Label: locale.Message{Key: "board.span-yesterday"}, Text: "leaderboard span yesterday klondike draw 3 scope everywhere page 100000"}
	for _, lang := range locale.Codes() {
		for _, style := range render.Styles() {
			for _, tt := range []struct {
				lines []locale.Message
				text  string
				times int
			}{{board, name, 10}, {share, "▮▮▮▮▯", 1}} {
				p := a.page(bot.Reply{Lang: lang, Style: string(style), Lines: tt.lines, Actions: [][]bot.Action{{button}}}, "0123456789ab")
				for _, v := range check.Message(encoded(t, p.newMessage(true))) {
					t.Errorf("%s, %s: %v", lang, style, v)
				}
				if found := strings.Count(string(encoded(t, p.blocks)), tt.text); found != tt.times {
					t.Errorf("%s, %s: %q is there %d times, not %d", lang, style, tt.text, found, tt.times)
				}
			}
		}
	}
}
