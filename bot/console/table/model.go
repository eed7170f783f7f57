package table

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// A model is the table's state.
type model struct {
	*Table
	ctx     context.Context
	w, h    int
	dark    bool
	speaker *locale.Speaker
	look    look

	// What the last reply with a board has shown.
	view   *game.View // nil: there is no game
	ref    bot.BoardRef
	moves  []command.Choice // the legal moves of cards
	title  []locale.Message
	status []string
	won    bool

	// What the last reply has said and offered.
	notes   []string
	buttons []button
	hint    *game.Move // shown on the board

	cursor spot
	taken  *spot     // the lowest card in the player's hand
	drag   drag      // by the mouse
	first  game.Pile // of a move typed as two keys; 0: none is begun
	press  int       // the chosen button; -1: none, the cursor is on the board
	line   *line     // nil: no command is being typed
	panel  *panel    // nil: nothing lies over the board
	fall   *fall     // nil: no cards are falling

	waiting func()    // cancels the request that is being answered; nil: there is none
	asked   int       // requests so far
	slow    bool      // the one that is being answered takes long
	later   []tea.Msg // keys and clicks that came meanwhile
	memory  *history
	plainly bool // the table has ended because the player wants sentences

	after func(time.Duration, tea.Msg) tea.Cmd // brings a message after a time
}

func newModel(ctx context.Context, t *Table) *model {
	m := &model{Table: t, ctx: ctx, w: 80, h: 24, dark: true, press: -1, cursor: spot{pile: 1}, memory: readHistory(t.History)}
	m.after = func(d time.Duration, msg tea.Msg) tea.Cmd { return tea.Tick(d, func(time.Time) tea.Msg { return msg }) }
	m.speaks(t.Locale, "", false)
	return m
}

// Init asks which background the terminal has. The first board was asked for before.
func (m *model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.after(headStart, shown{}))
}

// headStart is how long after the beginning the first frame is there for sure.
const headStart = 200 * time.Millisecond

// A shown message says that the first frame is there.
type shown struct{}

// Update takes in what happened.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.look = newLook(m.look.ascii, m.dark, m.look.four)
	case tea.MouseMsg, tea.KeyPressMsg, tea.PasteMsg:
		return m, m.input(msg)
	case answered:
		return m, m.answered(msg)
	case completed:
		m.line.complete(msg)
	case shown:
		if m.Shown != nil {
			m.Shown()
		}
	case slow:
		m.slow = m.waiting != nil && int(msg) == m.asked
	case falling:
		return m, m.falls()
	}
	return m, nil
}

// input takes in a key or a click. While the bot is at work they wait, so that what
// was typed ahead means what it would have meant without haste; only giving up
// doesn't.
func (m *model) input(msg tea.Msg) tea.Cmd {
	key, _ := msg.(tea.KeyPressMsg)
	switch {
	case key.String() == "ctrl+c":
		return tea.Quit
	case m.waiting == nil:
		return m.carryOut(msg)
	case key.Code == tea.KeyEscape:
		m.waiting()
		m.later = nil
	default:
		m.later = append(m.later, msg)
	}
	return nil
}

// carryOut gives a key or a click to what lies on top.
func (m *model) carryOut(msg tea.Msg) tea.Cmd {
	switch {
	case m.fall != nil:
		m.fall = nil // any key ends it
		return nil
	case m.line != nil:
		return m.lineInput(msg)
	case m.panel != nil:
		return m.panelInput(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.MouseClickMsg:
		return m.click(msg)
	case tea.MouseMotionMsg:
		m.drag.move(msg.X, msg.Y)
	case tea.MouseReleaseMsg:
		return m.release(msg)
	}
	return nil
}

// An answered message brings the bot's reply to a command.
type answered struct {
	reply bot.Reply
	quiet bool // only the board is of interest
	given bool // up: the player doesn't wait for it any more
}

// ask has the bot carry out a command on the board as it is shown.
func (m *model) ask(text string) tea.Cmd { return m.request(text, m.ref, false) }

// refresh has the bot show the board once more, without a word.
func (m *model) refresh() tea.Cmd { return m.request("show", bot.BoardRef{}, true) }

func (m *model) request(text string, ref bot.BoardRef, quiet bool) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	m.waiting = cancel
	m.asked++
	number := m.asked
	return tea.Batch(
		func() tea.Msg {
			defer cancel()
			reply := m.Ask(ctx, text, ref)
			return answered{reply, quiet, ctx.Err() != nil}
		},
		m.after(patience, slow(number)),
	)
}

// patience is how long a request takes before the player is asked to wait.
const patience = 400 * time.Millisecond

// A slow message says that a request, by its number, takes long.
type slow int

