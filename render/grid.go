package render

import (
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

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

// A grid is a drawing under way, line by line and from left to right. It
// writes spaces only in front of something, so no line ends in one.
type grid struct {
	style Style
	text  strings.Builder
	cells int // of the last line
}

// line begins a line.
func (g *grid) line() {
	if g.text.Len() > 0 {
		g.text.WriteByte('\n')
	}
	g.cells = 0
}

// put writes a sign that begins at a cell of the line.
func (g *grid) put(cell int, sign string) {
	for ; g.cells < cell; g.cells++ {
		g.text.WriteByte(' ')
	}
	g.text.WriteString(sign)
	g.cells += Cells(sign)
}

// place writes a sign into a column, counted from 0.
func (g *grid) place(column int, sign string) {
	g.put((column+1)*columnCells-Cells(sign), sign)
}

// mark writes a sign into a column in brackets; the closing one is in the
// first cell of the column that follows.
func (g *grid) mark(column int, sign string) {
	g.put((column+1)*columnCells-Cells(sign)-1, "["+sign+"]")
}

// label writes the name of a place above or beside it.
func (g *grid) label(column int, name string) {
	g.put(column*columnCells+labelCell, name)
}
