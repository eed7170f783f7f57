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
	if t.Request.Home {
		r.Today = daily.Today(t)
	}
	table := t.Current()
	if table == nil {
		offer(t, bot.Button("new"), bot.Button("daily"), bot.Button("rules"), bot.Button("help"))
		return
	}
	entry := *table.Entry()
	view := table.State.View()
	r.Board, r.Title = &view, bot.Title(table.Game, entry)
	r.Ref = bot.BoardRef{Game: entry.ID, Version: entry.Version}
	if e, ok := table.Game.LastEffect(); ok {
		r.Moved = e.Card
	}
	r.Status = append(make([]locale.Message, 0, 4), locale.Msg("status.moves", "Count", table.Game.Length()))
	if t.Setting(bot.SettingScore) != bot.Hide {
		r.Status = append(r.Status, locale.Msg("status.score", "Score", table.State.Score()))
	}
	r.Status = append(r.Status, locale.Msg("status.undos", "Count", table.Game.Undos()))
	if entry.Hints > 0 {
		r.Status = append(r.Status, locale.Msg("status.hints", "Count", entry.Hints))
	}
	if entry.Outcome == "" {
		r.Playing = true
		if r.Menu == nil {
			r.Menu = command.Menu(&table.State)
		}
		addControls(t, table)
		return
	}

	r.Status = append(r.Status, daily.Standing(t, table)...)
	next := bot.Button("new")
	next.Main = true
	row, others := []bot.Action{next, bot.Button("again"), bot.Button("more")}, []bot.Action(nil)
	if entry.Kind == bot.Daily {
		row, others = daily.AfterButtons(t, table)
	}
	if examinable(entry) && mayPeek(t, table) {
		row = slices.Insert(row, len(row)-1, bot.Button("verdict")) // "more" comes last
	}
	if reviewReady(t, table) {
		row = slices.Insert(row, len(row)-1, bot.Button("review"))
	}
	if filmReady(t, entry) {
		row = append(row, bot.Action{Label: locale.Msg("button.film"), Text: "show film"})
	}
	plain := len(r.Actions) == 0
	if offer(t, row...); plain && len(others) > 0 && !t.Request.Home { // which has them already
		r.Actions = append([][]bot.Action{others}, r.Actions...)
	}
}

// addControls adds the row of buttons that every screen of an open game has, below
// the rows of the command. A question has its own two buttons only.
func addControls(t *bot.Turn, table *bot.Table) {
	r := &t.Reply
	if r.Asks() {
		return
	}
	plain := len(r.Actions) == 0
	if row := append(variations(table), cardsOffer(t, table)...); plain && len(row) > 0 {
		for i := range row {
			row[i].Beside = true
		}
		r.Actions = [][]bot.Action{row}
	}
	last := bot.Button("more")
	if !plain && beside(t) {
		last = bot.Back()
	}
	r.Actions = append(slices.Clone(r.Actions), controls(table, last))
	if plain && t.Request.Home {
		r.Actions = append(r.Actions, homeButtons(t)...)
	}
}

// controls are the buttons of an open game. Each keeps its place as long as the game
// lasts: one that would do nothing is idle, and only the last one comes and goes.
func controls(table *bot.Table, leading bot.Action) []bot.Action {
	row := make([]bot.Action, 0, 5)
	if table.Game.Rules().HasStock() {
		draw := bot.Button("draw")
		if table.State.Legal(game.TurnOver) {
			draw.Label = locale.Msg("button.turn-over")
		} else {
			draw.Idle = !table.State.Legal(game.Draw)
		}
		draw.Main = !draw.Idle
		row = append(row, draw)
	}
	undo := bot.Button("undo")
	undo.Idle = table.Game.Done() == 0
	row = append(row, undo, bot.Button("hint"), leading)
	if _, ok := table.State.Finish(); ok {
		finish := bot.Button("finish")
		finish.Main = true
		row = append(row, finish)
	}
	return row
}

// beside reports whether the reply is a screen of other buttons, which has to lead
// back to the board.
func beside(t *bot.Turn) bool {
	name := t.Call.Spec.Name
	return len(t.Reply.Actions) > 0 && (name == "more" || name == "settings")
}

// offer adds a row of buttons where no game is open, and in a Home those that lead to
// everything else, unless the command has set some of its own.
func offer(t *bot.Turn, row ...bot.Action) {
	r := &t.Reply
	switch {
	case beside(t):
		r.Actions = append(slices.Clone(r.Actions), []bot.Action{bot.Back()})
	case len(r.Actions) > 0:
	case t.Request.Home:
		row = slices.DeleteFunc(row, func(a bot.Action) bool { return a.Text == "daily" })
		r.Actions = append([][]bot.Action{row}, homeButtons(t)...)
	default:
		r.Actions = [][]bot.Action{row}
	}
}

// homeButtons lead from a Home to everything else: to the day's deals, and below to the
// rest.
func homeButtons(t *bot.Turn) [][]bot.Action {
	return [][]bot.Action{
		append([]bot.Action{bot.Button("daily")}, daily.OtherDeals(t)...),
		{bot.Button("leaderboard"), bot.Button("stats"), bot.Button("settings")},
	}
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
