package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// A Table is what the table is given.
type Table struct {
	// Ask has the bot carry out a command and returns its reply. The board is the one
	// the command was chosen on; zero for what was typed. It is called by one goroutine
	// at a time, and its context ends when the player gives up waiting.
	Ask func(ctx context.Context, text string, on bot.BoardRef) bot.Reply

	// Complete lists how a text that is being typed can continue. It names no card
	// that the player hasn't seen.
	Complete func(ctx context.Context, text string) []command.Suggestion

	Catalogue *locale.Catalogue
	Locale    string            // of the system, until a reply says the player's language
	Typed     *strings.Replacer // turns the commands in texts into what is typed here
	ASCII     bool              // the terminal shows no other signs
	Motion    bool              // cards fall after a win
	History   string            // the file of what was typed; empty: it isn't kept
	Errors    func(err error)   // receives what is wrong beside the game
	Shown     func()            // called once, soon after the first frame; may be nil
	Env       []string          // says what the terminal can show; nil: the process's
}

// Run shows the table on a terminal until the player quits or the context ends.
// sentences reports that the player has asked for sentences instead of a table. The
// error is that of the terminal.
func (t *Table) Run(ctx context.Context, in io.Reader, out io.Writer) (sentences bool, err error) {
	m := newModel(ctx, t)
	m.sit()
	if m.plainly {
		return true, nil
	}
	const fps = 120 // the most that the library draws
	options := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithFPS(fps), tea.WithoutSignalHandler(),
	}
	if t.Env != nil {
		options = append(options, tea.WithEnvironment(t.Env))
	}
	_, err = tea.NewProgram(m, options...).Run()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		err = nil // the end was asked for
	}
	if lost := m.memory.keep(); lost != nil {
		t.Errors(fmt.Errorf("what you typed isn't kept for the next time: %w", lost))
	}
	return m.plainly, err
}

// sit asks for the player's game before the first frame. If there never was one, a deal
// that is proved winnable is put on the table at once.
func (m *model) sit() {
	r := m.Ask(m.ctx, "show", bot.BoardRef{})
	for _, text := range [...]string{"new winnable", "new"} { // where nothing can be proved, any deal
		if r.Board == nil && slices.ContainsFunc(r.Lines, func(l locale.Message) bool {
			return l.Key == "game.none" || l.Key == "new.winnable-none"
		}) {
			r = m.Ask(m.ctx, text, bot.BoardRef{})
		}
	}
	m.take(answered{reply: r})
}
