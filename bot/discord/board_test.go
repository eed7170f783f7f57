package discord_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render"
)

// A leaderboard with the longest names and numbers, and a share text, are shown whole in
// every language and style.
func TestWorstLeaderboard(t *testing.T) {
	s := discordfake.New(t, discordfake.Options{})
	a := mustNew(t, s, nil)
	checker := discordfake.NewChecker(t)
	for _, lang := range locale.Codes() {
		for _, style := range render.Styles() {
			for name, lines := range map[string][]locale.Message{"board": worstRows(), "share": shareText()} {
				body, _ := a.Show(bot.Reply{Lang: lang, Style: string(style), Lines: lines, Actions: boardButtons()})
				for _, v := range checker.Check(discordfake.Callback, body, discordfake.About{}) {
					t.Errorf("%s, %s, %s: %v", name, lang, style, v)
				}
				text := said(t, shown(t, body))
				for _, want := range map[string][]string{"board": {"35:59:59"}, "share": {"♠▮▮▮▮▮", "365"}}[name] {
					if !strings.Contains(text, want) {
						t.Errorf("%s, %s, %s lacks %q:\n%s", name, lang, style, want, text)
					}
				}
				if rows := strings.Count(text, longestName()); name == "board" && rows != 10 {
					t.Errorf("%s, %s: %d rows are shown", lang, style, rows)
				}
			}
		}
	}
}

// longestName returns a name of the greatest possible length.
func longestName() string { return strings.Repeat("\U0001F0A1", 32) }

func worstRows() []locale.Message {
	lines := []locale.Message{{Key: "board.finished", Args: []locale.Arg{{Name: "Count", Value: 999_999}}}}
	for i := range 10 {
		lines = append(lines, locale.Message{Key: "board.row-won-late", Args: []locale.Arg{
			{Name: "Place", Value: 999_990 + i},
			{Name: "Name", Value: locale.Name(longestName())},
			{Name: "Moves", Value: 65_535},
			{Name: "Aids", Value: 65_535},
			{Name: "Time", Value: "35:59:59"},
		}})
	}
	return append(lines, locale.Message{Key: "board.you", Args: []locale.Arg{{Name: "Place", Value: 999_999}, {Name: "Total", Value: 999_999}}})
}

func shareText() []locale.Message {
	bars := "♣▮▮▮▮▮ ♦▮▮▮▮▮ ♥▮▮▮▮▮ ♠▮▮▮▮▮"
	return []locale.Message{
		{Key: "share.won", Args: []locale.Arg{
			{Name: "Name", Value: locale.Message{Key: "share.game-klondike", Args: []locale.Arg{{Name: "Draw", Value: 3}}}},
			{Name: "Day", Value: "365"},
			{Name: "Count", Value: 65_535},
		}},
		{Key: "share.bars", Args: []locale.Arg{{Name: "Bars", Value: bars}}},
		{Key: "share.aids", Args: []locale.Arg{{Name: "Undos", Value: 65_535}, {Name: "Hints", Value: 65_535}, {Name: "Streak", Value: 365}}},
	}
}

func boardButtons() [][]bot.Action {
	action := func(key string) bot.Action {
		return bot.Action{Label: locale.Message{Key: key}, Text: key + " leaderboard span yesterday klondike draw 3 scope everywhere page 100000"}
	}
	return [][]bot.Action{
		{action("button.page-before"), action("button.page-next"), action("button.page-own")},
		{action("board.span-today"), action("board.span-week"), action("board.span-month"), action("board.span-all")},
		{action("board.scope-here")},
	}
}
