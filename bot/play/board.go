package play

import (
	"slices"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// showBoard adds the current game's board, status, buttons and menu to the reply.
func showBoard(t *bot.Turn) {
	r := &t.Reply
	table := t.Current()
	if table == nil {
		offer(t, bot.Button("new"), bot.Button("daily"), bot.Button("rules"), bot.Button("help"))
		return
	}
	entry := *table.Entry()
	view := table.State.View()
	r.Board, r.Title = &view, bot.Title(table.Game, entry)
	r.Ref = bot.BoardRef{Game: entry.ID, Version: entry.Version}
	r.Status = append(make([]locale.Message, 0, 4), locale.Msg("status.moves", "Count", table.Game.Length()))
	if t.Setting(bot.SettingScore) != bot.Hide {
		r.Status = append(r.Status, locale.Msg("status.score", "Score", table.State.Score()))
	}
	r.Status = append(r.Status, locale.Msg("status.undos", "Count", table.Game.Undos()))
	if entry.Hints > 0 {
		r.Status = append(r.Status, locale.Msg("status.hints", "Count", entry.Hints))
	}
	if entry.Outcome == "" {
		if r.Menu == nil {
			r.Menu = command.Menu(&table.State)
		}
		offer(t, playingButtons(table)...)
		offerCards(t, table)
		return
	}

	row := []bot.Action{bot.Button("new"), bot.Button("again"), bot.Button("more")}
	if entry.Kind == bot.Daily {
		row = daily.AfterButtons(t, table)
	}
	if examinable(entry) && mayPeek(t, table) {
		row = slices.Insert(row, len(row)-1, bot.Button("verdict")) // "more" comes last
	}
	if filmReady(t, entry) {
		row = append(row, bot.Action{Label: locale.Msg("button.film"), Text: "show film"})
	}
	offer(t, row...)
}

// playingButtons are those under the board of a game that is not over.
func playingButtons(table *bot.Table) []bot.Action {
	row := make([]bot.Action, 0, 5)
	switch {
	case table.State.Legal(game.Draw):
		row = append(row, bot.Button("draw"))
	case table.State.Legal(game.TurnOver):
		row = append(row, bot.Action{Label: locale.Msg("button.turn-over"), Text: "draw"})
	}
	if table.Game.Done() > 0 {
		row = append(row, bot.Button("undo"))
	}
	row = append(row, bot.Button("hint"))
	if _, ok := table.State.Finish(); ok {
		row = append(row, bot.Button("finish"))
	}
	return append(row, bot.Button("more"))
}

// offer adds a row of buttons, and in a Home those that lead to everything else,
// unless the command has set some of its own.
func offer(t *bot.Turn, row ...bot.Action) {
	r := &t.Reply
	if len(r.Actions) > 0 {
		return
	}
	r.Actions = [][]bot.Action{row}
	if !t.Request.Home {
		return
	}
	also := []bot.Action{bot.Button("leaderboard"), bot.Button("stats"), bot.Button("settings")}
	if r.Board != nil { // without a board it is offered already
		also = append([]bot.Action{bot.Button("daily")}, also...)
	}
	r.Actions = append(r.Actions, also)
}

// examinable reports whether a game has ended without a win, and nobody else plays
// its deal: then a verdict on it may be asked.
func examinable(g persist.Game) bool {
	return g.Outcome != "" && g.Outcome != persist.Won && g.Kind != bot.Challenge
}

// mayPeek reports whether the player may be shown what a game's hidden cards decide:
// not while the player competes in the same deal.
func mayPeek(t *bot.Turn, table *bot.Table) bool { return t.Bot.Advisor != nil && !competing(t, table) }

// competing reports whether the player has an open attempt at a game's deal, on the
// daily ranking or in a challenge. The game may be that attempt, or the same cards
// dealt otherwise.
func competing(t *bot.Turn, table *bot.Table) bool {
	return slices.ContainsFunc(t.Record.Games, func(g persist.Game) bool {
		if !competes(g) {
			return false
		}
		var other game.Game
		return other.UnmarshalBinary(g.Data) != nil || slices.Equal(other.Deck(), table.Game.Deck())
	})
}

// competes reports whether a game is an open attempt.
func competes(g persist.Game) bool {
	return (g.Kind == bot.Daily || g.Kind == bot.Challenge) && g.Outcome == ""
}
