package bot

import (
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A command is what a request asks for.
type command struct {
	spec    Spec
	words   []string // those behind its name, in the form of locale.Fold
	confirm bool     // the player has said yes to the question that it asks
}

// A flow carries out a command. The error is for what the player can't help;
// a refusal is said in the reply.
type flow func(*session, command) error

// A Spec describes one command for the parser, help texts and adapters.
type Spec struct {
	Name    string
	Own     bool     // it is a slash command of its own, such as /move, beside /solitaire move
	Reads   bool     // it changes no game, so it may be tapped on an old board
	Public  bool     // its answer is for everybody in the place
	Named   bool     // its options are written with their names, in any order
	Options []Option // in the order of the help text
	Example string   // as a person would type it

	think thinker // nil: the flow needs nothing that takes long
	run   flow
}

// An Option is one option of a command.
type Option struct {
	Name   string
	Kind   OptionKind
	Values []string // of a OneOf option
}

// OptionKind says what can be given for an option.
type OptionKind uint8

// The kinds of options.
const (
	OneOf  OptionKind = iota // one of Values
	Number                   // a whole number from 1
	Spot                     // a pile or a card, see notation.go
	Word                     // any word
	Flag                     // given or not: its name alone
	Date                     // #123, today or yesterday
	Person                   // somebody else; who it is comes in Request.Mentions
)

// Specs lists every command there is, in the order of the help text.
func Specs() []Spec {
	return []Spec{
		{Name: "new", Named: true, Options: newOptions(), Example: "/solitaire new klondike draw 3", think: thinkNew, run: newGame},
		{Name: "show", Reads: true, Options: showOptions(), Example: "/solitaire show", run: show},
		{Name: "move", Own: true, Options: moveOptions(), Example: "/move 3 5", run: move},
		{Name: "draw", Own: true, Example: "/draw", run: draw},
		{Name: "undo", Own: true, Options: []Option{{Name: "steps", Kind: Number}}, Example: "/undo", run: undo},
		{Name: "redo", Own: true, Example: "/redo", run: redo},
		{Name: "hint", Own: true, Example: "/hint", think: thinkHint, run: hint},
		{Name: "verdict", Example: "/solitaire verdict", think: thinkVerdict, run: verdict},
		{Name: "rewind", Example: "/solitaire rewind", think: thinkRewind, run: rewind},
		{Name: "daily", Reads: true, Named: true, Options: dailyOptions(), Example: "/solitaire daily yukon", run: playDaily},
		{Name: "leaderboard", Reads: true, Public: true, Named: true, Options: boardOptions(), Example: "/solitaire leaderboard week", run: leaderboard},
		{Name: "share", Reads: true, Public: true, Example: "/solitaire share", run: share},
		{Name: "stats", Reads: true, Options: []Option{{Name: "user", Kind: Person}}, Example: "/solitaire stats", run: stats},
		{Name: "challenge", Reads: true, Public: true, Named: true, Options: challengeOptions(), Example: "/solitaire challenge @ann draw 3", run: challengeOthers},
		{Name: "reveal", Reads: true, Named: true, Options: revealOptions(), Example: "/solitaire reveal yesterday", run: reveal},
		{Name: "finish", Example: "/solitaire finish", run: finish},
		{Name: "restart", Example: "/solitaire restart", run: restart},
		{Name: "resign", Example: "/solitaire resign", run: resign},
		{Name: "again", Example: "/solitaire again", run: again},
		{Name: "rules", Reads: true, Options: []Option{{Name: "game", Values: gameNames()}}, Example: "/solitaire rules yukon", run: rules},
		{Name: "settings", Reads: true, Options: settingsOptions(), Example: "/solitaire settings style ascii", run: settings},
		{Name: "my-data", Reads: true, Example: "/solitaire my-data", run: myData},
		{Name: "forget-me", Reads: true, Example: "/solitaire forget-me", run: forgetMe},
		{Name: "more", Reads: true, Example: "/solitaire more", run: more},
		{Name: "help", Reads: true, Options: []Option{{Name: "command", Kind: Word}}, Example: "/solitaire help", run: help},
	}
}

func newOptions() []Option {
	return []Option{
		{Name: "game", Values: gameNames()},
		{Name: "draw", Values: []string{"1", "3"}},
		{Name: "passes", Values: []string{"1", "3", "unlimited"}},
		{Name: "return", Values: []string{"yes", "no"}},
		{Name: "scoring", Values: []string{game.Standard.String(), game.Vegas.String()}},
		{Name: "deal", Kind: Number},
		{Name: winnableWord, Kind: Flag},
		{Name: publicWord, Kind: Flag},
	}
}

// publicWord asks for a game that everybody in the place may watch, winnableWord
// for a deal that is proved winnable.
const (
	publicWord   = "public"
	winnableWord = "winnable"
)

// About says in a few words what the command does, in at most 100 characters.
func (c Spec) About() locale.Message { return msg("about." + c.Name) }

// About says in a few words what the option is, in at most 100 characters.
func (o Option) About() locale.Message { return msg("option." + o.Name) }

// Text returns the command as a person would type it, with values for some of
// its options by name. A [Flag] is given by any value.
func (c Spec) Text(values map[string]string) string {
	words := []string{c.Name}
	for _, o := range c.Options {
		value, given := values[o.Name]
		switch {
		case !given, o.Kind == Person:
		case o.Kind == Flag:
			words = append(words, o.Name)
		case c.Named:
			words = append(words, o.Name, value)
		case o.Name == "count": // so that it is no place to go to
			words = append(words, "x"+value)
		default:
			words = append(words, value)
		}
	}
	return strings.Join(words, " ")
}

func moveOptions() []Option {
	return []Option{{Name: "from", Kind: Spot}, {Name: "to", Kind: Spot}, {Name: "count", Kind: Number}}
}

func gameNames() []string { return game.FamilyNames() }
