package table

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
)

// A panel lies over the board until it is answered or closed: a long text, choices, a
// question.
type panel struct {
	lines   []string // unwrapped; View wraps them
	entries []entry
	chosen  int
	top     int // the first visible line
	rows    []row
	bottom  int // the largest value of top
}

// An entry is a line that can be chosen.
type entry struct {
	label, text string
	answer      bot.Answer
}

// A row is where an entry was drawn.
type row struct{ entry, x, y, w int }

// offer shows the texts and buttons of a reply: below the board if they fit there,
// otherwise on a panel.
func (m *model) offer(r bot.Reply) {
	own, controls := r.Actions, []bot.Action(nil) // those of the command, and those of the game
	if n := len(own); r.Playing && !r.Asks() && n > 0 {
		own, controls = own[:n-1], own[n-1]
	}
	p := &panel{lines: m.notes}
	if r.Choose {
		for _, c := range r.Menu {
			p.entries = append(p.entries, entry{label: m.speaker.Say(c.Label()), text: c.Text()})
		}
	} else {
		for _, row := range own {
			for _, a := range row {
				p.entries = append(p.entries, entry{m.speaker.Say(a.Label), a.Text, a.Answer})
			}
		}
	}
	for _, f := range r.Files {
		p.lines = append(p.lines, "", f.Name)
		p.lines = append(p.lines, strings.Split(strings.TrimRight(string(f.Data), "\n"), "\n")...)
	}
	if r.Asks() {
		p.chosen = len(p.entries) - 1 // the last entry means no
	}
	leads := slices.ContainsFunc(controls, func(a bot.Action) bool { return a.Text == bot.BackText })
	won := r.Board != nil && r.Board.Won
	l := m.layout()
	switch {
	case r.Choose && len(r.Menu) > 0, r.Asks(), won, len(own) > 1, leads && len(own) > 0:
	case r.Board == nil && len(p.lines)+len(p.entries) > 0:
	case len(r.Files) > 0, len(m.fold(p.lines, &l)) > mostNotes:
		p.entries = nil // they are below the board
		m.buttonsOf(own, controls)
	default:
		m.panel = nil
		m.buttonsOf(own, controls)
		return
	}
	if won || m.view == nil { // the old game's buttons are useless now
		m.buttonsOf(own, nil)
	}
	m.panel, m.notes = p, nil
}

// keysPanel explains the keys.
func (m *model) keysPanel() *panel {
	p := &panel{}
	for _, k := range [...][2]string{
		{"arrows", "table.help-arrows"},
		{"Enter", "table.help-enter"},
		{"3 5", "table.help-digits"},
		{"d", "button.draw"},
		{"u r", "table.help-undo"},
		{"f F", "table.help-up"},
		{"H", "button.hint"},
		{"n", "button.new"},
		{"t", "button.daily"},
		{"c", "table.continue"},
		{"m", "button.more"},
		{":", "table.help-line"},
		{"mouse", "table.help-mouse"},
		{"q", "table.help-quit"},
	} {
		name := k[0]
		if name == "d" && m.view != nil && !m.view.Rules.HasStock() {
			continue
		}
		if name == "arrows" || name == "mouse" {
			name = m.text("table.key-" + name)
		}
		p.lines = append(p.lines, name+strings.Repeat(" ", max(8-lipgloss.Width(name), 1))+m.text(k[1]))
	}
	return p
}

// gamesPanel lists the games that can be played from here.
func (m *model) gamesPanel() *panel {
	p := &panel{}
	for _, text := range [...]string{"new", "new winnable", "new draw 1 passes unlimited", "new draw 3 passes unlimited", "new yukon"} {
		label := m.text("button.new")
		switch text {
		case "new winnable":
			label += " · " + m.text("table.winnable")
		case "new draw 1 passes unlimited":
			label = m.rules(game.KlondikeRules(1, 0, false))
		case "new draw 3 passes unlimited":
			label = m.rules(game.KlondikeRules(3, 0, false))
		case "new yukon":
			label = m.rules(game.YukonRules(false))
		}
		p.entries = append(p.entries, entry{label: label, text: text})
	}
	p.entries = append(p.entries, entry{label: m.text("button.daily"), text: "daily"}, entry{label: m.text("table.continue"), text: "show free"})
	return p
}

// rules describes a game with unlimited passes.
func (m *model) rules(r game.Rules) string {
	parts := []string{m.text("title." + r.Game)}
	if r.HasStock() {
		parts = append(parts, m.text("title.draw", "Draw", r.Draw), m.text("rules-name.unlimited"))
	}
	return strings.Join(parts, " · ")
}

