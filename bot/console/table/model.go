package table

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

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

	// The board of the last reply that had one.
	view   *game.View // nil: there is no game
	ref    bot.BoardRef
	moves  []command.Choice // the legal moves of cards
	title  []locale.Message
	status []string
	won    bool

	// The texts and buttons of the last reply.
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
	slow    bool      // the current request takes long
	later   []tea.Msg // keys and clicks to handle after the current request
	memory  *history
	plainly bool // the table has ended because the player wants sentences

	after func(time.Duration, tea.Msg) tea.Cmd // delivers a message after a delay
}

func newModel(ctx context.Context, t *Table) *model {
	m := &model{Table: t, ctx: ctx, w: 80, h: 24, dark: true, press: -1, cursor: spot{pile: 1}, memory: readHistory(t.History)}
	m.after = func(d time.Duration, msg tea.Msg) tea.Cmd { return tea.Tick(d, func(time.Time) tea.Msg { return msg }) }
	m.speaks(t.Locale, "", false)
	return m
}

// Init asks for the terminal's background. The first board was requested earlier.
func (m *model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.after(headStart, shown{}))
}

// headStart is a time after which the first frame is on the screen for certain.
const headStart = 200 * time.Millisecond

// A shown message means that the first frame is on the screen.
type shown struct{}

// Update handles a message.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.look = newLook(m.look.ascii, m.dark, m.look.four)
	case tea.MouseMsg, tea.KeyPressMsg, tea.PasteMsg:
		if m.Pressed != nil {
			m.Pressed()
		}
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

// input handles a key or a click. During a request they are queued, so that keys typed
// ahead mean the same as keys typed slowly. Only the keys that cancel the request aren't
// queued.
func (m *model) input(msg tea.Msg) tea.Cmd {
	key, _ := msg.(tea.KeyPressMsg)
	switch {
	case key.String() == "ctrl+c":
		return tea.Quit
	case key.String() == "ctrl+z":
		return tea.Suspend
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

// carryOut passes a key or a click to the topmost part of the table.
func (m *model) carryOut(msg tea.Msg) tea.Cmd {
	switch {
	case m.fall != nil:
		switch msg.(type) {
		case tea.KeyPressMsg, tea.MouseClickMsg: // either ends it
			m.fall = nil
		}
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
	quiet bool // take only the board from the reply
	given bool // the player has given up waiting for it
}

// ask sends a command to the bot, with the board as it is shown.
func (m *model) ask(text string) tea.Cmd { return m.request(text, m.ref, false) }

// refresh requests the board again, without its texts.
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

// answered shows a reply, then handles the queued keys.
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

// take takes over the contents of a reply. A reply without a board may be about something
// else, or there may be no game any more, so take then requests the board.
func (m *model) take(a answered) tea.Cmd {
	r := a.reply
	if a.given { // the command may or may not have been carried out
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

// board takes over a reply's board. It reports whether the reply lists all legal moves: a
// choice between a few of them doesn't.
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

// speaks sets the language and the look from now on.
func (m *model) speaks(lang, style string, four bool) {
	ascii := m.ASCII || render.Style(style) == render.ASCII
	m.speaker = m.Catalogue.In(lang, ascii)
	m.look = newLook(ascii, m.dark, four)
}

// text returns one of the table's own texts.
func (m *model) text(key string, pairs ...any) string {
	return m.speaker.Say(locale.Msg(key, pairs...))
}

// note replaces the notes about the last step.
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
func (m *model) goal(move game.Move, card game.Card) spot {
	if move.To == game.Foundation {
		return spot{pile: game.FoundationOf(card.Suit())}
	}
	return last(m.view, move.To)
}
