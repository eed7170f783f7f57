package play_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
)

// cards is a world in which a platform can show boards of cards, or not.
func cards(t *testing.T, can *bool) *bottest.World {
	w := bottest.NewWorld(t)
	w.Bot.Cards = func(string) bool { return *can }
	return w
}

// Where there are no cards, they are no choice, and one made before means the platform's
// own style.
func TestCardsAreAChoiceWhereTheyCanBeShown(t *testing.T) {
	can := false
	ann := cards(t, &can).Member("ann")
	if r := ann.Expect("settings style cards", "Board style can't be “cards”. Choose one of: unicode, ascii, coloured, text."); r.Style != "" || bottest.Offers(r, "settings style cards") {
		t.Errorf("got the style %q and the buttons %v", r.Style, r.Actions)
	}
	can = true
	if r := ann.Expect("settings style cards", "Board style: Real cards"); r.Style != bot.Cards {
		t.Errorf("got the style %q", r.Style)
	}
	if r := ann.Say("new deal 1"); r.Style != bot.Cards {
		t.Errorf("got the style %q", r.Style)
	}
	can = false
	if r := ann.Say("draw"); r.Style != "" {
		t.Errorf("without cards: got the style %q", r.Style)
	}
	can = true
	if r := ann.Say("show ascii"); r.Style != "ascii" {
		t.Errorf("for once: got the style %q", r.Style)
	}
}

// An operator can make cards the default; a choice of the player's own stands.
func TestCardsCanBeTheDefault(t *testing.T) {
	can := true
	w := cards(t, &can)
	w.Bot.CardsFirst = true
	ann, bob := w.Member("ann"), w.Member("bob")
	r := ann.Say("new deal 1")
	if r.Style != bot.Cards || bottest.Offers(r, "settings style cards") {
		t.Errorf("got the style %q and the buttons %v", r.Style, r.Actions)
	}
	ann.Expect("settings", "Board style: Real cards")
	bob.Say("settings style unicode")
	if r := bob.Say("new deal 1"); r.Style != "unicode" {
		t.Errorf("a chosen style: got %q", r.Style)
	}
	can = false
	if r := ann.Say("show"); r.Style != "" || strings.Contains(ann.Text(ann.Say("settings")), "Real cards") {
		t.Errorf("without cards: got the style %q", r.Style)
	}
}

// The first board offers cards with one tap, until a move is made or a style is chosen.
func TestTheFirstBoardOffersCards(t *testing.T) {
	can := false
	w := cards(t, &can)
	ann := w.Member("ann")
	offered := func(text string) bool { return bottest.Offers(ann.Say(text), "settings style cards") }
	if offered("new deal 1141") {
		t.Error("cards are offered where there are none")
	}
	can = true
	if !offered("show") {
		t.Error("the first board offers no cards")
	}
	if offered("draw") || offered("undo") {
		t.Error("cards are offered after a move")
	}
	ann.Say("resign")
	ann.Say("yes")
	if offered("new deal 2") {
		t.Error("the second game offers cards")
	}
	bob := w.Member("bob")
	bob.Say("settings style ascii")
	if bottest.Offers(bob.Say("new deal 1"), "settings style cards") {
		t.Error("cards are offered to a player who has chosen a style")
	}
}
