package discord_test

import (
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/game"
)

// A move takes one tap where it has a button, and two where it must be taken from the
// menu, on boards of text and of cards. -games sets how many games are played; with -v the
// log has the figures.
func TestMostMovesTakeOneTap(t *testing.T) {
	st := setup{}.withCards(t)
	for _, style := range []string{"", bot.Cards} {
		for _, r := range []game.Rules{game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 3, false), game.YukonRules(false)} {
			median, before := bottest.CountTaps(t, r, *games, func(r bot.Reply, text string) int {
				r.Style = style
				body, _ := st.adapter.Show(r)
				m := shown(t, body)
				id, _ := discord.CustomID(r.Ref, text)
				switch {
				case slices.ContainsFunc(m.Buttons(), func(b discordfake.Component) bool { return b.CustomID == id && !b.Disabled }):
					return 1
				case !slices.ContainsFunc(m.Options(), func(o discordfake.Option) bool { return o.Value == text && !o.Disabled }):
					t.Fatalf("%q can't be tapped: %+v", text, m.Components)
				}
				return 2
			})
			t.Logf("%s, style %q, %d games: median %.2f taps a move, with the menu only %.2f", r, style, *games, median, before)
			if median > 1.2 {
				t.Errorf("%s, style %q: the median is %.2f taps a move, want 1.2 or less", r, style, median)
			}
		}
	}
}
