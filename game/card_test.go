package game_test

import (
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

func TestCardsAreWrittenAndRead(t *testing.T) {
	deck := game.NewDeck()
	const want = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD " +
		"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
	if got := names(deck); got != want {
		t.Errorf("the deck is %s", got)
	}
	for _, c := range deck {
		if got, ok := game.ParseCard(c.String()); !ok || got != c {
			t.Errorf("%v is read as %v, %t", c, got, ok)
		}
	}
	for _, text := range []string{"", "A", "--", "10H", "TX", "1H", "HT", "th", "A♠", "KS "} {
		if c, ok := game.ParseCard(text); ok {
			t.Errorf("%q is read as %v", text, c)
		}
	}
	for _, c := range []game.Card{0, 3, 14 << 2, 255} {
		if c.Valid() || c.String() != "--" {
			t.Errorf("card %d is %v", c, c)
		}
	}
}
