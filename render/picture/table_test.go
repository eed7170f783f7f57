package picture_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/render/picture"
)

func mustPainter(tb testing.TB) *picture.Painter {
	tb.Helper()
	p, err := picture.New()
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// mustSet lays out a table. The cards that are named nowhere come in an order that the
// seed decides.
func mustSet(tb testing.TB, t gametest.Table, seed uint64) game.State {
	tb.Helper()
	return t.Set(tb, rand.New(rand.NewPCG(seed, 0)))
}

// Tables of the tests.

func midgame() gametest.Table {
	return gametest.Table{
		Rules: game.KlondikeRules(3, 3, false), Pass: 1,
		Piles: "KS QH/#TD/##JS//####8C 7D 6S 5H/#####4S/######9H 8S",
		Waste: "KC 2S JC 3D 9S TH",
		Up:    [game.Suits]int{2, 1, 0, 1},
	}
}

func longestKlondike() gametest.Table {
	return gametest.Table{
		Rules: game.KlondikeRules(1, 1, false), Pass: 1,
		Piles: "//////######KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS",
		Up:    [game.Suits]int{13, 13, 0, 0},
	}
}

// longestYukon has a column of 45 cards.
func longestYukon() gametest.Table {
	up := [game.Suits]int{3, 2, 1, 1}
	var tail []string
	for _, c := range game.Numbered(7) {
		if c.Rank() > up[c.Suit()] && len(tail) < 39 {
			tail = append(tail, c.String())
		}
	}
	return gametest.Table{Rules: game.YukonRules(false), Piles: "//////######" + strings.Join(tail, " "), Up: up}
}

func emptyStock() gametest.Table {
	return gametest.Table{
		Rules: game.KlondikeRules(1, 1, false), Pass: 1,
		Piles: "KS/#QH/##JS/###TD/8C 7D 6S 5H/#####4S/######9H",
		Waste: "2C 3C 4C 5C 6C 7C 9C TC JC QC KC",
		Up:    [game.Suits]int{1, 3, 3, 3},
	}
}

func won() gametest.Table {
	return gametest.Table{Rules: game.KlondikeRules(3, 3, false), Pass: 3, Piles: "//////", Up: [game.Suits]int{13, 13, 13, 13}}
}
