package game_test

import (
	"errors"
	"slices"
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

func TestDecksOfOtherCardsAreRefused(t *testing.T) {
	deck := game.NewDeck()
	for _, tt := range []struct {
		name string
		deck game.Deck
		want error
	}{
		{"none", nil, game.ErrCardCount},
		{"a card missing", deck[1:], game.ErrCardCount},
		{"a card more", slices.Concat(deck, deck[:1]), game.ErrCardTwice},
		{"a card twice", slices.Concat(deck[1:], deck[1:2]), game.ErrCardTwice},
		{"no card", slices.Concat(deck[1:], game.Deck{0}), game.ErrBadCard},
		{"not a card", slices.Concat(deck[1:], game.Deck{14 << 2}), game.ErrBadCard},
	} {
		for _, r := range []game.Rules{klondike, yukon} {
			if _, err := game.Deal(r, tt.deck); !errors.Is(err, tt.want) {
				t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
			}
			if g, err := game.New(r, tt.deck, game.Origin{}); g != nil || !errors.Is(err, tt.want) {
				t.Errorf("%s: a new game, %v, want %v", tt.name, err, tt.want)
			}
		}
	}
}
