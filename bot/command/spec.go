// Package command turns what people type, tap or choose into typed commands, and
// moves into words.
//
// A [Grammar] knows every command's [Spec]; it reads a text in any language, or a
// platform's typed options, into a [Call]. Moves are written in a notation
// (notation.go) that is matched against a position (resolve.go). menu.go says moves
// in words, complete.go suggests them while somebody types. Nothing here knows
// players, stores or platforms.
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
	Also     []string // what people also type for the name, of one word or two
	Own      bool     // it is a slash command of its own, such as /move, beside /solitaire move
	Reads    bool     // it changes no game, so it may be tapped on an old board
	Public   bool     // its answer is for everybody in the place
	Named    bool     // a word that no option has is refused; else it is the first option's, and the command says what is wrong
	Options  []Option // in the order of the help text
	Answers  []string // what only buttons write behind the name, with an id; see [Args.Words]
	AnyWords bool     // all words behind the name go to [Args.Words]
	ByButton bool     // a button leads to it: lists of commands, which are short, don't need it
	Example  string   // as a person would type it
}

// An Option is one option of a command.
type Option struct {
	Name   string
	Kind   Kind
	Values []string // of a OneOf option
	Most   int      // of a Number that is checked: the largest; 0: any
	Fault  string   // of a Number that is checked: the key of what is said of a wrong one
}

// Kind says what can be given for an option.
type Kind uint8

// The kinds of options.
const (
	OneOf  Kind = iota // one of Values
	Number             // a whole number from 1; unless it has a Fault, a wrong one is as none given
	Spot               // a pile or a card: the command takes moves; see notation.go
	Word               // any word and all that follow; the last option
	Flag               // given or not: its name alone
	Date               // #123, today or yesterday
	Person             // somebody else; the request says who
)

// About says in a few words what the command does, in at most 100 characters.
func (s Spec) About() locale.Message { return locale.Msg("about." + s.Name) }

// About says in a few words what the option is, in at most 100 characters.
func (o Option) About() locale.Message { return locale.Msg("option." + o.Name) }

// takesMoves reports whether what is behind the name is read in the notation of moves.
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

// named reports whether the option's values are written behind its name, because
// they aren't plain by themselves.
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

// ConfirmWord stands at the end of a command that was asked about and answered with
// yes.
const ConfirmWord = "confirm"

// A Call is a command with typed arguments.
type Call struct {
	Spec      Spec
	Args      Args
	Confirmed bool // the player has said yes to the question that the command asks
}

// Args are the arguments of a call, checked against the options of its command.
type Args struct {
	values map[string]string // by option; of a flag, its name
	orders []Order           // of a move
	words  []string          // see Words
}

// Text returns the value of an option; "" if it was not given.
func (a Args) Text(option string) string { return a.values[option] }

// Has reports whether an option was given.
func (a Args) Has(option string) bool { return a.values[option] != "" }

// Number returns the value of a Number option, or of a OneOf option of numbers. It
// reports false if that was not given or is no number.
func (a Args) Number(option string) (n int, given bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(a.values[option], "#"))
	if err != nil {
		return 0, false
	}
	return n, true
}

// Orders returns the moves of a call of move, as they were written.
func (a Args) Orders() []Order { return a.orders }

// Words returns what no option describes, and only buttons write: the id of a
// challenge and its answer, or which game a question was about.
func (a Args) Words() []string { return a.words }

// WithWords returns the call with words that only buttons write.
func (c Call) WithWords(words ...string) Call {
	c.Args = Args{words: words}
	return c
}

// Public reports whether the command asks for an answer that everybody sees.
func (c Call) Public() bool { return c.Spec.Public || c.Args.Has("public") }

// Text returns a text that is read as this call, without [ConfirmWord].
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
