package table

import (
	"image"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// A frame is the picture of a window while it is drawn. Anything outside the window is cut
// off.
type frame struct {
	*look
	canvas *lipgloss.Canvas
}

func newFrame(k *look, w, h int) *frame { return &frame{k, lipgloss.NewCanvas(w, h)} }

// put writes styled text, whose lines begin at a cell.
func (f *frame) put(x, y int, text string) {
	w, h := lipgloss.Size(text)
	lipgloss.NewLayer(text).Draw(f.canvas, image.Rect(x, y, x+w, y+h).Intersect(f.canvas.Bounds()))
}

// line writes a text in one line, and cuts it off at a width.
func (f *frame) line(x, y, width int, style lipgloss.Style, text string) {
	if width > 0 {
		f.put(x, y, style.MaxWidth(width).Render(f.cut(f.signs(text), width)))
	}
}

// cut shortens a text to a width.
func (f *frame) cut(text string, width int) string {
	if lipgloss.Width(text) <= width {
		return text
	}
	end := f.signs("…")
	return lipgloss.NewStyle().MaxWidth(max(width-len([]rune(end)), 0)).Render(text) + end
}

// box draws a box with a mark.
func (f *frame) box(b box, m mark) {
	edges, border := f.edges[m], f.border[m]
	var label, inside string
	ink := f.dim
	switch b.kind {
	case face:
		label, ink = f.sign(b.card), f.suits[b.card.Suit()]
	case back:
		if m == plain {
			border = f.back
		}
		inside = f.fill
		if b.count > 0 {
			label = f.times + strconv.Itoa(b.count)
		}
	case fold:
		label = f.more + strconv.Itoa(b.count)
	case empty:
		if m == plain {
			edges, border = f.look.empty, f.slot
		}
		if b.card != 0 {
			label = f.sign(b.card)[1:] // the ace's suit
		}
		if b.count > 0 {
			label = f.again
		}
	}
	room := b.w - 2
	rows := make([]string, 0, b.h)
	rows = append(rows, border.Render(edges.topLeft)+ink.Render(label)+
		border.Render(strings.Repeat(edges.across, max(room-lipgloss.Width(label), 0))+edges.topRight))
	for i := 1; i < b.h-1; i++ {
		middle := strings.Repeat(" ", room)
		if inside != "" {
			middle = border.Render(strings.Repeat(inside, room))
		}
		if b.kind == face && b.h >= 5 && i == b.h/2 && !b.covered {
			side := (room - 1) / 2
			middle = strings.Repeat(" ", side) + ink.Render(f.suit(b.card)) + strings.Repeat(" ", room-side-1)
		}
		rows = append(rows, border.Render(edges.upright)+middle+border.Render(edges.upright))
	}
	if b.h > 1 {
		corner := ""
		if b.kind == face && b.h >= 4 && !b.covered {
			corner = label
		}
		rows = append(rows, border.Render(edges.bottomLeft+strings.Repeat(edges.across, room-lipgloss.Width(corner)))+
			ink.Render(corner)+border.Render(edges.bottomRight))
	}
	f.put(b.x, b.y, strings.Join(rows, "\n"))
}

// sign returns a card as rank and suit.
func (f *frame) sign(c game.Card) string {
	if f.ascii {
		return render.Card(c, render.ASCII)
	}
	return render.Card(c, render.Unicode)
}

// suit returns a card's suit alone.
func (f *frame) suit(c game.Card) string {
	sign := []rune(f.sign(c))
	return string(sign[len(sign)-1:])
}

// String returns the frame as lines of styled text, at most as many and as long as the
// window's.
func (f *frame) String() string { return f.canvas.Render() }
