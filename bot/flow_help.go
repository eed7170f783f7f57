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
		if i := s.bot.index(alias(c.words[0])); i >= 0 {
			spec := s.bot.specs[i]
			s.say(msg("help."+spec.Name, "Usage", spec.usage()))
			s.say(msg("help.example", "Example", spec.Example))
			return nil
		}
	}
	s.say(msg("help.intro"))
	for _, spec := range s.bot.specs {
		s.say(msg("help."+spec.Name, "Usage", spec.usage()))
	}
	s.say(msg("help.notation"))
	return nil
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
		b.WriteString(" " + o.usage())
	}
	return b.String()
}

func (o Option) usage() string {
	values := strings.Join(o.Values, "|")
	switch {
	case o.Kind == Flag:
		return "[" + o.Name + "]"
	case o.Kind == OneOf && (o.Name == "game" || o.Name == "name"):
		return "[" + values + "]"
	case o.Kind == OneOf:
		return "[" + o.Name + " " + values + "]"
	case o.Name == "deal":
		return "[deal N]"
	}
	return "[" + strings.ToUpper(o.Name) + "]"
}

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
