package render_test

import (
	"testing"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/render"
)

func TestSignsWriteABoardInALine(t *testing.T) {
	for want, s := range map[string]game.State{
		"##×13 w 3♦ 9♠ [10♥] | f 2♣ A♦ -♥ A♠ | 1 K♠ Q♥ | 2 ##×1 10♦ | 3 ##×2 J♠ | 4 -- | " +
			"5 ##×4 8♣ 7♦ 6♠ 5♥ | 6 ##×5 4♠ | 7 ##×6 9♥ 8♠": midgame(t),
		"##×24 w -- | f -♣ -♦ -♥ -♠ | 1 6♠ | 2 ##×1 3♠ | 3": gametest.Deal(t, drawOne(), 1),
		"f Q♣ 8♦ 9♥ 9♠ | 1 -- | 2 K♠ Q♥":                    emptyColumns(t),
		"--×0 w -- | f K♣ K♦ K♥ K♠ | 1 --":                  won(t),
	} {
		if got := render.Signs(s.View()); len(got) < len(want) || got[:len(want)] != want {
			t.Errorf("%q does not begin with %q", got, want)
		}
	}
}

// The line is short enough to describe a picture.
func TestSignsAreShort(t *testing.T) {
	views := map[string]game.View{"most cards": {Rules: drawThree(), Waste: game.NewDeck()[:24], Fan: 24, Stock: make([]game.Card, 24)}}
	for name, s := range scenes(t) {
		views[name] = s.View()
	}
	for name, v := range views {
		if n := utf8.RuneCountInString(render.Signs(v)); n > 1000 {
			t.Errorf("%s: %d characters", name, n)
		}
	}
}
