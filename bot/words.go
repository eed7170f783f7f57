package bot

import (
	"errors"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// msg is a message with its arguments as name, value, name, value.
func msg(key string, pairs ...any) locale.Message {
	m := locale.Message{Key: key}
	if len(pairs) > 0 {
		m.Args = make([]locale.Arg, 0, len(pairs)/2)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		m.Args = append(m.Args, locale.Arg{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return m
}

func card(c game.Card) locale.Card { return locale.Card(c.String()) }

// moveMessage says a move in words, for menus and for what was done.
func moveMessage(m game.Move, c, on game.Card) locale.Message {
	_, back := m.From.Foundation()
	switch {
	case m == game.Draw:
		return msg("move.draw")
	case m == game.TurnOver:
		return msg("move.turn-over")
	case m.From == game.Waste:
		return wasteMessage(m, c, on)
	case back && on == 0:
		return msg("move.back-empty", "Card", card(c), "To", int(m.To))
	case back:
		return msg("move.back-pile", "Card", card(c), "To", int(m.To), "On", card(on))
	}
	return pileMessage(m, c, on)
}

func wasteMessage(m game.Move, c, on game.Card) locale.Message {
	switch {
	case !m.To.Tableau():
		return msg("move.waste-up", "Card", card(c))
	case on == 0:
		return msg("move.waste-empty", "Card", card(c), "To", int(m.To))
	}
	return msg("move.waste-pile", "Card", card(c), "To", int(m.To), "On", card(on))
}

func pileMessage(m game.Move, c, on game.Card) locale.Message {
	from, to := int(m.From), int(m.To)
	switch {
	case !m.To.Tableau():
		return msg("move.pile-up", "Card", card(c), "From", from)
	case on == 0 && m.Count == 1:
		return msg("move.pile-empty", "Card", card(c), "From", from, "To", to)
	case on == 0:
		return msg("move.group-empty", "Card", card(c), "From", from, "To", to, "Count", m.Count)
	case m.Count == 1:
		return msg("move.pile-pile", "Card", card(c), "From", from, "To", to, "On", card(on))
	}
	return msg("move.group-pile", "Card", card(c), "From", from, "To", to, "On", card(on), "Count", m.Count)
}

// done says what a step did.
func done(e game.Effect, after *game.State) []locale.Message {
	var lines []locale.Message
	switch {
	case e.Move == game.Draw:
		waste := after.Waste()
		lines = append(lines, msg("did.draw", "Cards", cards(waste[len(waste)-e.Drawn:])))
	case e.Move == game.TurnOver:
		lines = append(lines, msg("did.turn-over"))
	default:
		lines = append(lines, moveMessage(e.Move, e.Card, e.On))
	}
	if e.Turned != 0 {
		lines = append(lines, msg("did.turned", "Card", card(e.Turned), "From", int(e.Move.From)))
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

// refusal says why a move is refused.
func refusal(err error) locale.Message {
	if errors.Is(err, game.ErrTooLong) {
		return msg("refused.too-long", "Most", game.MaxSteps)
	}
	var e *game.MoveError
	if !errors.As(err, &e) {
		return msg("refused.unreadable")
	}
	switch e.Reason {
	case game.WrongRank, game.WrongColour:
		return takes(e)
	case game.FoundationOrder:
		return msg("refused.foundation-order", "Card", card(e.Card))
	case game.NeedsKing:
		return msg("refused.needs-king", "Card", card(e.Card))
	case game.OnAce:
		return msg("refused.on-ace", "Card", card(e.Card), "On", card(e.On))
	case game.TooMany:
		if !e.Move.From.Tableau() {
			return msg("refused.one-card")
		}
		return msg("refused.too-many", "From", int(e.Move.From), "Count", e.Move.Count)
	case game.EmptyPile, game.FaceDown:
		return msg("refused."+string(e.Reason), "From", int(e.Move.From), "Count", e.Move.Count)
	}
	return msg("refused." + string(e.Reason))
}

// takes says which card would have been right.
func takes(e *game.MoveError) locale.Message {
	key := "refused.takes-red"
	if e.On.Red() {
		key = "refused.takes-black"
	}
	next := game.NewCard(e.On.Rank()-1, game.Clubs).String()[:1]
	if next == "T" {
		next = "10"
	}
	return msg(key, "Card", card(e.Card), "On", card(e.On), "Rank", next)
}

// dayNumber writes the number of a day as people say and type it: no language
// groups its digits.
func dayNumber(d persist.Day) string { return strconv.Itoa(int(d)) }
