// Package play has the commands for one's own games: dealing, moving, undoing, hints and
// verdicts, settings, statistics and the player's stored data.
//
// Each file has one command, or several related ones. They get a [bot.Turn] with typed
// arguments, and change its record, its reply and its docs. board.go adds the board and
// its buttons to every reply. A new command needs a new file here and a line in
// [Commands].
package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/persist"
)

// New returns a bot with all commands on a store, with the system's clock and randomness,
// without limits, solver and secret; for these, see the fields of [bot.Bot].
func New(store persist.Store) *bot.Bot {
	b := bot.New(store, Commands())
	b.Board, b.Ended = showBoard, daily.Ended
	return b
}

// Commands lists every command, in the order of the help text.
func Commands() []bot.Command {
	return []bot.Command{
		newGame(),
		show(),
		move(),
		draw(),
		undo(),
		redo(),
		hint(),
		verdict(),
		rewind(),
		daily.Daily(),
		daily.Leaderboard(),
		daily.Share(),
		stats(),
		daily.ChallengeOthers(),
		daily.Reveal(),
		review(),
		finish(),
		restart(),
		resign(),
		again(),
		rules(),
		settings(),
		openPage(),
		myData(),
		forgetMe(),
		more(),
		help(),
	}
}

// simple is a command without options. It may have other names.
func simple(name string, run func(*bot.Turn, command.Args) error, also ...string) bot.Command {
	return bot.Command{Spec: command.Spec{Name: name, Also: also, Example: "/solitaire " + name}, Run: run}
}

// onGame is the Run of a command that acts on the current game if that isn't over.
func onGame(act func(*bot.Turn, *bot.Table, command.Args) error) func(*bot.Turn, command.Args) error {
	return func(t *bot.Turn, args command.Args) error {
		table := t.Playing()
		if table == nil {
			return nil
		}
		return act(t, table, args)
	}
}
