// Package render turns a [game.View] into text: a board drawn on a grid of
// cells, a line of signs, or sentences for people who listen to them. Package
// picture below it draws pictures.
//
// A drawn board is at most [Width] cells wide, so that a phone does not wrap
// it:
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
// Every place bears the name by which a move calls it: w the waste, f the
// foundations, 1 to 7 the piles. In brackets is the one card of the waste that
// can be played. A View holds nothing that the player has not been shown, so
// no board can give a hidden card away.
//
// The words come from the caller, one whole text a key; see [Words].
package render

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/game"
)

// A Style is a way to show the board. Its value is the word by which a player
// chooses it.
type Style string

// The styles.
const (
	Unicode  Style = "unicode"  // drawn, a card as rank and suit sign: 10♥
	ASCII    Style = "ascii"    // drawn, a card as two letters: TH
	Coloured Style = "coloured" // drawn as Unicode, to be coloured by Paint
	Text     Style = "text"     // sentences, one a line, for screen readers
)

// Styles lists the styles; the first is the default.
func Styles() []Style { return []Style{Unicode, ASCII, Coloured, Text} }

// ParseStyle returns the style of a word, and false if there is none.
func ParseStyle(word string) (Style, bool) {
	s := Style(word)
	return s, slices.Contains(Styles(), s)
}

// The grid of a drawn board: a column for each pile, four cells wide. A card
// stands at the right edge of its column. It takes three cells at most, so the
// first cell of a column is free for a space or a bracket.
const (
	columns     = game.MaxPiles
	columnCells = 4
	labelCell   = 2 // of a column: the middle of "10♥"

	// Width is the most cells a line of a drawn board takes.
	Width = columns * columnCells
)

// Where the upper places are, in columns from 0. The waste lies over the
// foundations, and both are named in the column before them. The waste has room
// for one card less than there are columns, because of the bracket behind the
// last.
const (
	stockColumn = 0
	labelColumn = 2
	upperColumn = 3
	fanRoom     = columns - upperColumn - 1
)

// Board returns the board in lines that end in no space, without a newline
// after the last and without a fence. A style it doesn't know is drawn as
// Unicode. Only Text style uses w.
func Board(v game.View, s Style, w Words) string {
	if s == Text {
		return sentences(v, w)
	}
	g := grid{style: s}
	g.text.Grow(2 << 10) // more than most boards take
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
	rows := 1 // which shows that all piles are empty
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

// fan returns the cards of the waste that lie spread out, the playable one
// last: at least that one, if there is any.
func fan(v game.View) []game.Card {
	n := min(max(v.Fan, 1), len(v.Waste))
	return v.Waste[len(v.Waste)-n:]
}

// A grid is an unfinished drawing, made line by line and from left to right. It
// writes spaces only in front of something, so no line ends in one.
type grid struct {
	style Style
	text  strings.Builder
	cells int // of the last line
}

// stockAndWaste draws the stock as a card's back and how often it is there, and
// the waste from the left as it was laid down: when the last card is played, the
// others stay where they are.
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
	// The closing bracket is in the first cell of the column that follows.
	top := Card(fan[last], g.style)
	g.put((upperColumn+last+1)*columnCells-utf8.RuneCountInString(top)-1, "["+top+"]")
}

func (g *grid) line() {
	if g.text.Len() > 0 {
		g.text.WriteByte('\n')
	}
	g.cells = 0
}

// put writes a sign that begins at a cell of the line. All characters of a board
// take one cell of a fixed-width font.
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
