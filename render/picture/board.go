package picture

import (
	"image"
	"strconv"

	"github.com/solitaire-chat/solitaire/game"
)

// Dimensions of a board in pixels: a margin, then a column of cards for each pile with a
// gap between them.
const (
	margin     = 14
	gap        = 8
	column     = cardWidth + gap
	boardWidth = 2*margin + game.MaxPiles*column - gap

	labelHeight = 34
	upperTop    = labelHeight
	tableauTop  = upperTop + cardHeight + labelHeight
)

// The places above the piles, in columns from 0.
const (
	stockColumn      = 0
	wasteColumn      = 1
	foundationColumn = game.MaxPiles - game.Suits
)

// fanRoom is the number of cards of the waste that fit side by side.
const fanRoom = 3

// fanStep is the distance between them.
const fanStep = (column*(foundationColumn-wasteColumn) - gap - cardWidth) / (fanRoom - 1)

const (
	hiddenStep   = 12
	tightStep    = 34
	usualColumns = 560 // the height of a pile from which on it is drawn tighter
	leastTableau = cardHeight + 6*hiddenStep + 3*strip
)

// layOut returns a board's height, and the distance between the face-up cards of each
// pile. Long piles are drawn closer together, as long as ranks and suits stay visible.
func layOut(v game.View) (height int, steps []int) {
	height = leastTableau
	for _, p := range v.Piles {
		step, over := strip, len(p.Up)-1 // cards on the first face-up one
		fixed := p.Hidden*hiddenStep + cardHeight
		if over > 0 && fixed+over*step > usualColumns {
			step = max(tightStep, (usualColumns-fixed)/over)
		}
		steps = append(steps, step)
		height = max(height, fixed+max(over, 0)*step)
	}
	return height + tableauTop + margin, steps
}

func left(col int) int { return margin + col*column }

// board draws a board, with the names of the places in moves.
func (c *canvas) board(v game.View, o Options) {
	if o.FourColours {
		c.colours = 1
	}
	if v.Rules.HasStock() {
		c.stock(v)
		c.label("w", wasteColumn, 0)
		at := image.Pt(left(wasteColumn), upperTop)
		if len(v.Waste) == 0 {
			c.place(at, "")
		}
		n := min(max(v.Fan, 1), fanRoom, len(v.Waste))
		for _, card := range v.Waste[len(v.Waste)-n:] {
			c.layCard(card, at)
			at.X += fanStep
		}
	}
	c.label("f", foundationColumn, 0)
	for i, rank := range v.Foundations {
		suit, at := game.Suit(i), image.Pt(left(foundationColumn+i), upperTop)
		if rank == 0 {
			c.place(at, suitSign(suit))
			continue
		}
		c.layCard(game.NewCard(rank, suit), at)
	}
	_, steps := layOut(v)
	for i, p := range v.Piles {
		c.label(strconv.Itoa(i+1), i, tableauTop-labelHeight)
		at := image.Pt(left(i), tableauTop)
		if p.Empty() {
			c.place(at, "")
		}
		for range p.Hidden {
			c.lay(c.deck.back, at)
			at.Y += hiddenStep
		}
		for _, card := range p.Up {
			c.layCard(card, at)
			at.Y += steps[i]
		}
	}
}

// stock draws the stock with the number of its cards. An empty stock shows whether the
// waste can be turned over.
func (c *canvas) stock(v game.View) {
	at := image.Pt(left(stockColumn), upperTop)
	n := len(v.Stock)
	switch {
	case n > 0:
		c.lay(c.deck.back, at)
	case v.PassLeft && len(v.Waste) > 0:
		c.place(at, "↻")
	default:
		c.place(at, "×")
	}
	c.label("×"+strconv.Itoa(n), stockColumn, 0)
}

// label writes the name of a place above it.
func (c *canvas) label(name string, col, top int) {
	c.write(c.cards, 22, name, image.Pt(left(col)+cardWidth/2, top+labelHeight/2), &c.inks.label)
}
