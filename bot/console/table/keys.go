package table

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
)

// key handles a key on the board.
func (m *model) key(msg tea.KeyPressMsg) tea.Cmd {
	name := msg.String()
	if m.first != 0 {
		return m.secondKey(name)
	}
	switch name {
	case "up", "k":
		return m.arrow(up)
	case "down", "j":
		return m.arrow(down)
	case "left", "h":
		return m.arrow(left)
	case "right", "l":
		return m.arrow(right)
	case "tab":
		m.nextButton(1)
		return nil
	case "shift+tab":
		m.nextButton(-1)
		return nil
	case "enter", "space":
		if m.press >= 0 {
			return m.ask(m.buttons[m.press].text)
		}
		return m.takeOrPut(m.cursor)
	case "esc":
		m.taken, m.hint, m.press, m.notes = nil, nil, -1, nil
		return nil
	case ":", "/":
		m.line = newLine(m, "")
		return nil
	case "?":
		m.panel = m.keysPanel()
		return nil
	case "n":
		m.panel = m.gamesPanel()
		return nil
	case "q":
		return tea.Quit
	case "f":
		return m.up(m.cursor)
	case "w":
		m.begin(game.Waste)
		return nil
	}
	if len(name) == 1 && name[0] >= '1' && name[0] <= '0'+game.MaxPiles {
		m.begin(game.Pile(name[0] - '0'))
		return nil
	}
	for _, b := range m.buttons {
		if b.key == name {
			return m.ask(b.text)
		}
	}
	if text := commandKeys[name]; text != "" {
		return m.ask(text)
	}
	return nil
}

// commandKeys are the keys of commands that work even when no button offers them.
var commandKeys = map[string]string{
	"d": "draw", "u": "undo", "r": "redo", "H": "hint", "F": "finish", "m": "more", "t": "daily", "c": "show free",
}

// begin records the first key of a move that takes two.
func (m *model) begin(p game.Pile) {
	if m.view != nil && (p == game.Waste && m.view.Rules.HasStock() || int(p) <= len(m.view.Piles)) {
		m.first, m.taken, m.hint = p, nil, nil
	}
}

// secondKey completes such a move: a pile, the foundation, or the same pile again, which
// means the only move from it. Any other key cancels it.
func (m *model) secondKey(name string) tea.Cmd {
	from := m.first
	m.first = 0
	switch {
	case name == "f", len(name) == 1 && name[0] >= '1' && name[0] <= '0'+game.MaxPiles && name != from.String():
		return m.ask("move " + from.String() + " " + name)
	case name == from.String():
		return m.ask("move " + name)
	}
	return nil
}

// arrow moves the cursor. With cards in hand it goes from one possible target to the
// next.
func (m *model) arrow(to way) tea.Cmd {
	if m.view == nil {
		m.nextButton(map[way]int{up: -1, left: -1, down: 1, right: 1}[to])
		return nil
	}
	m.press = -1
	if targets := m.targets(); len(targets) > 0 {
		at := 0
		for i, c := range targets {
			if m.goal(c.Move, c.Card) == m.cursor {
				at = i
			}
		}
		at = (at + map[way]int{up: len(targets) - 1, left: len(targets) - 1, down: 1, right: 1}[to]) % len(targets)
		m.cursor = m.goal(targets[at].Move, targets[at].Card)
		return nil
	}
	m.cursor = step(m.view, m.cursor, to)
	return nil
}

// takeOrPut handles Enter or a click on a spot: it draws from the stock, puts the cards
// in hand down if they fit, or takes a card.
func (m *model) takeOrPut(s spot) tea.Cmd {
	if m.view == nil {
		return nil
	}
	if m.taken != nil {
		return m.put(s)
	}
	if s.pile == game.Stock {
		return m.ask("draw")
	}
	m.pick(s)
	return nil
}

// pick takes the card of a spot and those on it into the hand, and moves the cursor to
// their first target, or to that of a hint.
func (m *model) pick(s spot) {
	moves := m.movesFrom(s)
	if len(moves) == 0 {
		if c := m.card(s); c != 0 {
			m.note("table.no-move", "Card", cardName(c))
		}
		return
	}
	m.taken, m.cursor, m.press, m.notes = &s, m.goal(moves[0].Move, moves[0].Card), -1, nil
	for _, c := range moves {
		if m.hint != nil && c.Move == *m.hint {
			m.cursor = m.goal(c.Move, c.Card)
		}
	}
}

// put puts the cards in hand on a spot's place. If they don't fit there, they go back.
func (m *model) put(s spot) tea.Cmd {
	choice, ok := m.moveTo(s)
	from := *m.taken
	m.taken = nil
	if !ok {
		m.cursor = from
		return nil
	}
	m.follow(choice, from)
	return m.ask(choice.Text())
}

// follow moves the cursor to a useful place after a move: to the moved card, or to the
// one below a card that went to a foundation.
func (m *model) follow(c command.Choice, from spot) {
	m.cursor = from
	switch {
	case c.Move.To.Tableau():
		up := len(m.view.Piles[c.Move.To-1].Up)
		m.cursor = spot{c.Move.To, up}
	case from.pile.Tableau():
		m.cursor.at = max(from.at-1, 0)
	}
}

