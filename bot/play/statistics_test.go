package play_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
)

// Others see a player's statistics only if that player has chosen a named ranking.
func TestStatisticsAreKeptApartByRules(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	ann.Has(ann.Say("stats"), "stats.none")
	ann.Say("new deal 1141")
	ann.Say("/move " + lineKlondike)
	ann.Say("new yukon deal 452")
	ann.Say("move")
	ann.Say("/move " + lineYukon)
	ann.Say("new draw 3 deal 7")
	ann.Say("d")
	ann.Say("resign confirm")
	text := ann.Text(ann.Say("stats"))
	for _, want := range []string{
		"Klondike · draw 1 · 1 pass: 1 game, 1 won (100%).", "Yukon: 1 game, 1 won (100%).",
		"Klondike · draw 3 · 3 passes: 1 game, 0 won (0%).", "Fewest moves 101, best score ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("got\n%s\nwant it to contain %q", text, want)
		}
	}
	bob.Has(bob.Say("stats <@ann>", ann), "stats.private")
	ann.Say("settings leaderboard named")
	if got := bob.Text(bob.Say("stats <@ann>", ann)); !strings.Contains(got, "Statistics for ANN:\n") || !strings.Contains(got, "Yukon: 1 game") {
		t.Errorf("another player's statistics: got\n%s", got)
	}
}

func TestStatisticsIncludeWhatTheRequestEnds(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily")
	ann.Say("d")
	w.At(31, "12:00:00")
	if text := ann.Text(ann.Say("stats")); !strings.Contains(text, "1 game, 0 won") {
		t.Errorf("got\n%s\nwant the game that has just expired", text)
	}
	bob := w.Member("bob")
	bob.Say("daily")
	bob.Say("d")
	w.At(32, "12:00:00")
	bob.Has(bob.Say("share"), "share.lost", "share.bars", "share.aids")
}