// panelInput handles a key or a click on a panel.
func (m *model) panelInput(msg tea.Msg) tea.Cmd {
	p := m.panel
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return m.panelKey(msg.String())
	case tea.MouseWheelMsg:
		p.scroll(map[tea.MouseButton]int{tea.MouseWheelUp: -1, tea.MouseWheelDown: 1}[msg.Button])
	case tea.MouseClickMsg:
		for _, r := range p.rows {
			if msg.Y == r.y && msg.X >= r.x && msg.X < r.x+r.w {
				return m.choose(p.entries[r.entry])
			}
		}
		if len(p.entries) == 0 {
			m.panel = nil
		}
	}
	return nil
}

func (m *model) panelKey(name string) tea.Cmd {
	p := m.panel
	switch name {
	case "up", "k", "shift+tab":
		p.move(-1)
	case "down", "j", "tab":
		p.move(1)
	case "pgup":
		p.scroll(-10)
	case "pgdown":
		p.scroll(10)
	case "space", "enter":
		if len(p.entries) > 0 {
			return m.choose(p.entries[p.chosen])
		}
		m.panel = nil
	case "esc", "q", "?":
		m.panel = nil
	case ":", "/":
		m.panel, m.line = nil, newLine(m, "")
	case "y", "n":
		for _, e := range p.entries {
			if name == "y" && e.answer == bot.AnswerYes || name == "n" && e.answer == bot.AnswerNo {
				return m.choose(e)
			}
		}
		if name == "n" {
			m.panel = m.gamesPanel()
		}
	}
	return nil
}

func (m *model) choose(e entry) tea.Cmd {
	m.panel = nil
	if e.text == bot.BackText && m.view != nil {
		return nil // the table has the board already
	}
	return m.ask(e.text)
}

// move chooses another entry, or scrolls a panel without entries.
func (p *panel) move(by int) {
	if n := len(p.entries); n > 0 {
		p.chosen = (p.chosen + by + n) % n
		return
	}
	p.scroll(by)
}

func (p *panel) scroll(by int) { p.top = min(max(p.top+by, 0), p.bottom) }

// draw draws the panel in the middle of the window.
func (p *panel) draw(f *frame, l *layout) {
	const frameCells = 4 // a border and a space on each side
	most := min(l.w-frameCells, 72)
	var lines []string
	for _, line := range p.lines {
		if line = f.signs(line); line == "" {
			lines = append(lines, "")
			continue
		}
		lines = append(lines, wrapped(line, most)...)
	}
	width := 12
	for _, line := range lines {
		width = max(width, lipgloss.Width(line))
	}
	for _, e := range p.entries {
		width = max(width, lipgloss.Width(f.signs(e.label))+2)
	}
	width = min(width, most)

	// The visible entries, and the lines above them.
	high := l.h - 2
	gap := 0
	if len(lines) > 0 && len(p.entries) > 0 {
		gap = 1
	}
	shown := min(len(p.entries), max(high-min(len(lines), high/2)-gap, 1))
	from := min(max(p.chosen-shown/2, 0), len(p.entries)-shown)
	text := min(len(lines), high-shown-gap)
	p.bottom = len(lines) - text
	p.top = min(p.top, p.bottom)

	height := text + gap + shown
	x, y := (l.w-width-frameCells)/2, max((l.h-height-2)/2, 0)
	edges, border := f.edges[plain], f.border[cursor]
	f.put(x, y, border.Render(edges.topLeft+strings.Repeat(edges.across, width+2)+edges.topRight))
	for i := range height {
		f.put(x, y+1+i, border.Render(edges.upright)+strings.Repeat(" ", width+2)+border.Render(edges.upright))
	}
	f.put(x, y+1+height, border.Render(edges.bottomLeft+strings.Repeat(edges.across, width+2)+edges.bottomRight))
	for i, line := range lines[p.top : p.top+text] {
		f.line(x+2, y+1+i, width, f.text, line)
	}
	if p.top < p.bottom {
		f.put(x+width+2, y+text, f.dim.Render(f.below))
	}
	p.rows = p.rows[:0]
	for i := range shown {
		n := from + i
		row := row{n, x + 2, y + 1 + text + gap + i, width}
		p.rows = append(p.rows, row)
		style, sign := f.text, "  "
		if n == p.chosen {
			style, sign = f.chosen, "> "
		}
		label := f.cut(sign+f.signs(p.entries[n].label), width)
		f.line(row.x, row.y, width, style, label+strings.Repeat(" ", width-lipgloss.Width(label)))
	}
}
