package command

import (
	"slices"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// Quick returns at most most moves of a menu, for one button each: first those that
// improve something by what the player sees, then those that only put cards elsewhere.
// It knows nothing else, so a button gives nothing away.
//
// Moves from the waste come last, so that the others keep their places while the player
// draws.
func Quick(v *game.View, menu []Choice, most int) []Choice {
	var better, other, waste []Choice
	for _, c := range menu {
		switch worth := worthOf(v, c); {
		case worth == pointless, c.Move.To.Tableau() && c.On == 0 && takesEmptyPile(better, waste, c.Card):
		case c.Move.From == game.Waste:
			waste = append(waste, c)
		case worth == improves:
			better = append(better, c)
		default:
			other = append(other, c)
		}
	}
	waste = waste[:min(len(waste), most)]
	piles := append(better, other...)
	return append(piles[:min(len(piles), most-len(waste))], waste...)
}

// A worth grades a move by what the player can see.
type worth uint8

const (
	improves worth = iota
	shifts         // cards lie elsewhere, and nothing else
	pointless
)

// worthOf judges a legal move. It improves something if it puts a card up, brings one
// in from the waste, bares a face-down card, a pile or a card that can go up, or puts
// cards in order that weren't. A card that comes back from a foundation, and a king
// that changes one empty pile for another, are pointless.
func worthOf(v *game.View, c Choice) worth {
	switch {
	case c.Move.To == game.Foundation, c.Move.From == game.Waste:
		return improves
	case !c.Move.From.Tableau():
		return pointless
	}
	pile := v.Piles[c.Move.From-1]
	left := len(pile.Up) - c.Move.Count // face-up cards that stay
	switch {
	case left == 0 && (pile.Hidden > 0 || c.On != 0):
		return improves
	case left == 0:
		return pointless
	}
	under := pile.Up[left-1]
	inOrder := under.Red() != c.Card.Red() && under.Rank() == c.Card.Rank()+1
	if !inOrder || v.Foundations[under.Suit()] == under.Rank()-1 {
		return improves
	}
	return shifts
}

// takesEmptyPile reports whether the list has a move of the card to an empty pile: all
// empty piles are alike.
func takesEmptyPile(better, waste []Choice, card game.Card) bool {
	return slices.ContainsFunc(slices.Concat(better, waste), func(c Choice) bool {
		return c.Card == card && c.On == 0 && c.Move.To.Tableau()
	})
}

// Said returns the move in words if they fit in this many characters, otherwise in a few signs.
func (c Choice) Said(say func(locale.Message) string, most int) string {
	if text := say(c.Label()); utf8.RuneCountInString(text) <= most {
		return text
	}
	return say(c.Short())
}

// Short returns the move in a few signs, for a button.
func (c Choice) Short() locale.Message {
	switch {
	case !c.Move.To.Tableau():
		return locale.Msg("move.tap-up", "Card", card(c.Card))
	case c.On == 0:
		return locale.Msg("move.tap-empty", "Card", card(c.Card), "To", int(c.Move.To))
	}
	return locale.Msg("move.tap-pile", "Card", card(c.Card), "On", card(c.On))
}
