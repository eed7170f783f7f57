package command

import (
	"strconv"
	"strings"
)

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
