package bot

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// board adds the current game's board, status, buttons and menu to the reply.
func (s *session) board() {
	r := &s.reply
	t := s.current()
	if t == nil {
		s.offer(button("new"), button("daily"), button("rules"), button("help"))
		return
	}
	slot := s.rec.Games[t.slot]
	view := t.state.View()
	r.Board, r.Title, r.Status = &view, title(t.game, slot), status(t, s.rec.Settings[settingScore] != hide)
	if slot.Hints > 0 {
		r.Status = append(r.Status, msg("status.hints", "Count", slot.Hints))
	}
	r.Ref = BoardRef{slot.ID, slot.Version}
	if slot.Outcome == "" && r.Menu == nil {
		r.Menu = menu(&t.state)
	}
	row := buttons(t, slot, persist.DayOf(s.now))
	if examinable(slot) && s.mayPeek() {
		row = slices.Insert(row, len(row)-1, button("verdict")) // "more" comes last
	}
	if s.showsFilm(slot) {
		row = append(row, Action{Label: msg("button.film"), Text: "show film"})
	}
	s.offer(row...)
}

// button is the button of a command without options; its label has the
// command's name.
func button(text string) Action { return Action{Label: msg("button." + text), Text: text} }

// buttons are those under a board.
func buttons(t *table, slot persist.Game, today persist.Day) []Action {
	switch {
	case slot.Outcome != "" && slot.Kind == daily:
		return []Action{button("share"), boardButton(slot.Day, t.game.Rules(), today), button("again"), button("more")}
	case slot.Outcome != "":
		return []Action{button("new"), button("again"), button("more")}
	}
	row := make([]Action, 0, 5)
	switch {
	case t.state.Legal(game.Draw):
		row = append(row, button("draw"))
	case t.state.Legal(game.TurnOver):
		row = append(row, Action{Label: msg("button.turn-over"), Text: "draw"})
	}
	if t.game.Done() > 0 {
		row = append(row, button("undo"))
	}
	row = append(row, button("hint"))
	if _, ok := t.state.Finish(); ok {
		row = append(row, button("finish"))
	}
	return append(row, button("more"))
}

// title names game, deal and rules.
func title(g *game.Game, slot persist.Game) []locale.Message {
	r := g.Rules()
	facts := append(make([]locale.Message, 0, 6), msg("title."+r.Game))
	if slot.Day > 0 {
		facts = append(facts, msg("title.daily", "Day", dayNumber(slot.Day)))
	}
	switch slot.Kind {
	case practice, challenge:
		facts = append(facts, msg("title."+slot.Kind))
	}
	if n := g.Origin().Number; n > 0 {
		facts = append(facts, msg("title.deal", "Number", strconv.Itoa(n)))
	}
	if r.HasStock() {
		facts = append(facts, msg("title.draw", "Draw", r.Draw))
	}
	facts = append(facts, extras(r)...)
	if slot.Difficulty != "" {
		facts = append(facts, msg("difficulty."+slot.Difficulty))
	}
	return facts
}

// status says how far the game is: with the score, unless the player hides it.
func status(t *table, score bool) []locale.Message {
	facts := append(make([]locale.Message, 0, 3), msg("status.moves", "Count", t.game.Length()))
	if score {
		facts = append(facts, msg("status.score", "Score", t.state.Score()))
	}
	return append(facts, msg("status.undos", "Count", t.game.Undos()))
}

// menu lists the legal moves of cards: up to a foundation, turning a card up,
// from the waste, to an empty column, the rest. The order follows from what
// is visible; a solver's would be a hint.
func menu(s *game.State) []Choice {
	list := make([]Choice, 0, 16)
	for m := range s.Moves() {
		if m != game.Draw && m != game.TurnOver {
			list = append(list, choice(s, m))
		}
	}
	slices.SortFunc(list, func(a, b Choice) int {
		return cmp.Or(
			cmp.Compare(class(s, a), class(s, b)),
			cmp.Compare(a.Move.From, b.Move.From),
			cmp.Compare(a.Move.Count, b.Move.Count),
			cmp.Compare(a.Move.To, b.Move.To),
		)
	})
	return list
}

func choice(s *game.State, m game.Move) Choice {
	return Choice{Move: m, Card: s.Moved(m), On: s.Target(m)}
}

// class is the place of a move in the menu's order.
func class(s *game.State, c Choice) int {
	switch {
	case c.Move.To == game.Foundation:
		return 0
	case s.Reveals(c.Move):
		return 1
	case c.Move.From == game.Waste:
		return 2
	case c.On == 0:
		return 3
	}
	return 4
}
