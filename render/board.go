package render

import (
	"strconv"

	"github.com/solitaire-chat/solitaire/game"
)

// Where the upper places are, in columns from 0. The waste lies over the
// foundations, and both are named in the column before them.
const (
	stockColumn = 0
	labelColumn = 2
	upperColumn = 3
)

// fanRoom is the number of waste cards a drawn board has room for: one column
// less than there are, because of the bracket behind the last.
const fanRoom = columns - upperColumn - 1

// boardBytes is more than most drawn boards take, Yukon's long columns
// included.
const boardBytes = 2 << 10

// Board returns the board in lines that end in no space, without a newline
// after the last and without a fence. A style it doesn't know is drawn as
// Unicode. Only Text style uses w.
func Board(v game.View, s Style, w Words) string {
	if s == Text {
		return sentences(v, w)
	}
	g := grid{style: s}
	g.text.Grow(boardBytes)
	if v.Rules.HasStock() {
		g.line()
		g.stock(len(v.Stock))
		g.waste(fan(v))
	}
	g.foundations(v.Foundations)
	g.numbers(len(v.Piles))
	g.tableau(v.Piles)
	return g.text.String()
}

// fan returns the cards of the waste that lie spread out, the playable one
// last: at least that one, if there is any.
func fan(v game.View) []game.Card {
	n := min(max(v.Fan, 1), len(v.Waste))
	return v.Waste[len(v.Waste)-n:]
}

// stock draws the stock as a card's back and how often it is there.
func (g *grid) stock(count int) {
	sign := faceDown
	if count == 0 {
		sign = noCard
	}
	g.place(stockColumn, sign)
	g.put((stockColumn+1)*columnCells, timesSign(g.style)+strconv.Itoa(count))
}

// waste draws the fan from the left as it was laid down: when the last card is
// played, the others stay where they are.
func (g *grid) waste(fan []game.Card) {
	g.label(labelColumn, "w")
	if len(fan) == 0 {
		g.place(upperColumn, noCard)
		return
	}
	if out := len(fan) - fanRoom; out > 0 {
		g.put(labelColumn*columnCells+labelCell+1, moreSign(g.style))
		fan = fan[out:]
	}
	last := len(fan) - 1
	for i, c := range fan[:last] {
		g.place(upperColumn+i, Card(c, g.style))
	}
	g.mark(upperColumn+last, Card(fan[last], g.style))
}

func (g *grid) foundations(up [game.Suits]int) {
	g.line()
	g.label(labelColumn, "f")
	for i, rank := range up {
		g.place(upperColumn+i, foundationSign(rank, game.Suit(i), g.style))
	}
}

func foundationSign(rank int, suit game.Suit, style Style) string {
	if rank == 0 {
		return noRank + suitSign(suit, style)
	}
	return Card(game.NewCard(rank, suit), style)
}

func (g *grid) numbers(piles int) {
	g.line()
	for i := range piles {
		g.label(i, strconv.Itoa(i+1))
	}
}

func (g *grid) tableau(piles []game.ViewPile) {
	for row := range height(piles) {
		g.line()
		for i, p := range piles {
			if sign := g.sign(p, row); sign != "" {
				g.place(i, sign)
			}
		}
	}
}

// height returns the number of rows the piles take: at least one, which shows
// that they are empty.
func height(piles []game.ViewPile) int {
	rows := 1
	for _, p := range piles {
		rows = max(rows, p.Hidden+len(p.Up))
	}
	return rows
}

// sign returns what a pile shows in a row, "" below its end.
func (g *grid) sign(p game.ViewPile, row int) string {
	switch up := row - p.Hidden; {
	case p.Empty() && row == 0:
		return noCard
	case up < 0:
		return faceDown
	case up < len(p.Up):
		return Card(p.Up[up], g.style)
	}
	return ""
}