// answered shows a reply, then carries out what was typed meanwhile.
func (m *model) answered(a answered) tea.Cmd {
	m.waiting, m.slow = nil, false
	cmds := []tea.Cmd{m.take(a)}
	for m.waiting == nil && len(m.later) > 0 {
		next := m.later[0]
		m.later = m.later[1:]
		cmds = append(cmds, m.carryOut(next))
	}
	return tea.Batch(cmds...)
}

// take takes in what a reply shows. A reply without a board may be about something
// else, or there is no game any more: then the board is asked for.
func (m *model) take(a answered) tea.Cmd {
	r := a.reply
	if a.given { // whether anything was done isn't known
		return m.refresh()
	}
	m.speaks(r.Lang, r.Style, r.FourColour)
	if render.Style(r.Style) == render.Text && !a.quiet {
		m.plainly = true
		return tea.Quit
	}
	known := m.board(r)
	if a.quiet {
		return nil
	}
	m.first, m.press, m.hint = 0, -1, r.Hint
	m.notes = nil
	for _, l := range r.Lines {
		m.notes = append(m.notes, m.Typed.Replace(m.speaker.Say(l)))
	}
	if m.hint != nil {
		m.cursor = last(m.view, m.hint.From)
		m.cursor.at -= max(m.hint.Count-1, 0)
	}
	m.offer(r)
	var cmd tea.Cmd
	if r.Board != nil && r.Board.Won && !m.won && m.Motion {
		cmd = m.startFall()
	}
	m.won = r.Board != nil && r.Board.Won
	if !known {
		cmd = tea.Batch(cmd, m.refresh())
	}
	return cmd
}

// board takes in a reply's board. It reports whether everything about it is known:
// a choice of moves is not all of them.
func (m *model) board(r bot.Reply) (known bool) {
	if r.Board == nil && len(r.Lines) > 0 {
		if noGame(r) {
			m.view, m.moves, m.taken, m.ref = nil, nil, nil, bot.BoardRef{}
			m.title, m.status = r.Title, nil
			return true
		}
		return false
	}
	if r.Board == nil {
		return true
	}
	moved := m.ref != r.Ref
	if moved || !r.Choose {
		m.moves = r.Menu
	}
	m.view, m.ref, m.taken = r.Board, r.Ref, nil
	m.title, m.status = r.Title, nil
	for _, s := range r.Status {
		m.status = append(m.status, m.speaker.Say(s))
	}
	if !exists(m.view, m.cursor) {
		m.cursor = last(m.view, m.cursor.pile)
	}
	if !exists(m.view, m.cursor) {
		m.cursor = last(m.view, 1)
	}
	return !moved || !r.Choose
}

// noGame reports whether a reply says that there is no game to show.
func noGame(r bot.Reply) bool {
	return slices.ContainsFunc(r.Lines, func(l locale.Message) bool {
		return l.Key == "game.none" || l.Key == "game.unreadable"
	})
}

// speaks sets the language and the look of what comes.
func (m *model) speaks(lang, style string, four bool) {
	ascii := m.ASCII || render.Style(style) == render.ASCII
	m.speaker = m.Catalogue.In(lang, ascii)
	m.look = newLook(ascii, m.dark, four)
}

// text returns one of the table's own texts.
func (m *model) text(key string, pairs ...any) string {
	return m.speaker.Say(locale.Msg(key, pairs...))
}

// note says something in place of what happened before.
func (m *model) note(key string, pairs ...any) { m.notes = []string{m.text(key, pairs...)} }

// targets lists the moves of the cards in the player's hand.
func (m *model) targets() []command.Choice {
	if m.taken == nil {
		return nil
	}
	return m.movesFrom(*m.taken)
}

// movesFrom lists the legal moves of a card with those that lie on it.
func (m *model) movesFrom(s spot) []command.Choice {
	count := 1
	if s.pile.Tableau() {
		count = len(m.view.Piles[s.pile-1].Up) - s.at
	}
	var list []command.Choice
	for _, c := range m.moves {
		if c.Move.From == s.pile && c.Move.Count == count {
			list = append(list, c)
		}
	}
	return list
}

// goal returns the spot to which a move takes its cards.
func (m *model) goal(c game.Move, card game.Card) spot {
	if c.To == game.Foundation {
		return spot{pile: game.FoundationOf(card.Suit())}
	}
	return last(m.view, c.To)
}

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

// layout lays the view out in the window. Without a game it is that of an empty one.
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

// mark returns what is special about a box now.
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

// hinted reports whether the hint on the board speaks of a spot.
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

// facts joins what is said in a row.
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

// mostNotes is how many lines of what happened are drawn; the first ones may hide the
// ends of long piles until the next key.
const mostNotes = 4

// drawNotes says what happened, above the last row. A move that is being typed, and a
// request that takes long, come before that.
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

// fold breaks texts into lines of the window's width: each begins a line of its own
// if that many have room below the board.
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
