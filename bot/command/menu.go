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

// Text returns the command that makes exactly this move. For moves between columns it
// includes the count, even if that is one.
func (c Choice) Text() string {
	text := "move " + c.Move.String()
	if c.Move.Count == 1 && c.Move.From.Tableau() && c.Move.To.Tableau() {
		text += ":1"
	}
	return text
}

// Label returns the move in words.
func (c Choice) Label() locale.Message { return moveMessage(c.Move, c.Card, c.On) }

// Menu lists the legal moves of cards: to a foundation, turning a card up, from the
// waste, to an empty column, then the rest. The order depends only on what is visible; a
// solver's order would be a hint.
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

// NewChoice returns a legal move in the form of a menu entry.
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

// moveMessage describes a move, for menus and for what was done. c is the lowest card
// that moves, on the card that it goes on; 0 for an empty column.
func moveMessage(m game.Move, c, on game.Card) locale.Message {
	switch m {
	case game.Draw:
		return locale.Msg("move.draw")
	case game.TurnOver:
		return locale.Msg("move.turn-over")
	}
	args := append(make([]any, 0, 10), "Card", card(c))
	from, to := "move.pile-", "up"
	switch {
	case m.From == game.Waste:
		from = "move.waste-"
	case !m.From.Tableau():
		from = "move.back-"
	default:
		args = append(args, "From", int(m.From))
	}
	if m.To.Tableau() {
		to = "empty"
		args = append(args, "To", int(m.To))
		if on != 0 {
			to = "pile"
			args = append(args, "On", card(on))
		}
		if m.Count > 1 {
			from = "move.group-"
			args = append(args, "Count", m.Count)
		}
	}
	return locale.Msg(from+to, args...)
}

// Done describes what a step did.
func Done(e game.Effect, after *game.State) []locale.Message {
	var lines []locale.Message
	switch e.Move {
	case game.Draw:
		var cards locale.Cards
		waste := after.Waste()
		for _, c := range waste[len(waste)-e.Drawn:] {
			cards = append(cards, card(c))
		}
		lines = append(lines, locale.Msg("did.draw", "Cards", cards))
	case game.TurnOver:
		lines = append(lines, locale.Msg("did.turn-over"))
	default:
		lines = append(lines, moveMessage(e.Move, e.Card, e.On))
	}
	if e.Turned != 0 {
		lines = append(lines, locale.Msg("did.turned", "Card", card(e.Turned), "From", int(e.Move.From)))
	}
	return lines
}
