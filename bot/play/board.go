package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"cmp"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// board adds the current game's board, status, buttons and menu to the reply.
func board(t *bot.Turn) {
	r := &t.Reply
	table := t.Current()
	if table == nil {
		t.offer(bot.Button("new"), bot.Button("daily"), bot.Button("rules"), bot.Button("help"))
		return
	}
	slot := t.Entry(table)
	view := table.State.View()
	r.Board, r.Title, r.Status = &view, bot.Title(table.Game, slot), status(table, t.Record.Settings[bot.SettingScore] != hide)
	if slot.Hints > 0 {
		r.Status = append(r.Status, locale.Msg("status.hints", "Count", slot.Hints))
	}
	r.Ref = bot.BoardRef{slot.ID, slot.Version}
	if slot.Outcome == "" && r.Menu == nil {
		r.Menu = command.Menu(&table.State)
	}
	row := buttons(table, slot, persist.DayOf(t.Now))
	if examinable(slot) && mayPeek(t) {
		row = slices.Insert(row, len(row)-1, bot.Button("verdict")) // "more" comes last
	}
	if showsFilm(t, slot) {
		row = append(row, bot.Action{Label: locale.Msg("button.film"), Text: "show film"})
	}
	t.offer(row...)
}

// button is the button of a command without options; its label has the
// command's name.
func bot.Button(text string) bot.Action { return bot.Action{Label: locale.Msg("button." + text), Text: text} }

// buttons are those under a board.
func buttons(table *table, slot persist.Game, today persist.Day) []bot.Action {
	switch {
	case slot.Outcome != "" && slot.Kind == bot.Daily:
		return []bot.Action{bot.Button("share"), boardButton(slot.Day, table.Game.Rules(), today), bot.Button("again"), bot.Button("more")}
	case slot.Outcome != "":
		return []bot.Action{bot.Button("new"), bot.Button("again"), bot.Button("more")}
	}
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

// title names game, deal and rules.
func bot.Title(g *game.Game, slot persist.Game) []locale.Message {
	r := g.Rules()
	facts := append(make([]locale.Message, 0, 6), locale.Msg("title."+r.Game))
	if slot.Day > 0 {
		facts = append(facts, locale.Msg("title.daily", "Day", bot.DayNumber(slot.Day)))
	}
	switch slot.Kind {
	case practice, challenge:
		facts = append(facts, locale.Msg("title."+slot.Kind))
	}
	if n := g.Origin().Number; n > 0 {
		facts = append(facts, locale.Msg("title.deal", "Number", strconv.Itoa(n)))
	}
	if r.HasStock() {
		facts = append(facts, locale.Msg("title.draw", "Draw", r.Draw))
	}
	facts = append(facts, extras(r)...)
	if slot.Difficulty != "" {
		facts = append(facts, locale.Msg("difficulty."+slot.Difficulty))
	}
	return facts
}

// status says how far the game is: with the score, unless the player hides it.
func status(table *table, score bool) []locale.Message {
	facts := append(make([]locale.Message, 0, 3), locale.Msg("status.moves", "Count", table.Game.Length()))
	if score {
		facts = append(facts, locale.Msg("status.score", "Score", table.State.Score()))
	}
	return append(facts, locale.Msg("status.undos", "Count", table.Game.Undos()))
}

// menu lists the legal moves of cards: up to a foundation, turning a card up,
// from the waste, to an empty column, the rest. The order follows from what
// is visible; a solver's would be a hint.
func command.Menu(s *game.State) []Choice {
	list := make([]Choice, 0, 16)
	for m := range t.Moves() {
		if m != game.Draw && m != game.TurnOver {
			list = append(list, command.NewChoice(t, m))
		}
	}
	slices.SortFunc(list, func(a, b Choice) int {
		return cmp.Or(
			cmp.Compare(class(t, a), class(t, b)),
			cmp.Compare(a.Move.From, b.Move.From),
			cmp.Compare(a.Move.Count, b.Move.Count),
			cmp.Compare(a.Move.To, b.Move.To),
		)
	})
	return list
}

func command.NewChoice(s *game.State, m game.Move) Choice {
	return Choice{Move: m, Card: t.Moved(m), On: t.Target(m)}
}

// class is the place of a move in the menu's order.
func class(s *game.State, c Choice) int {
	switch {
	case c.Move.To == game.Foundation:
		return 0
	case t.Reveals(c.Move):
		return 1
	case c.Move.From == game.Waste:
		return 2
	case c.On == 0:
		return 3
	}
	return 4
}
