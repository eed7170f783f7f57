package table

import "github.com/solitaire-chat/solitaire/game"

// A spot is a place on the table where the cursor can stand.
type spot struct {
	pile game.Pile // 1 to 7, the stock, the waste, or a suit's foundation
	at   int       // of a pile: the index among its face-up cards
}

// A kind is the kind of a box.
type kind uint8

const (
	face  kind = iota // a card
	back              // a card's back, or as many of them as count says
	empty             // a place without a card
	fold              // face-up cards that don't fit
)

// A box is the visible part of something on the table.
type box struct {
	spot              // zero where the cursor can't stand
	kind    kind      //
	card    game.Card // of a face; of an empty foundation, its ace
	count   int       // cards of a stock or a fold, or those that an empty stock gets back; 0: not shown
	covered bool      // only its top row or its left side is visible
	x, y    int       // cells from the window's left and top
	w, h    int       // cells
}

// bottom returns the row below a box.
func (b box) bottom() int { return b.y + b.h }

// holds reports whether a cell is in a box.
func (b box) holds(x, y int) bool {
	return x >= b.x && x < b.x+b.w && y >= b.y && y < b.bottom()
}

// A layout holds the place of everything in a window.
type layout struct {
	w, h   int // of the window
	card   scale
	boxes  []box // from the bottom up: later boxes cover earlier ones
	left   int   // the board's first column
	right  int   // the column behind the board
	labels int   // the row of the piles' numbers; the cards begin below it
	piles  []int // the first column of each pile
	notes  int   // the first row of the notes
	keys   int   // the last row: the command line, or status and keys
	said   bool  // the status is in the title's row
}

// A scale is a size of cards, in cells.
type scale struct{ w, h int }

// The window's smallest size, with which a board can be read and played.
const (
	leastWidth  = 40
	leastHeight = 14
)

// scales are the sizes of cards, the largest first, with the least gap between columns
// and how many rows the piles must have. The last one fits every window that is large
// enough.
var scales = []struct {
	scale
	gap, rows int
}{
	{scale{9, 5}, 2, 20},
	{scale{7, 4}, 1, 14},
	{scale{7, 3}, 1, 12},
	{scale{6, 3}, 1, 12},
	{scale{5, 2}, 0, 0},
}

const (
	mostGap   = 3 // cells between columns
	fanStep   = 4 // cells of a covered card of the waste: its corner and "10♥"
	fanMost   = 3 // cards of the waste that are spread out
	foundCol  = 3 // the column of the first foundation above the piles
	tallHigh  = 22
	titleRows = 1
)

// arrange lays a view out in a window. A pile that is too long folds: its backs first,
// then the face-up cards that are far from the one in focus, if any.
func arrange(v *game.View, w, h int, focus ...spot) layout {
	l := layout{w: w, h: h, keys: h - 1, notes: h - 2}
	if h >= tallHigh {
		l.notes-- // there is room for two lines
	}
	columns := len(v.Piles)
	if !v.Rules.HasStock() {
		columns++ // the foundations stand beside the piles
	}
	var gap int
	for _, s := range scales {
		gap = min((w-columns*s.w)/max(columns-1, 1), mostGap)
		l.card, l.labels = s.scale, titleRows
		if v.Rules.HasStock() {
			l.labels += s.h
		}
		if rows := l.notes - l.labels - 1; gap >= s.gap && rows >= s.rows {
			break
		}
	}
	gap = max(gap, 0)
	step := l.card.w + gap

	founds := foundCol * step // the x of the first foundation, from the left
	fanned := 1
	if v.Rules.HasStock() {
		fanned = min(max(v.Rules.Draw, 1), fanMost)
		founds = max(founds, step+(fanned-1)*fanStep+l.card.w)
	}
	width := columns*step - gap
	if v.Rules.HasStock() {
		width = max(width, founds+(game.Suits-1)*step+l.card.w)
	}
	l.left = max((w-width)/2, 0)
	l.right = l.left + width

	if v.Rules.HasStock() {
		l.stockAndWaste(v, l.left, l.left+step, fanned)
		for i := range v.Foundations {
			l.foundation(v, game.Suit(i), l.left+founds+i*step, titleRows)
		}
	} else {
		for i := range v.Foundations {
			l.foundation(v, game.Suit(i), l.left+len(v.Piles)*step, l.labels+1+i*l.card.h)
		}
	}
	for i, p := range v.Piles {
		at := -1
		for _, s := range focus {
			if s.pile == game.Pile(i+1) {
				at = s.at
			}
		}
		l.piles = append(l.piles, l.left+i*step)
		l.pile(game.Pile(i+1), p, l.piles[i], at)
	}
	return l
}

