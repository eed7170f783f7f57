package render_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/render"
)

func TestCardsAreColouredBySuit(t *testing.T) {
	const red, green, blue, reset = "\x1b[31m", "\x1b[32m", "\x1b[34m", "\x1b[0m"
	for board, want := range map[string][2]string{
		"":             {"", ""},
		"  ::×24   w":  {"  ::×24   w", "  ::×24   w"},
		"K♠ 10♥":       {"K♠ " + red + "10♥" + reset, "K♠ " + red + "10♥" + reset},
		"4♣[3♦]":       {"4♣[" + red + "3♦" + reset + "]", green + "4♣" + reset + "[" + blue + "3♦" + reset + "]"},
		"-♥\nA♦  K♣ x": {red + "-♥" + reset + "\n" + red + "A♦" + reset + "  K♣ x", red + "-♥" + reset + "\n" + blue + "A♦" + reset + "  " + green + "K♣" + reset + " x"},
	} {
		for i, four := range []bool{false, true} {
			if got := render.Paint(board, four); got != want[i] {
				t.Errorf("%q, four colours %v: %q, want %q", board, four, got, want[i])
			}
		}
	}
}

// Nothing is shown by colour alone: without colour the board is the same. Every card has
// the colour of its suit.
func TestPaintOnlyAddsColour(t *testing.T) {
	escape := regexp.MustCompile("\x1b\\[[0-9]+m")
	for name, s := range scenes(t) {
		board := render.Board(s.View(), render.Coloured, nil)
		for _, four := range []bool{false, true} {
			painted := render.Paint(board, four)
			if escape.ReplaceAllString(painted, "") != board {
				t.Errorf("%s: the paint has changed the board:\n%s", name, painted)
			}
			for suit, escapes := range map[string]int{"♥": 31, "♦": 31, "♣": 0, "♠": 0} {
				want := escapes != 0 || four && suit == "♣"
				coloured := regexp.MustCompile("\x1b\\[[0-9]+m[0-9AJQK-]+" + suit + "\x1b\\[0m")
				if got, all := len(coloured.FindAllString(painted, -1)), strings.Count(board, suit); want && got != all || !want && got != 0 {
					t.Errorf("%s, four colours %v: %d of %d %s are coloured", name, four, got, all, suit)
				}
			}
		}
	}
}
