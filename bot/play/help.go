package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// help lists the commands, or explains one.
func help(t *bot.Turn, args command.Args) error {
	t.NoBoard = true
	if len(c.words) > 0 {
		explain(t, c.words[0])
		return nil
	}
	t.Say("help.intro")
	for _, spec := range t.Bot.specs {
		t.Say("help."+spec.Name, "Usage", spec.usage())
	}
	t.Say("help.notation")
	return nil
}

// explain says what a command does, or that there is none of that name.
func explain(t *bot.Turn, word string) {
	name := alias(word)
	if name == "d" { // a move, but a command by its meaning
		name = "draw"
	}
	i := t.Bot.index(name)
	if i < 0 {
		t.Say(t.Bot.unknown([]string{word}))
		return
	}
	spec := t.Bot.specs[i]
	t.Say("help."+spec.Name, "Usage", spec.usage())
	t.Say("help.example", "Example", spec.Example)
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
func rules(t *bot.Turn, args command.Args) error {
	name := game.Klondike
	if len(c.words) > 0 {
		if name = c.words[0]; !slices.Contains(gameNames(), name) {
			t.Say("rules.unknown", "Input", command.Quoted(name))
			return nil
		}
	} else if table := t.Current(); table != nil {
		name = table.Game.Rules().Game
	}
	t.NoBoard = true
	t.Say("rules." + name)
	return nil
}
