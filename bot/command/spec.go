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
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A Spec describes one command for the parser, help texts and adapters.
type Spec struct {
	Name    string
	Own     bool     // it is a slash command of its own, such as /move, beside /solitaire move
	Reads   bool     // it changes no game, so it may be tapped on an old board
	Public  bool     // its answer is for everybody in the place
	Named   bool     // its options are written with their names, in any order
	Options []Option // in the order of the help text
	Example string   // as a person would type it
}

// An Option is one option of a command.
type Option struct {
	Name   string
	Kind   Kind
	Values []string // of a OneOf option
}

// Kind says what can be given for an option.
type Kind uint8

// The kinds of options.
const (
	OneOf  Kind = iota // one of Values
	Number             // a whole number from 1
	Spot               // a pile or a card; see notation.go
	Word               // any word, or several at the end
	Flag               // given or not: its name alone
	Date               // #123, today or yesterday
	Person             // somebody else; the request says who
)

// About says in a few words what the command does, in at most 100 characters.
func (s Spec) About() locale.Message { return locale.Msg("about." + s.Name) }

// About says in a few words what the option is, in at most 100 characters.
func (o Option) About() locale.Message { return locale.Msg("option." + o.Name) }

func (s Spec) option(name string) (Option, bool) {
	i := slices.IndexFunc(s.Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return Option{}, false
	}
	return s.Options[i], true
}

// Slash is the command as a person types it, without options.
func (s Spec) Slash() string {
	if s.Own {
		return "/" + s.Name
	}
	return "/solitaire " + s.Name
}

// Usage is the command as a person types it, with its options.
func (s Spec) Usage() string {
	var b strings.Builder
	b.WriteString(s.Slash())
	for _, o := range s.Options {
		b.WriteString(" [" + o.usage(s.Named) + "]")
	}
	return b.String()
}

// named reports whether the option's values are written behind its name, because
// they aren't plain by themselves.
func (o Option) named() bool {
	switch o.Kind {
	case OneOf:
		return slices.ContainsFunc(o.Values, isNumber) || o.Values[0] == "yes" || o.Values[0] == game.Standard.String()
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

func isNumber(value string) bool { return value[0] >= '0' && value[0] <= '9' }
