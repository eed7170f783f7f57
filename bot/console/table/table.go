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

// A Table configures a table.
type Table struct {
	// Ask sends a command to the bot and returns the reply. The board is the one on which
	// the command was chosen; zero for a typed command. It is called by one goroutine at a
	// time, and its context ends when the player gives up waiting.
	Ask func(ctx context.Context, text string, on bot.BoardRef) bot.Reply

	// Complete lists continuations of an unfinished text. It names no card that the player
	// hasn't seen.
	Complete func(ctx context.Context, text string) []command.Suggestion

	Catalogue *locale.Catalogue
	Locale    string            // the system's, until a reply brings the player's language
	Typed     *strings.Replacer // rewrites commands in texts as a terminal's player types them
	ASCII     bool              // the terminal shows nothing but ASCII
	Motion    bool              // cards fall after a win
	History   string            // the file of the lines typed; empty: they aren't kept
	Errors    func(err error)   // called with errors that the player didn't cause
	Shown     func()            // called once, soon after the first frame; may be nil
	Pressed   func()            // called for each key and each use of the mouse; may be nil
	Env       []string          // the environment that describes the terminal; nil: the process's
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
	const fps = 120 // the highest frame rate of the library
	options := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithFPS(fps), tea.WithoutSignalHandler(),
	}
	if t.Env != nil {
		options = append(options, tea.WithEnvironment(t.Env))
	}
	_, err = tea.NewProgram(m, options...).Run()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		err = nil // the context ended, which is no error
	}
	if lost := m.memory.keep(); lost != nil {
		t.Errors(fmt.Errorf("what you typed isn't kept for the next time: %w", lost))
	}
	return m.plainly, err
}

// sit requests the player's game before the first frame. If there never was one, it deals
// one that is proved winnable.
func (m *model) sit() {
	r := m.Ask(m.ctx, "show", bot.BoardRef{})
	for _, text := range [...]string{"new winnable", "new"} { // any deal if no winnable one is ready
		if r.Board == nil && slices.ContainsFunc(r.Lines, func(l locale.Message) bool {
			return l.Key == "game.none" || l.Key == "new.winnable-none"
		}) {
			r = m.Ask(m.ctx, text, bot.BoardRef{})
		}
	}
	m.take(answered{reply: r})
}
