package play

import (
	"slices"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
)

// filmLook is the look in which a won game is shown from its beginning.
const filmLook = "film"

// show posts the board again, with the last step in words, and for this once in
// another style if one is named. With a kind of game it makes that game the current
// one.
func show() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "show", Reads: true, Example: "/solitaire show",
			Options: []command.Option{
				{Name: "game", Values: bot.Kinds()},
				{Name: "as", Values: []string{"unicode", "ascii", "coloured", "text", bot.Picture, filmLook}},
			},
		},
		Run: runShow,
	}
}

func runShow(t *bot.Turn, args command.Args) error {
	if kind := args.Text("game"); kind != "" {
		i := -1
		if slices.Contains(bot.Kinds(), kind) {
			i = t.Latest(kind)
		}
		if i < 0 {
			t.Say("show.none", "Input", command.Quoted(kind))
			return nil
		}
		t.MakeCurrent(t.Record.Games[i].ID)
	}
	if t.Look = args.Text("as"); t.Look == filmLook {
		t.Look = ""
		return showFilm(t)
	}
	table := t.Need()
	if table == nil {
		return nil
	}
	if outcome := t.Entry(table).Outcome; outcome != "" {
		t.Say("game.over-" + string(outcome))
		return nil
	}
	if e, ok := table.Game.LastEffect(); ok {
		t.SayAll(command.Done(e, &table.State)...)
	}
	announceEnd(t)
	return nil
}

// more offers the buttons that have no room under every board.
func more() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "more", Reads: true, Example: "/solitaire more"},
		Run: func(t *bot.Turn, _ command.Args) error {
			var row []bot.Action
			if table := t.Current(); table != nil && t.Entry(table).Outcome == "" {
				if table.Game.Undone() > 0 {
					row = append(row, bot.Button("redo"))
				}
				if table.Game.Done() > 0 && t.Entry(table).Kind != bot.Daily {
					row = append(row, bot.Button("restart"))
				}
				if mayPeek(t, table) {
					row = append(row, bot.Button("verdict"))
				}
				if table.Game.Begun() || competes(*t.Entry(table)) {
					row = append(row, bot.Button("resign"))
				}
			}
			if len(row) > 0 {
				t.Reply.Actions = append(t.Reply.Actions, row)
			}
			t.Reply.Actions = append(t.Reply.Actions,
				[]bot.Action{bot.Button("daily"), bot.Button("leaderboard"), bot.Button("stats")},
				[]bot.Action{bot.Button("new"), bot.Button("rules"), bot.Button("settings"), bot.Button("help")},
			)
			return nil
		},
	}
}
