package table

import (
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/solitaire-chat/solitaire/game"
)

// A mark sets a box apart. Each mark has its own border as well as its colour, so it is
// visible without colours too.
type mark uint8

const (
	plain  mark = iota
	cursor      // the cursor is there
	taken       // in the player's hand
	target      // a target of those cards, or a spot of the hint
	marks       // the number of marks
)

// edges are the signs of a border: corners, horizontal and vertical lines.
type edges struct{ topLeft, topRight, bottomLeft, bottomRight, across, upright string }

var (
	unicodeEdges = [marks]edges{
		plain:  {"╭", "╮", "╰", "╯", "─", "│"},
		cursor: {"┏", "┓", "┗", "┛", "━", "┃"},
		taken:  {"╔", "╗", "╚", "╝", "═", "║"},
		target: {"┏", "┓", "┗", "┛", "╍", "┇"},
	}
	asciiEdges = [marks]edges{
		plain:  {"+", "+", "+", "+", "-", "|"},
		cursor: {"#", "#", "#", "#", "#", "#"},
		taken:  {"*", "*", "*", "*", "*", "*"},
		target: {"o", "o", "o", "o", ".", ":"},
	}
	unicodeEmpty = edges{"╭", "╮", "╰", "╯", "╌", "╎"}
	asciiEmpty   = edges{".", ".", ".", ".", ".", "."}
)

// A look holds the signs and colours to draw with: signs that the terminal can show, and
// colours for its background. Bubble Tea leaves out colours that the terminal doesn't
// have.
type look struct {
	ascii bool
	four  bool // colours
	edges [marks]edges
	empty edges
	fill  string // of a back
	again string // on an empty stock: the waste can be turned over
	more  string // before the number of folded cards
	times string // before the number of cards in the stock
	below string // marks a text that is cut off

	border [marks]lipgloss.Style
	suits  [game.Suits]lipgloss.Style
	back   lipgloss.Style
	slot   lipgloss.Style // of an empty place
	title  lipgloss.Style
	dim    lipgloss.Style
	key    lipgloss.Style // a key in a text
	text   lipgloss.Style
	chosen lipgloss.Style // a chosen line of a panel
}

// newLook returns the look for a dark or a light background. With four colours, each
// suit has its own.
func newLook(ascii, dark, fourColours bool) look {
	k := look{ascii: ascii, four: fourColours, edges: unicodeEdges, empty: unicodeEmpty, fill: "░", again: "↻", more: "⋮", times: "×", below: "↓"}
	if ascii {
		k.edges, k.empty, k.fill, k.again, k.more, k.times, k.below = asciiEdges, asciiEmpty, ":", "@", "...", "x", "v"
	}
	colour := func(onLight, onDark string) lipgloss.Style {
		if dark {
			return lipgloss.NewStyle().Foreground(lipgloss.Color(onDark))
		}
		return lipgloss.NewStyle().Foreground(lipgloss.Color(onLight))
	}
	k.border = [marks]lipgloss.Style{
		plain:  colour("247", "242"),
		cursor: colour("166", "221").Bold(true),
		taken:  colour("166", "221").Bold(true),
		target: colour("29", "79").Bold(true),
	}
	black, red := colour("235", "255").Bold(true), colour("160", "210").Bold(true)
	k.suits = [game.Suits]lipgloss.Style{game.Clubs: black, game.Diamonds: red, game.Hearts: red, game.Spades: black}
	if fourColours {
		k.suits[game.Clubs], k.suits[game.Diamonds] = colour("28", "114").Bold(true), colour("26", "111").Bold(true)
	}
	k.back, k.slot = colour("110", "67"), colour("250", "239")
	k.title, k.dim = colour("235", "253").Bold(true), colour("243", "245")
	k.key, k.text = colour("235", "253").Bold(true), colour("235", "252")
	k.chosen = k.text.Reverse(true)
	return k
}

// signs writes a text in ASCII if the terminal needs that.
func (k *look) signs(text string) string {
	if !k.ascii {
		return text
	}
	return ASCII(text)
}

// ASCII rewrites a text for a terminal that shows nothing but ASCII. Signs become similar
// ones, and other letters question marks.
func ASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, asciiSigns.Replace(text))
}

// asciiSigns are signs in texts, each with a similar one in ASCII.
var asciiSigns = strings.NewReplacer(
	"→", "->", "·", "-", "–", "-", "—", "-", "…", "...", "×", "x", "“", `"`, "”", `"`, "‘", "'", "’", "'",
	"♣", "C", "♦", "D", "♥", "H", "♠", "S", "\u00a0", " ",
)
