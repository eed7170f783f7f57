package command

import (
	"errors"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// Resolve returns the legal moves that an order can mean.
func (o Order) Resolve(s *game.State) []game.Move {
	var found []game.Move
	if m, stock := o.stock(s); stock {
		if s.Legal(m) {
			found = append(found, m)
		}
		return found
	}
	for m := range s.Moves() {
		if m != game.Draw && m != game.TurnOver && o.means(s, m) {
			found = append(found, m)
		}
	}
	return found
}

// stock returns the draw or the turn-over that an order means, if any.
func (o Order) stock(s *game.State) (m game.Move, ok bool) {
	if o.kind == drawOrder {
		return drawOrTurnOver(s), true
	}
	return game.TurnOver, o.kind == turnOverOrder
}

// drawOrTurnOver is the meaning of "d": draw, or turn over if the stock is empty and the
// waste isn't.
func drawOrTurnOver(s *game.State) game.Move {
	if len(s.Stock()) == 0 && len(s.Waste()) > 0 {
		return game.TurnOver
	}
	return game.Draw
}

// means reports whether a legal move matches an order.
func (o Order) means(s *game.State, m game.Move) bool {
	if o.count != 0 && o.count != m.Count {
		return false
	}
	card := s.Moved(m)
	return o.from.isSource(m, card) && (!o.to.named() || o.to.isTarget(s, m, card))
}

func (p spot) isSource(m game.Move, card game.Card) bool {
	if p.card != 0 {
		return p.card == card
	}
	_, back := m.From.Foundation()
	return p.pile == m.From || p.pile == game.Foundation && back
}

func (p spot) isTarget(s *game.State, m game.Move, card game.Card) bool {
	switch {
	case p.card != 0 && m.To.Tableau():
		return s.Target(m) == p.card
	case p.card != 0: // the move is legal, so the next lower card lies there
		return p.card.Suit() == card.Suit() && p.card.Rank() == card.Rank()-1
	}
	if suit, ok := p.pile.Foundation(); ok && suit != card.Suit() {
		return false
	}
	return p.pile == m.To || isFoundation(p.pile) && m.To == game.Foundation
}

func isFoundation(p game.Pile) bool {
	_, named := p.Foundation()
	return named || p == game.Foundation
}

// attempt returns the one illegal move that an order most likely means, so that the
// engine can explain the refusal. It reports false if no move could begin or end at a
// card in the order.
func (o Order) attempt(s *game.State) (game.Move, bool) {
	if m, stock := o.stock(s); stock {
		return m, true
	}
	from, count := o.from.pile, max(o.count, 1)
	if o.from.card != 0 {
		var n int
		if from, n = find(s, o.from.card); from == 0 {
			return game.Move{}, false
		}
		if o.count == 0 {
			count = n
		}
	}
	to := o.to.pile
	if o.to.card != 0 {
		var n int
		if to, n = find(s, o.to.card); n != 1 || !to.Tableau() && !isFoundation(to) {
			return game.Move{}, false
		}
	}
	if isFoundation(to) {
		to = game.Foundation
	}
	return game.Move{From: from, To: to, Count: count}, true
}

// find returns the place of a visible card that can be moved, and how many cards move with
// it. It returns no pile if the card can't be moved.
func find(s *game.State, card game.Card) (game.Pile, int) {
	p, above := s.Find(card)
	if above > 0 && !p.Tableau() {
		return 0, 0
	}
	return p, above + 1
}

// Refused returns the reason why an order can't be carried out.
func (o Order) Refused(s *game.State) locale.Message {
	switch {
	case o.kind != moveOrder:
	case o.from.pile == game.Foundation && s.Rules().Return:
		return locale.Msg("move.which-foundation")
	case o.from.pile == game.Foundation:
		return locale.Msg("refused.no-return")
	case !o.to.named():
		return o.nowhere(s)
	case o.to.pile == game.Waste && o.from.pile == game.Waste:
		return locale.Msg("refused.same-pile")
	case o.to.pile == game.Waste && !s.Rules().HasStock():
		return locale.Msg("refused.no-stock")
	case o.to.pile == game.Waste:
		return locale.Msg("move.to-waste")
	}
	m, ok := o.attempt(s)
	if !ok {
		return notThere(s)
	}
	if err := s.Check(m); err != nil {
		return Refusal(err)
	}
	if m.To == game.Foundation { // it could go up, but to the foundation of another suit
		return locale.Msg("refused.foundation-order", "Card", card(s.Moved(m)))
	}
	return notThere(s)
}

// notThere returns the message that no move begins or ends at the card or place in an order.
func notThere(s *game.State) locale.Message {
	if !s.Rules().HasStock() {
		return locale.Msg("move.not-there-piles")
	}
	return locale.Msg("move.not-there")
}

// nowhere is the message that a place has no legal move, with the reason if it is simple.
func (o Order) nowhere(s *game.State) locale.Message {
	if o.from.card != 0 {
		if from, _ := find(s, o.from.card); from == 0 {
			return notThere(s)
		}
		return locale.Msg("move.none-card", "Card", card(o.from.card))
	}
	from := o.from.pile
	var e *game.MoveError
	if errors.As(s.Check(game.Move{From: from, To: game.Foundation, Count: 1}), &e) && e.Reason != game.FoundationOrder {
		return Refusal(e)
	}
	if !from.Tableau() {
		return locale.Msg("move.none-top")
	}
	return locale.Msg("move.none-pile", "From", int(from))
}

// Refusal returns the reason why a move is refused.
func Refusal(err error) locale.Message {
	if errors.Is(err, game.ErrTooLong) {
		return locale.Msg("refused.too-long", "Most", game.MaxSteps)
	}
	var e *game.MoveError
	if !errors.As(err, &e) {
		return locale.Msg("refused.unreadable")
	}
	switch e.Reason {
	case game.WrongRank, game.WrongColour: // the message names the card that would have fitted
		key := "refused.takes-red"
		if e.On.Red() {
			key = "refused.takes-black"
		}
		rank := strings.Replace(game.NewCard(e.On.Rank()-1, game.Clubs).String()[:1], "T", "10", 1)
		return locale.Msg(key, "Card", card(e.Card), "On", card(e.On), "Rank", rank)
	case game.FoundationOrder:
		return locale.Msg("refused.foundation-order", "Card", card(e.Card))
	case game.NeedsKing:
		return locale.Msg("refused.needs-king", "Card", card(e.Card))
	case game.OnAce:
		return locale.Msg("refused.on-ace", "Card", card(e.Card), "On", card(e.On))
	case game.TooMany:
		if !e.Move.From.Tableau() {
			return locale.Msg("refused.one-card")
		}
		return locale.Msg("refused.too-many", "From", int(e.Move.From), "Count", e.Move.Count)
	case game.EmptyPile, game.FaceDown:
		return locale.Msg("refused."+string(e.Reason), "From", int(e.Move.From), "Count", e.Move.Count)
	}
	return locale.Msg("refused." + string(e.Reason))
}
