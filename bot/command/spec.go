// Package command turns what people type, tap or choose into typed commands, and moves
// into words.
//
// A [Grammar] knows every command's [Spec], and parses a text in any language, or a
// platform's typed options, into a [Call]. Moves have a notation (notation.go), which is
// matched against a position (resolve.go). menu.go describes moves in words, and
// complete.go suggests moves during typing. The package knows nothing about players,
// stores or platforms.
package command

import (
	"slices"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A Spec describes one command for the parser, help texts and adapters.
type Spec struct {
	Name     string
	Also     []string // synonyms of the name, of one word or two
	Own      bool     // also a slash command of its own, such as /move beside /solitaire move
	Reads    bool     // changes no game, so it may be tapped on an old board
	Public   bool     // everybody in the channel sees the answer
	Named    bool     // a word that no option has is refused; otherwise it goes to the first option, and the command says what is wrong with it
	Options  []Option // in the order of the help text
	Answers  []string // the word that only buttons write behind the name, before an id; see [Args.Words]
	AnyWords bool     // all words behind the name go to [Args.Words]
	Example  string   // an example, an example, as a person would type it
}

// An Option is one option of a command.
type Option struct {
	Name   string
	Kind   Kind
	Values []string // of a OneOf option
	Most   int      // of a checked Number: the largest; 0 means any
	Fault  string   // of a checked Number: the key of the message for a wrong one
}

// Kind says which values an option can have.
type Kind uint8

// The kinds of options.
const (
	OneOf  Kind = iota // one of Values
	Number             // a whole number from 1; without a Fault, a wrong one is ignored
	Spot               // a pile or a card: the command takes moves; see notation.go
	Word               // any word and everything after it; the last option
	Flag               // set or not: just the name
	Date               // #123, today or yesterday
	Person             // another person, who comes with the request
)

// About describes the command in at most 100 characters.
func (s Spec) About() locale.Message { return locale.Msg("about." + s.Name) }

// About describes the option in at most 100 characters.
func (o Option) About() locale.Message { return locale.Msg("option." + o.Name) }

// takesMoves reports whether the words after the name are moves.
func (s Spec) takesMoves() bool { return len(s.Options) > 0 && s.Options[0].Kind == Spot }

// Slash is the command as a person types it, without options.
func (s Spec) Slash() string {
	if s.Own {
		return "/" + s.Name
	}
	return "/solitaire " + s.Name
}

// Usage is the command as a person types it, with its options.
func (s Spec) Usage() string {
	usage := s.Slash()
	for _, o := range s.Options {
		usage += " [" + o.usage(s.Named) + "]"
	}
	return usage
}

// named reports whether the option's value follows its name, because the value alone
// would be ambiguous.
func (o Option) named() bool {
	switch o.Kind {
	case OneOf:
		return slices.ContainsFunc(o.Values, func(v string) bool { return v[0] >= '0' && v[0] <= '9' }) || o.Values[0] == "yes" || o.Values[0] == game.Standard.String()
	case Number:
		return true
	}
	return false
}

// usage is the option as a person types it.
func (o Option) usage(named bool) string {
	values := strings.Join(o.Values, "|")
	switch {
	case o.Kind == Flag:
		return o.Name
	case o.Kind == Person:
		return "@" + o.Name
	case o.Kind == Date:
		return "yesterday|#N"
	case o.Kind == OneOf && o.named():
		return o.Name + " " + values
	case o.Kind == OneOf:
		return values
	case named:
		return o.Name + " N"
	}
	return strings.ToUpper(o.Name)
}

// ConfirmWord ends a command whose question the player has answered with yes.
const ConfirmWord = "confirm"

// A Call is a command with typed arguments.
type Call struct {
	Spec      Spec
	Args      Args
	Confirmed bool // the player has answered the command's question with yes
}

// Args are the arguments of a call, checked against the options of its command.
type Args struct {
	values map[string]string // by option; for a flag, its name
	orders []Order           // of a move
	words  []string          // see Words
}

// Text returns the value of an option; "" if it wasn't given.
func (a Args) Text(option string) string { return a.values[option] }

// Has reports whether an option was given.
func (a Args) Has(option string) bool { return a.values[option] != "" }

// Number returns the value of a Number option, or of a OneOf option with numbers. It
// reports false if the option wasn't given or isn't a number.
func (a Args) Number(option string) (n int, given bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(a.values[option], "#"))
	if err != nil {
		return 0, false
	}
	return n, true
}

// Orders returns the moves of a move command, as typed.
func (a Args) Orders() []Order { return a.orders }

// Words returns the words that belong to no option and that only buttons send: the id of
// a challenge and its answer, or the game that a question was about.
func (a Args) Words() []string { return a.words }

// WithWords returns the call with words that only buttons send.
func (c Call) WithWords(words ...string) Call {
	c.Args = Args{words: words}
	return c
}

// Public reports whether everybody in the channel sees the answer.
func (c Call) Public() bool { return c.Spec.Public || c.Args.Has("public") }

// Text returns a text that parses to this call, without [ConfirmWord].
func (c Call) Text() string {
	var orders []string
	for _, o := range c.Args.orders {
		orders = append(orders, o.text)
	}
	if len(orders) > 0 {
		return c.Spec.Name + " " + strings.Join(orders, ", ")
	}
	words := append([]string{c.Spec.Name}, c.Args.words...)
	for _, o := range c.Spec.Options {
		value := c.Args.values[o.Name]
		switch {
		case value == "" || o.Kind == Person:
		case o.Kind == Flag:
			words = append(words, o.Name)
		case c.Spec.Named && o.named():
			words = append(words, o.Name, value)
		default:
			words = append(words, value)
		}
	}
	return strings.Join(words, " ")
}
