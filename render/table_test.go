package render_test

import (
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
)

// Rules of the tests.
func drawOne() game.Rules   { return game.KlondikeRules(1, 1, false) }
func drawThree() game.Rules { return game.KlondikeRules(3, 3, false) }
func yukon() game.Rules     { return game.YukonRules(false) }

// midgame is a Klondike game at draw 3 whose last draw was 3♦ 9♠ 10♥. All three can be
// played one after the other, by "w>3 w>2 w>6", and then J♣ of an earlier draw, by "w>1".
func midgame(tb testing.TB) game.State {
	tb.Helper()
	return gametest.Table{
		Rules: drawThree(),
		Piles: "KS QH/#TD/##JS//####8C 7D 6S 5H/#####4S/######9H 8S",
		Waste: "KC 2S JC 3D 9S TH",
		Up:    [game.Suits]int{2, 1, 0, 1},
		Pass:  2,
	}.Set(tb, nil)
}
