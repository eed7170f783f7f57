package render_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/render"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// scenes are the boards of the golden files, by file name.
func scenes(tb testing.TB) map[string]game.State {
	mid := midgame(tb)
	draw24 := gametest.Deal(tb, game.KlondikeRules(24, 0, false), 3)
	return map[string]game.State{
		"klondike-draw1":     gametest.Deal(tb, drawOne(), 1),
		"klondike-draw3":     gametest.Deal(tb, drawThree(), 2),
		"klondike-column-19": klondikeColumn(tb),
		"yukon":              gametest.Deal(tb, yukon(), 1),
		"yukon-column-45":    yukonColumn(tb),
		"reduced":            reduced(tb),
		"fan-3":              mid,
		"fan-2":              gametest.Play(tb, mid, "w>3"),
		"fan-1":              gametest.Play(tb, mid, "w>3 w>2"),
		"fan-earlier-draw":   gametest.Play(tb, mid, "w>3 w>2 w>6"),
		"fan-24":             gametest.Play(tb, draw24, "d"),
		"waste-empty":        gametest.Play(tb, draw24, "d r"),
		"stock-empty":        stockEmpty(tb),
		"last-pass":          gametest.Play(tb, gametest.Deal(tb, drawThree(), 4), strings.Repeat("d d d d d d d d r ", 2)+"d d"),
		"empty-columns":      emptyColumns(tb),
		"won":                won(tb),
	}
}

func klondikeColumn(tb testing.TB) game.State {
	return gametest.Table{
		Rules: drawOne(), Pass: 1,
		Piles: "//////######KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS",
		Up:    [game.Suits]int{13, 13, 0, 0},
	}.Set(tb, nil)
}

func yukonColumn(tb testing.TB) game.State {
	up := [game.Suits]int{3, 2, 1, 1}
	var tail []string
	for _, c := range game.Numbered(7) {
		if c.Rank() > up[c.Suit()] && len(tail) < 39 {
			tail = append(tail, c.String())
		}
	}
	return gametest.Table{Rules: yukon(), Piles: "//////######" + strings.Join(tail, " "), Up: up}.Set(tb, nil)
}

// reduced is a game of five ranks and three piles.
func reduced(tb testing.TB) game.State {
	rules := drawThree()
	rules.Ranks, rules.Piles = 5, 3
	var deck game.Deck
	for _, c := range game.Numbered(1) {
		if c.Rank() <= rules.Ranks {
			deck = append(deck, c)
		}
	}
	s, err := game.Deal(rules, deck)
	if err != nil {
		tb.Fatal(err)
	}
	return gametest.Play(tb, s, "d")
}

func stockEmpty(tb testing.TB) game.State {
	return gametest.Table{
		Rules: drawOne(), Pass: 1,
		Piles: "KS/#QH/##JS/###TD/####8C 7D 6S 5H/#####4S/######9H",
		Waste: "2C 3C 4C 5C 6C 7C 9C TC JC QC KC",
		Up:    [game.Suits]int{1, 3, 3, 3},
	}.Set(tb, nil)
}

func emptyColumns(tb testing.TB) game.State {
	return gametest.Table{
		Rules: yukon(),
		Piles: "/KS QH TH/##TS////######9D KC",
		Up:    [game.Suits]int{12, 8, 9, 9},
	}.Set(tb, nil)
}

func won(tb testing.TB) game.State {
	return gametest.Table{
		Rules: drawThree(), Pass: 3,
		Piles: "//////",
		Up:    [game.Suits]int{13, 13, 13, 13},
	}.Set(tb, nil)
}

func TestBoardsAreAsStored(t *testing.T) {
	for name, s := range scenes(t) {
		for _, style := range render.Styles() {
			file := name + "." + string(style)
			if style == render.Coloured { // the paint comes on top
				file = name + "." + string(render.Unicode)
			}
			t.Run(file, func(t *testing.T) {
				board := render.Board(s.View(), style, newEnglish())
				mustBeWhole(t, board)
				compare(t, filepath.Join("testdata", file+".txt"), board+"\n")
			})
		}
	}
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), -update accepts it:\n%s", path, diff)
	}
}

// Every golden file belongs to a scene. There is none of a coloured board, but one of
// tiles.
func TestEveryGoldenFileHasAScene(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if want := len(scenes(t)) * len(render.Styles()); len(files) != want {
		t.Errorf("%d golden files, want %d", len(files), want)
	}
}
