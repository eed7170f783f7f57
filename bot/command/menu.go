package command

import (
	"cmp"
	"slices"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A Choice is one legal move in the menu.
type Choice struct {
	Move game.Move
	Card game.Card // the lowest card that moves
	On   game.Card // the card it goes on; none on an empty column or a foundation
}

// Text returns the command that makes this move and no other: between columns
// it says the count, also of one card.
func (c Choice) Text() string {
	text := "move " + c.Move.String()
	if c.Move.Count == 1 && c.Move.From.Tableau() && c.Move.To.Tableau() {
		text += ":1"
	}
	return text
}

// Label returns the move in words.
func (c Choice) Label() locale.Message { return moveMessage(c.Move, c.Card, c.On) }

// Menu lists the legal moves of cards: up to a foundation, turning a card up,
// from the waste, to an empty column, the rest. The order follows from what
// is visible; a solver's would be a hint.
func Menu(s *game.State) []Choice {
	list := make([]Choice, 0, 16)
	for m := range s.Moves() {
		if m != game.Draw && m != game.TurnOver {
			list = append(list, NewChoice(s, m))
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

// NewChoice returns a legal move as a menu shows it.
func NewChoice(s *game.State, m game.Move) Choice {
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

func card(c game.Card) locale.Card { return locale.Card(c.String()) }

// moveMessage says a move in words, for menus and for what was done.
func moveMessage(m game.Move, c, on game.Card) locale.Message {
	_, back := m.From.Foundation()
	switch {
	case m == game.Draw:
		return locale.Msg("move.draw")
	case m == game.TurnOver:
		return locale.Msg("move.turn-over")
	case m.From == game.Waste:
		return wasteMessage(m, c, on)
	case back && on == 0:
		return locale.Msg("move.back-empty", "Card", card(c), "To", int(m.To))
	case back:
		return locale.Msg("move.back-pile", "Card", card(c), "To", int(m.To), "On", card(on))
	}
	return pileMessage(m, c, on)
}

func wasteMessage(m game.Move, c, on game.Card) locale.Message {
	switch {
	case !m.To.Tableau():
		return locale.Msg("move.waste-up", "Card", card(c))
	case on == 0:
		return locale.Msg("move.waste-empty", "Card", card(c), "To", int(m.To))
	}
	return locale.Msg("move.waste-pile", "Card", card(c), "To", int(m.To), "On", card(on))
}

func pileMessage(m game.Move, c, on game.Card) locale.Message {
	from, to := int(m.From), int(m.To)
	switch {
	case !m.To.Tableau():
		return locale.Msg("move.pile-up", "Card", card(c), "From", from)
	case on == 0 && m.Count == 1:
		return locale.Msg("move.pile-empty", "Card", card(c), "From", from, "To", to)
	case on == 0:
		return locale.Msg("move.group-empty", "Card", card(c), "From", from, "To", to, "Count", m.Count)
	case m.Count == 1:
		return locale.Msg("move.pile-pile", "Card", card(c), "From", from, "To", to, "On", card(on))
	}
	return locale.Msg("move.group-pile", "Card", card(c), "From", from, "To", to, "On", card(on), "Count", m.Count)
}

// Done says what a step did.
func Done(e game.Effect, after *game.State) []locale.Message {
	var lines []locale.Message
	switch {
	case e.Move == game.Draw:
		waste := after.Waste()
		lines = append(lines, locale.Msg("did.draw", "Cards", cards(waste[len(waste)-e.Drawn:])))
	case e.Move == game.TurnOver:
		lines = append(lines, locale.Msg("did.turn-over"))
	default:
		lines = append(lines, moveMessage(e.Move, e.Card, e.On))
	}
	if e.Turned != 0 {
		lines = append(lines, locale.Msg("did.turned", "Card", card(e.Turned), "From", int(e.Move.From)))
	}
	return lines
}

func cards(list []game.Card) locale.Cards {
	named := make(locale.Cards, len(list))
	for i, c := range list {
		named[i] = card(c)
	}
	return named
}
