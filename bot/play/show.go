package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
)

import "slices"

// filmLook shows a won game from its beginning.
const filmLook = "film"

func showOptions() []command.Option {
	return []command.Option{{Name: "game", Values: kinds()}, {Name: "as", Values: []string{"unicode", "ascii", "coloured", "text", bot.Picture, filmLook}}}
}

// show posts the board again, with the last step in words, and for this once in
// another style if one is named. With a kind it makes that game the current one.
func show(t *bot.Turn, args command.Args) error {
	for _, word := range c.words {
		if slices.Contains(c.spec.Options[1].Values, word) {
			t.Look = word
			continue
		}
		i := t.Latest(word)
		if i < 0 {
			t.Say("show.none", "Input", command.Quoted(word))
			return nil
		}
		t.MakeCurrent(t.Record.Games[i].ID)
	}
	if t.Look == filmLook {
		t.Look = ""
		return film(t)
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
		for _, m := range command.Done(e, &table.State) {
			t.Say(m)
		}
	}
	announce(t)
	return nil
}

// more offers the buttons that have no room under every board.
func more(t *bot.Turn, _ command.Args) error {
	always := [][]bot.Action{
		{bot.Button("daily"), bot.Button("leaderboard"), bot.Button("stats")},
		{bot.Button("new"), bot.Button("rules"), bot.Button("settings"), bot.Button("help")},
	}
	t.Reply.Actions = always
	table := t.Current()
	if table == nil || t.Entry(table).Outcome != "" {
		return nil
	}
	var row []bot.Action
	if table.Game.Undone() > 0 {
		row = append(row, bot.Button("redo"))
	}
	if table.Game.Done() > 0 && t.Entry(table).Kind != bot.Daily {
		row = append(row, bot.Button("restart"))
	}
	if mayPeek(t) {
		row = append(row, bot.Button("verdict"))
	}
	if table.Game.Begun() {
		row = append(row, bot.Button("resign"))
	}
	if len(row) > 0 {
		t.Reply.Actions = append([][]bot.Action{row}, always...)
	}
	return nil
}