func (l *layout) add(b box) {
	b.w = l.card.w
	l.boxes = append(l.boxes, b)
}

func (l *layout) stockAndWaste(v *game.View, stock, waste, fanned int) {
	b := box{spot: spot{pile: game.Stock}, kind: back, count: len(v.Stock), x: stock, y: titleRows, h: l.card.h}
	if len(v.Stock) == 0 {
		b.kind = empty
		if v.PassLeft {
			b.count = len(v.Waste)
		}
	}
	l.add(b)
	n := min(max(v.Fan, 1), fanned, len(v.Waste))
	if n == 0 {
		l.add(box{spot: spot{pile: game.Waste}, kind: empty, x: waste, y: titleRows, h: l.card.h})
	}
	for i, c := range v.Waste[len(v.Waste)-n:] {
		b := box{kind: face, card: c, covered: true, x: waste + i*fanStep, y: titleRows, h: l.card.h}
		if i == n-1 {
			b.spot, b.covered = spot{pile: game.Waste}, false
		}
		l.add(b)
	}
}

func (l *layout) foundation(v *game.View, suit game.Suit, x, y int) {
	b := box{spot: spot{pile: game.FoundationOf(suit)}, kind: empty, card: game.NewCard(game.Ace, suit), x: x, y: y, h: l.card.h}
	if up := v.Foundations[suit]; up > 0 {
		b.kind, b.card = face, game.NewCard(up, suit)
	}
	l.add(b)
}

// pile lays a pile out from its first row to the notes. Every covered card takes one row;
// focus is the index of a face-up card that must be visible, or -1.
func (l *layout) pile(p game.Pile, v game.ViewPile, x, focus int) {
	y, rows := l.labels+1, l.notes-l.labels-1
	if v.Empty() {
		l.add(box{spot: spot{pile: p}, kind: empty, x: x, y: y, h: min(l.card.h, rows)})
		return
	}
	backs, count := v.Hidden, 0
	if backs > 1 && backs+len(v.Up)-1+l.card.h > rows {
		backs, count = 1, v.Hidden
	}
	for range backs {
		l.add(box{kind: back, count: count, covered: true, x: x, y: y, h: 1})
		y++
	}
	rows -= backs
	const leastLast = 2 // rows of the last card: its top and its bottom
	from, to := 0, len(v.Up)
	if len(v.Up)-1+leastLast > rows {
		from, to = window(len(v.Up), rows-leastLast+1, focus)
	}
	if from > 0 {
		l.add(box{spot: spot{p, from - 1}, kind: fold, count: from, covered: true, x: x, y: y, h: 1})
		y++
		rows--
	}
	for i := from; i < to; i++ {
		b := box{spot: spot{p, i}, kind: face, card: v.Up[i], covered: i < len(v.Up)-1, x: x, y: y, h: 1}
		if !b.covered {
			b.h = min(l.card.h, rows-(i-from))
		}
		l.add(b)
		y++
	}
	if to < len(v.Up) {
		l.add(box{spot: spot{p, to}, kind: fold, count: len(v.Up) - to, x: x, y: y, h: leastLast})
	}
}

// window chooses which of n cards are visible in a number of rows, of which each fold
// takes one: the last ones, unless the focus is elsewhere.
func window(n, rows, focus int) (from, to int) {
	from = n - max(rows-1, 1)
	if focus < 0 || focus >= from {
		return from, n
	}
	if focus == 0 {
		return 0, max(rows-1, 1)
	}
	return focus, focus + max(rows-2, 1)
}

// at returns the topmost box at a cell.
func (l *layout) at(x, y int) (b box, ok bool) {
	for i := len(l.boxes) - 1; i >= 0; i-- {
		if l.boxes[i].holds(x, y) {
			return l.boxes[i], true
		}
	}
	return box{}, false
}

// of returns the box of a spot.
func (l *layout) of(s spot) (b box, ok bool) {
	for i := len(l.boxes) - 1; i >= 0; i-- {
		if l.boxes[i].spot == s {
			return l.boxes[i], true
		}
	}
	return box{}, false
}
