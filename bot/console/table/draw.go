package table

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// View draws the table.
func (m *model) View() tea.View {
	v := tea.View{AltScreen: true, MouseMode: tea.MouseModeCellMotion, WindowTitle: "Solitaire"}
	f := newFrame(&m.look, m.w, m.h)
	m.draw(f, &v)
	v.Content = f.String()
	return v
}

// draw draws everything from the bottom to the top.
func (m *model) draw(f *frame, v *tea.View) {
	if m.w < leastWidth || m.h < leastHeight {
		f.line(0, 0, m.w, f.text, m.text("table.small", "Width", leastWidth, "Height", leastHeight))
		return
	}
	l := m.layout()
	if m.view != nil {
		m.drawBoard(f, &l)
	}
	m.drawTitle(f, &l)
	m.drawNotes(f, &l)
	switch {
	case m.line != nil:
		m.line.draw(f, &l, v)
	default:
		m.drawKeys(f, &l)
	}
	if m.fall != nil {
		m.fall.draw(f, &l)
		return
	}
	if m.panel != nil {
		m.panel.draw(f, &l)
	}
}

// layout lays the view out in the window. Without a game, it lays out an empty board.
func (m *model) layout() layout {
	v := m.view
	if v == nil {
		v = &game.View{Rules: game.KlondikeRules(1, 1, false), Piles: make([]game.ViewPile, game.MaxPiles)}
	}
	if m.taken != nil {
		return arrange(v, m.w, m.h, m.cursor, *m.taken)
	}
	return arrange(v, m.w, m.h, m.cursor)
}

func (m *model) drawBoard(f *frame, l *layout) {
	for i, x := range l.piles {
		style := f.dim
		if m.first == game.Pile(i+1) {
			style = f.chosen
		}
		f.line(x+l.card.w/2, l.labels, 1, style, game.Pile(i+1).String())
	}
	for _, b := range l.boxes {
		f.box(b, m.mark(b))
	}
	m.drawHand(f, l)
}

// mark returns how a box is marked now.
func (m *model) mark(b box) mark {
	switch {
	case b.spot == spot{}:
		return plain
	case m.panel == nil && m.press < 0 && b.spot == m.cursor && m.taken == nil:
		return cursor
	case m.taken != nil && b.pile == m.taken.pile && b.at >= m.taken.at:
		return taken
	case m.taken != nil && slices.ContainsFunc(m.targets(), func(c command.Choice) bool { return m.goal(c.Move, c.Card) == b.spot }):
		if b.spot == m.cursor {
			return cursor
		}
		return target
	case m.hint != nil && m.hinted(b.spot):
		return target
	}
	return plain
}

// hinted reports whether the hint on the board is about a spot.
func (m *model) hinted(s spot) bool {
	h := *m.hint
	if s.pile == h.From {
		return !s.pile.Tableau() || s.at >= len(m.view.Piles[s.pile-1].Up)-h.Count
	}
	for _, c := range m.moves {
		if c.Move == h {
			return m.goal(c.Move, c.Card) == s
		}
	}
	return false
}

// facts joins the facts of a row.
func (m *model) facts(list []string) string { return m.look.signs(strings.Join(list, " · ")) }

// heading returns the title, and a short one without the number of the deal.
func (m *model) heading() (whole, short string) {
	var parts, fewer []string
	for _, t := range m.title {
		text := m.speaker.Say(t)
		if parts = append(parts, text); t.Key != "title.deal" {
			fewer = append(fewer, text)
		}
	}
	if m.view != nil {
		if pass := render.Pass(*m.view, m.speaker); pass != "" {
			parts, fewer = append(parts, pass), append(fewer, pass)
		}
	}
	return m.facts(parts), m.facts(fewer)
}

// drawTitle draws the first row: the title, and the status if it has room there.
func (m *model) drawTitle(f *frame, l *layout) {
	const between = 3
	title, short := m.heading()
	status := m.facts(m.status)
	room := l.w - lipgloss.Width(status) - between
	switch {
	case lipgloss.Width(title) <= room:
	case lipgloss.Width(short) <= room, lipgloss.Width(title) > l.w:
		title = short
	}
	f.line(0, 0, l.w, f.title, title)
	if lipgloss.Width(title) <= room {
		f.line(room+between, 0, l.w, f.dim, status)
		l.said = true
	}
}

// mostNotes is the most lines of notes about the last step. The first of them may hide the
// ends of long piles until the next key.
const mostNotes = 4

// drawNotes draws the notes about the last step above the last row. A half-typed move or a
// slow request takes their place.
func (m *model) drawNotes(f *frame, l *layout) {
	var lines []string
	switch {
	case m.slow:
		lines = m.fold([]string{m.text("table.busy")}, l)
	case m.first != 0:
		lines = m.fold([]string{m.text("table.from", "From", m.first.String())}, l)
	default:
		lines = m.fold(m.notes, l)
	}
	lines = lines[:min(len(lines), mostNotes)]
	rows := len(lines) + m.placeExtras(l.w)
	y := max(l.keys-rows, 0)
	if rows < l.keys-l.notes {
		y = l.notes
	}
	for i := range rows {
		f.put(0, y+i, strings.Repeat(" ", l.w))
	}
	for i, line := range lines {
		f.line(0, y+i, l.w, f.text, line)
	}
	m.drawExtras(f, y+len(lines))
}

// fold breaks texts into lines of the window's width. Each text begins a new line if there
// is room for that below the board.
func (m *model) fold(texts []string, l *layout) []string {
	var lines []string
	for _, text := range texts {
		lines = append(lines, wrapped(m.look.signs(text), l.w)...)
	}
	if len(lines) <= l.keys-l.notes {
		return lines
	}
	row := ""
	for _, text := range texts {
		switch {
		case row == "":
		case strings.ContainsAny(row[len(row)-1:], ".!?"):
			row += " "
		default:
			row += " · "
		}
		row += text
	}
	return wrapped(m.look.signs(row), l.w)
}

// wrapped breaks a text between words into lines of a width.
func wrapped(text string, width int) []string {
	if text == "" {
		return nil
	}
	return strings.Split(lipgloss.Wrap(text, width, ""), "\n")
}
