package bot

import (
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// help lists the commands, or explains one.
func help(s *session, c command) error {
	s.noBoard = true
	if len(c.words) > 0 {
		s.explain(c.words[0])
		return nil
	}
	s.say(msg("help.intro"))
	for _, spec := range s.bot.specs {
		s.say(msg("help."+spec.Name, "Usage", spec.usage()))
	}
	s.say(msg("help.notation"))
	return nil
}

// explain says what a command does, or that there is none of that name.
func (s *session) explain(word string) {
	name := alias(word)
	if name == "d" { // a move, but a command by its meaning
		name = "draw"
	}
	i := s.bot.index(name)
	if i < 0 {
		s.say(s.bot.unknown([]string{word}))
		return
	}
	spec := s.bot.specs[i]
	s.say(msg("help."+spec.Name, "Usage", spec.usage()))
	s.say(msg("help.example", "Example", spec.Example))
}

// usage is the command as a person types it, with its options.
func (c Spec) usage() string {
	var b strings.Builder
	if !c.Own {
		b.WriteString("/solitaire ")
	} else {
		b.WriteString("/")
	}
	b.WriteString(c.Name)
	for _, o := range c.Options {
		b.WriteString(" " + o.usage(c.Named))
	}
	return b.String()
}

// usage is the option as a person types it. The values that speak for
// themselves stand without its name.
func (o Option) usage(named bool) string {
	values := strings.Join(o.Values, "|")
	switch {
	case o.Kind == Flag:
		return "[" + o.Name + "]"
	case o.Kind == Person:
		return "[@" + o.Name + "]"
	case o.Kind == Date:
		return "[yesterday|#N]"
	case o.Kind == OneOf && slices.ContainsFunc(o.Values, isNumber):
		return "[" + o.Name + " " + values + "]"
	case o.Kind == OneOf && o.Values[0] != "yes" && o.Values[0] != game.Standard.String():
		return "[" + values + "]"
	case o.Kind == OneOf:
		return "[" + o.Name + " " + values + "]"
	case named:
		return "[" + o.Name + " N]"
	}
	return "[" + strings.ToUpper(o.Name) + "]"
}

func isNumber(value string) bool { return value[0] >= '0' && value[0] <= '9' }

// rules explains a game: the one asked for, else the current one.
func rules(s *session, c command) error {
	name := game.Klondike
	if len(c.words) > 0 {
		if name = c.words[0]; !slices.Contains(gameNames(), name) {
			s.say(msg("rules.unknown", "Input", quoted(name)))
			return nil
		}
	} else if t := s.current(); t != nil {
		name = t.game.Rules().Game
	}
	s.noBoard = true
	s.say(msg("rules." + name))
	return nil
}
