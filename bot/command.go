package bot

import (
	"slices"

	"github.com/solitaire-chat/solitaire/bot/command"
)

// A Command is something that a person can ask for.
type Command struct {
	command.Spec

	// Prepare works out what takes long, such as a hint, before the player's turn:
	// the player can play on meanwhile. Its turn is a copy; what it says or changes
	// there is dropped. Run finds the value in [Turn.Prepared]. Prepare may be nil,
	// and return nil where Run will need nothing.
	Prepare func(t *Turn, args command.Args) (any, error)

	// Prepares reports whether Prepare is needed for some arguments; nil: always.
	Prepares func(args command.Args) bool

	// Run carries the command out. A refusal is said in the reply; the error is for
	// what the player can't help, and then nothing is changed.
	Run func(t *Turn, args command.Args) error
}

// Kinds of games. A player has at most one game of Free and one of Practice.
const (
	Free      = "free"
	Practice  = "practice"  // a deal that was played before; it writes no result
	Daily     = "daily"     // a counted attempt at the deal of a day
	Challenge = "challenge" // the same deal for several players
)

// Kinds lists the kinds of games.
func Kinds() []string { return []string{Free, Daily, Challenge, Practice} }

// Specs lists all commands, in the order of the help text.
func (b *Bot) Specs() []command.Spec { return b.specs }

// Grammar reads what people type, in every language.
func (b *Bot) Grammar() *command.Grammar {
	return &command.Grammar{Specs: b.specs, Words: b.Words}
}

func (b *Bot) command(name string) *Command {
	i := slices.IndexFunc(b.commands, func(c Command) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &b.commands[i]
}
