package render_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// scenes are the boards of the golden files, by file name.
func scenes(tb testing.TB) map[string]game.State {
	mid := midgame(tb)
	draw24 := mustDeal(tb, game.KlondikeRules(24, 0, false), 3)
	return map[string]game.State{
		"klondike-draw1":     mustDeal(tb, drawOne(), 1),
		"klondike-draw3":     mustDeal(tb, drawThree(), 2),
		"klondike-column-19": klondikeColumn(tb),
		"yukon":              mustDeal(tb, yukon(), 1),
		"yukon-column-45":    yukonColumn(tb),
		"reduced":            reduced(tb),
		"fan-3":              mid,
		"fan-2":              mustPlay(tb, mid, "w>3"),
		"fan-1":              mustPlay(tb, mid, "w>3 w>2"),
		"fan-earlier-draw":   mustPlay(tb, mid, "w>3 w>2 w>6"),
		"fan-24":             mustPlay(tb, draw24, "d"),
		"waste-empty":        mustPlay(tb, draw24, "d r"),
		"stock-empty":        stockEmpty(tb),
		"last-pass":          mustPlay(tb, mustDeal(tb, drawThree(), 4), strings.Repeat("d d d d d d d d r ", 2)+"d d"),
		"empty-columns":      emptyColumns(tb),
		"won":                won(tb),
	}
}

func klondikeColumn(tb testing.TB) game.State {
	return mustSet(tb, table{
		rules: drawOne(), pass: 1,
		piles: "//////6 KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS",
		up:    [game.Suits]int{13, 13, 0, 0},
	})
}

func yukonColumn(tb testing.TB) game.State {
	up := [game.Suits]int{3, 2, 1, 1}
	var tail []string
	for _, c := range game.Numbered(7) {
		if c.Rank() > up[c.Suit()] && len(tail) < 39 {
			tail = append(tail, c.String())
		}
	}
	return mustSet(tb, table{rules: yukon(), piles: "//////6 " + strings.Join(tail, " "), up: up})
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
	return mustPlay(tb, s, "d")
}

func stockEmpty(tb testing.TB) game.State {
	return mustSet(tb, table{
		rules: drawOne(), pass: 1,
		piles: "KS/1 QH/2 JS/3 TD/4 8C 7D 6S 5H/5 4S/6 9H",
		waste: "2C 3C 4C 5C 6C 7C 9C TC JC QC KC",
		up:    [game.Suits]int{1, 3, 3, 3},
	})
}

func emptyColumns(tb testing.TB) game.State {
	return mustSet(tb, table{
		rules: yukon(),
		piles: "/KS QH TH/2 TS////6 9D KC",
		up:    [game.Suits]int{12, 8, 9, 9},
	})
}

func won(tb testing.TB) game.State {
	return mustSet(tb, table{
		rules: drawThree(), pass: 3,
		piles: "//////",
		up:    [game.Suits]int{13, 13, 13, 13},
	})
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
