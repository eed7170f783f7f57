// Package render turns a [game.View] into text: a board drawn on a grid of cells, a line
// of signs, or sentences for screen readers. Its subpackage picture draws pictures.
//
// A drawn board is at most [Width] cells wide, so that phones don't wrap it:
//
//	::×13   w   3♦  9♠[10♥]
//	        f   2♣  A♦  -♥  A♠
//	1   2   3   4   5   6   7
//	K♠  ::  ::  --  ::  ::  ::
//	Q♥ 10♦  ::      ::  ::  ::
//	        J♠      ::  ::  ::
//	                ::  ::  ::
//	                8♣  ::  ::
//	                7♦  4♠  ::
//	                6♠      9♥
//	                5♥      8♠
//
// Each place is labelled with its name in moves: w is the waste, f the foundations, 1 to 7
// the piles. The one card of the waste that can be played is in brackets. A View holds
// nothing that the player hasn't seen, so no board can reveal a hidden card.
//
// The words come from the caller, one whole text for each key; see [Words].
package render

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/game"
)

// A Style is a way to show the board. Its value is the word with which a player chooses
// it.
type Style string

// The styles.
const (
	Unicode  Style = "unicode"  // drawn, a card as rank and suit sign: 10♥
	ASCII    Style = "ascii"    // drawn, a card as two characters: TH
	Coloured Style = "coloured" // drawn as Unicode, for Paint to colour
	Text     Style = "text"     // sentences, one a line, for screen readers
)

// Styles lists the styles; the first is the default.
func Styles() []Style { return []Style{Unicode, ASCII, Coloured, Text} }

// ParseStyle returns the style of a word, and false if there is none.
func ParseStyle(word string) (Style, bool) {
	s := Style(word)
	return s, slices.Contains(Styles(), s)
}

// The grid of a drawn board has a column for each pile, four cells wide. A card stands at
// the right edge of its column. It takes at most three cells, so the first cell of a
// column is free for a space or a bracket.
const (
	columns     = game.MaxPiles
	columnCells = 4
	labelCell   = 2 // of a column: the middle of "10♥"

	// Width is the most cells in a line of a drawn board.
	Width = columns * columnCells
)

// The places above the piles, in columns from 0. The waste lies over the foundations, and
// the column before them names both. The waste has room for one card less than there are
// columns, because of the bracket after the last.
const (
	stockColumn = 0
	labelColumn = 2
	upperColumn = 3
	fanRoom     = columns - upperColumn - 1
)

// Board returns the board in lines without trailing spaces, without a final newline and
// without a fence. It draws an unknown style as Unicode. Only Text style uses w.
func Board(v game.View, s Style, w Words) string {
	if s == Text {
		return sentences(v, w)
	}
	g := grid{style: s}
	g.text.Grow(2 << 10) // more than most boards need
	if v.Rules.HasStock() {
		g.line()
		g.stockAndWaste(len(v.Stock), fan(v))
	}
	g.line()
	g.label(labelColumn, "f")
	for i, rank := range v.Foundations {
		g.place(upperColumn+i, foundationSign(rank, game.Suit(i), s))
	}
	g.line()
	rows := 1 // at least one row, which shows empty piles
	for i, p := range v.Piles {
		g.label(i, strconv.Itoa(i+1))
		rows = max(rows, p.Hidden+len(p.Up))
	}
	for row := range rows {
		g.line()
		for i, p := range v.Piles {
			switch up := row - p.Hidden; {
			case p.Empty() && row == 0:
				g.place(i, noCard)
			case up < 0:
				g.place(i, faceDown(s))
			case up < len(p.Up):
				g.place(i, Card(p.Up[up], s))
			}
		}
	}
	return g.text.String()
}

// fan returns the spread cards of the waste, the playable one last. If the waste has any
// card, there is at least that one.
func fan(v game.View) []game.Card {
	n := min(max(v.Fan, 1), len(v.Waste))
	return v.Waste[len(v.Waste)-n:]
}

// A grid is a drawing in progress, made line by line and from left to right. It writes
// spaces only before other characters, so no line ends in one.
type grid struct {
	style Style
	text  strings.Builder
	cells int // in the last line
}

// stockAndWaste draws the stock as a card's back and the number of its cards, and the
// waste from the left in the order of the draw: when the last card is played, the others
// stay in place.
func (g *grid) stockAndWaste(stock int, fan []game.Card) {
	times, more := "×", "…"
	if g.style == ASCII {
		times, more = "x", ".."
	}
	sign := faceDown(g.style)
	if stock == 0 {
		sign = noCard
	}
	g.place(stockColumn, sign)
	g.put((stockColumn+1)*columnCells, times+strconv.Itoa(stock))
	g.label(labelColumn, "w")
	if len(fan) == 0 {
		g.place(upperColumn, noCard)
		return
	}
	if out := len(fan) - fanRoom; out > 0 {
		g.put(labelColumn*columnCells+labelCell+1, more)
		fan = fan[out:]
	}
	last := len(fan) - 1
	for i, c := range fan[:last] {
		g.place(upperColumn+i, Card(c, g.style))
	}
	// The closing bracket takes the first cell of the next column.
	top := Card(fan[last], g.style)
	g.put((upperColumn+last+1)*columnCells-utf8.RuneCountInString(top)-1, "["+top+"]")
}

func (g *grid) line() {
	if g.text.Len() > 0 {
		g.text.WriteByte('\n')
	}
	g.cells = 0
}

// put writes a sign that begins at a cell of the line. In a fixed-width font every
// character of a board takes one cell.
func (g *grid) put(cell int, sign string) {
	for ; g.cells < cell; g.cells++ {
		g.text.WriteByte(' ')
	}
	g.text.WriteString(sign)
	g.cells += utf8.RuneCountInString(sign)
}

// place writes a sign into a column, counted from 0.
func (g *grid) place(column int, sign string) {
	g.put((column+1)*columnCells-utf8.RuneCountInString(sign), sign)
}

// label writes the name of a place above or beside it.
func (g *grid) label(column int, name string) { g.put(column*columnCells+labelCell, name) }
