package table

import (
	tea "charm.land/bubbletea/v2"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A drag is a movement of the mouse with a button held down.
type drag struct {
	held   bool // the button is down on a card, now in hand
	moved  bool // the mouse has left the place where the button was pressed
	dx, dy int  // from the card's left and top to the mouse
	x, y   int  // where the mouse is
}

func (d *drag) move(x, y int) {
	if d.held && (x != d.x || y != d.y) {
		d.moved, d.x, d.y = true, x, y
	}
}

// click handles a press of a mouse button.
func (m *model) click(msg tea.MouseClickMsg) tea.Cmd {
	m.drag = drag{}
	for i, b := range m.buttons {
		if msg.Y == b.y && msg.X >= b.x && msg.X < b.x+b.w {
			m.press = -1
			return m.ask(m.buttons[i].text)
		}
	}
	l := m.layout()
	if msg.Y == l.keys && m.view != nil && msg.X > m.w-8 {
		m.panel = m.keysPanel()
		return nil
	}
	b, ok := l.at(msg.X, msg.Y)
	if !ok || b.spot == (spot{}) || m.view == nil {
		m.taken = nil
		return nil
	}
	m.first, m.press = 0, -1
	switch {
	case msg.Button == tea.MouseRight:
		return m.up(b.spot)
	case msg.Button != tea.MouseLeft:
		return nil
	case m.taken != nil && *m.taken == b.spot: // a second click moves the card where it fits
		return m.put(m.goal(m.targets()[0].Move, m.targets()[0].Card))
	case m.taken != nil:
		return m.put(b.spot)
	case b.pile == game.Stock:
		return m.ask("draw")
	}
	if m.cursor = b.spot; b.kind == fold { // the fold opens at the cursor
		return nil
	}
	if m.pick(b.spot); m.taken != nil {
		m.drag = drag{held: true, dx: msg.X - b.x, dy: msg.Y - b.y, x: msg.X, y: msg.Y}
	}
	return nil
}

// release ends a drag and puts the cards where they were dragged. If the button is
// released where it was pressed, the card stays in hand for a second click.
func (m *model) release(msg tea.MouseReleaseMsg) tea.Cmd {
	d := m.drag
	m.drag = drag{}
	if !d.held || !d.moved || m.taken == nil {
		return nil
	}
	l := m.layout()
	b, ok := l.at(msg.X, msg.Y)
	if !ok {
		b, ok = l.at(msg.X-d.dx+l.card.w/2, msg.Y-d.dy)
	}
	if !ok || b.spot == (spot{}) {
		m.cursor, m.taken = *m.taken, nil
		return nil
	}
	return m.put(b.spot)
}

// drawHand draws the dragged cards at the mouse.
func (m *model) drawHand(f *frame, l *layout) {
	if !m.drag.moved || m.taken == nil || m.panel != nil {
		return
	}
	x := min(max(m.drag.x-m.drag.dx, 0), max(m.w-l.card.w, 0))
	y := min(max(m.drag.y-m.drag.dy, 0), m.h-1)
	cards := []game.Card{m.card(*m.taken)}
	if p := m.taken.pile; p.Tableau() {
		cards = m.view.Piles[p-1].Up[m.taken.at:]
	}
	for i, c := range cards {
		h := 1
		if i == len(cards)-1 {
			h = l.card.h
		}
		if y+i < m.h {
			f.box(box{kind: face, card: c, x: x, y: y + i, w: l.card.w, h: min(h, m.h-y-i)}, taken)
		}
	}
}

func cardName(c game.Card) locale.Card { return locale.Card(c.String()) }