// moveTo returns the move of the cards in the hand to the place of a spot.
func (m *model) moveTo(s spot) (command.Choice, bool) {
	for _, c := range m.targets() {
		if g := m.goal(c.Move, c.Card); g == s || g.pile == s.pile {
			return c, true
		}
	}
	return command.Choice{}, false
}

// up moves a pile's last card, or the waste's, to its foundation.
func (m *model) up(s spot) tea.Cmd {
	if m.taken != nil {
		s, m.taken = *m.taken, nil
	}
	if m.view == nil || !s.pile.Tableau() && s.pile != game.Waste {
		return m.ask("finish")
	}
	from := last(m.view, s.pile)
	for _, c := range m.movesFrom(from) {
		if c.Move.To == game.Foundation {
			m.follow(c, from)
			return m.ask(c.Text())
		}
	}
	return m.ask("move " + s.pile.String() + " f") // the bot says why not
}

// card returns the card of a spot; 0 if there is none.
func (m *model) card(s spot) game.Card {
	suit, founded := s.pile.Foundation()
	switch {
	case m.view == nil:
	case s.pile.Tableau() && s.at < len(m.view.Piles[s.pile-1].Up):
		return m.view.Piles[s.pile-1].Up[s.at]
	case s.pile == game.Waste && len(m.view.Waste) > 0:
		return m.view.Waste[len(m.view.Waste)-1]
	case founded && m.view.Foundations[suit] > 0:
		return game.NewCard(m.view.Foundations[suit], suit)
	}
	return 0
}

// A button is a choice in the last reply.
type button struct {
	key, label, text string
	extra            bool // drawn above the last row, since not every board has it
	x, y, w          int  // cells, as it was drawn; w is 0 if it had no room
}

// spareKeys are for buttons whose command has no key of its own.
const spareKeys = "abegiopsvxyz"

// buttonsOf assigns keys to the actions of a reply: first to those of the command, then to
// those of every board. It leaves out the ones that would do nothing now.
func (m *model) buttonsOf(own [][]bot.Action, controls []bot.Action) {
	m.buttons = nil
	spare := spareKeys
	add := func(a bot.Action, extra bool) {
		b := button{label: m.speaker.Say(a.Label), text: a.Text, extra: extra}
		for key, text := range commandKeys {
			if text == a.Text {
				b.key = key
			}
		}
		if b.text == "new" {
			b.key = "n"
		}
		if b.key == "" && spare != "" {
			b.key, spare = spare[:1], spare[1:]
		}
		if !a.Idle && a.Text != bot.BackText {
			m.buttons = append(m.buttons, b)
		}
	}
	for _, row := range own {
		for _, a := range row {
			add(a, controls != nil)
		}
	}
	for _, a := range controls {
		add(a, false)
	}
}

// nextButton selects the next button of the last row. After the last one, none is
// selected.
func (m *model) nextButton(by int) {
	n := len(m.buttons) + 1
	m.press = (m.press+1+by+n)%n - 1
}

// buttonText returns a button as it is drawn.
func (m *model) buttonText(i int) string {
	key, label := m.buttons[i].key, m.look.signs(m.buttons[i].label)
	if i == m.press {
		return m.look.chosen.Render(key + " " + label)
	}
	return m.look.key.Render(key) + " " + m.look.dim.Render(label)
}

// between is how many cells are between two buttons.
const between = 3

// placeExtras places the buttons above the last row, as many in a row as fit, and returns
// the number of rows.
func (m *model) placeExtras(width int) (rows int) {
	x := width
	for i := range m.buttons {
		b := &m.buttons[i]
		if b.w = 0; !b.extra {
			continue
		}
		b.w = lipgloss.Width(m.buttonText(i))
		if x+b.w > width {
			rows++
			x = 0
		}
		b.x, b.y = x, rows-1
		x += b.w + between
	}
	return rows
}

// drawExtras draws the extra buttons from a row on.
func (m *model) drawExtras(f *frame, y int) {
	for i := range m.buttons {
		if b := &m.buttons[i]; b.extra {
			b.y += y
			f.put(b.x, b.y, m.buttonText(i))
		}
	}
}

// drawKeys draws the last row: the keys, and the status if the title leaves no room for
// it.
func (m *model) drawKeys(f *frame, l *layout) {
	more := f.key.Render("?") + f.dim.Render(" "+m.signs("table.keys"))
	x := m.w - lipgloss.Width(more)
	f.put(x, l.keys, more)
	for i := len(m.buttons) - 1; i >= 0; i-- {
		b := &m.buttons[i]
		text := m.buttonText(i)
		w := lipgloss.Width(text)
		if b.extra || x-w-between < 0 {
			continue
		}
		x -= w + between
		b.x, b.y, b.w = x, l.keys, w
		f.put(x, l.keys, text)
	}
	if l.said {
		return
	}
	for n := len(m.status); n > 0; n-- { // the part of the status that fits
		if status := m.facts(m.status[:n]); lipgloss.Width(status) <= x-2 {
			f.line(0, l.keys, x-2, f.dim, status)
			return
		}
	}
}

// signs returns one of the table's own texts in a form that the terminal can show.
func (m *model) signs(key string) string { return m.look.signs(m.text(key)) }
