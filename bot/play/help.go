package play

import (
	"slices"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
)

// help shows the common commands on one screen, lists all commands, or explains one.
func help() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "help", Also: []string{"h", "?", "commands"}, Reads: true, Example: "/solitaire help",
			Options: []command.Option{{Name: "command", Kind: command.Word}},
		},
		Run: func(t *bot.Turn, args command.Args) error {
			t.NoBoard = true
			grammar, word := t.Bot.Grammar(), args.Text("command")
			spec, ok := grammar.Find(word)
			switch {
			case word == "":
				t.Say("help.intro")
				for _, name := range []string{"new", "move", "draw", "undo", "hint", "daily", "leaderboard", "settings"} {
					spec, _ := grammar.Find(name)
					t.Say("help.line", "Command", spec.Slash(), "About", spec.About())
				}
				t.Say("help.all")
			case word == "all":
				t.Say("help.intro")
				for _, spec := range grammar.Specs {
					t.Say("help."+spec.Name, "Usage", spec.Usage())
				}
				t.Say("help.notation")
			case ok:
				t.Say("help."+spec.Name, "Usage", spec.Usage())
				t.Say("help.example", "Example", spec.Example)
			default:
				t.SayAll(grammar.Unknown(word))
			}
			return nil
		},
	}
}

// rules explains a game: the requested one, or the current one.
func rules() bot.Command {
	games := game.FamilyNames()
	return bot.Command{
		Spec: command.Spec{Name: "rules", Reads: true, Options: []command.Option{{Name: "game", Values: games}}, Example: "/solitaire rules yukon"},
		Run: func(t *bot.Turn, args command.Args) error {
			name := args.Text("game")
			switch table := t.Current(); {
			case name != "" && !slices.Contains(games, name):
				t.Say("rules.unknown", "Input", command.Quoted(name))
				return nil
			case name == "" && table != nil:
				name = table.Game.Rules().Game
			case name == "":
				name = games[0]
			}
			t.NoBoard = true
			t.Say("rules." + name)
			return nil
		},
	}
}
