package game_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// A pile without cards can't have face-down ones.
func TestEmptyPilesHaveNoFaceDownCards(t *testing.T) {
	p := layout(t, yukon, "1: *")
	p.Piles[1].Hidden = 1
	if s, err := game.FromPosition(yukon, p); err == nil {
		t.Errorf("a face-down card on an empty pile is taken: %s", engineTable(&s))
	}
}

func TestSC05VegasSetsThePasses(t *testing.T) {
	r := vegasRules(1, false)
	r.Passes = 0
	if r.Check() == nil {
		t.Errorf("%v can be played", r)
	}
}

// Version 0 never existed.
func TestVersionZeroIsRefused(t *testing.T) {
	stored := encoded(t, goldenGame(t))
	body := bytes.Clone(stored[:len(stored)-4])
	body[0] = 0
	var g game.Game
	if err := g.UnmarshalBinary(sealed(body)); err == nil {
		t.Error("version 0 is read as version 1")
	}
}

func TestWhatCanBeStartedCanBeStored(t *testing.T) {
	for _, origin := range []game.Origin{
		{Generator: game.Generator, Number: game.MaxNumber + 1},
		{Generator: game.Generator, Number: -1},
		{Generator: strings.Repeat("x", 65), Number: 1},
	} {
		g, err := game.New(klondike, game.NewDeck(), origin)
		if err != nil {
			continue
		}
		stored, err := g.MarshalBinary()
		if err != nil {
			continue
		}
		if err := new(game.Game).UnmarshalBinary(stored); err != nil {
			t.Errorf("%.20q %d is stored and can't be loaded: %v", origin.Generator, origin.Number, err)
		}
	}
}
