package command

import (
	"errors"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// Resolve finds the legal moves that an order can mean.
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

// stock returns the draw or the turning over that an order means, if it means one.
func (o Order) stock(s *game.State) (m game.Move, ok bool) {
	if o.kind == drawOrder {
		return drawOrTurnOver(s), true
	}
	return game.TurnOver, o.kind == turnOverOrder
}

// drawOrTurnOver is what "d" means: to draw, and when the stock is used up but
// not the waste, to turn that over.
func drawOrTurnOver(s *game.State) game.Move {
	if len(s.Stock()) == 0 && len(s.Waste()) > 0 {
		return game.TurnOver
	}
	return game.Draw
}

// means reports whether a legal move fits what the order says.
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
	case p.card != 0: // the move is legal, so what is one lower lies there
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

// attempt returns the one move that an order without a legal reading is taken
// for, so that the engine can say why it is refused. It reports false when a
// card that the order names is not where a move could begin or end.
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

// find returns where a card that the player sees can be moved from, and how
// many cards go with it; no pile if there is no such place.
func find(s *game.State, card game.Card) (game.Pile, int) {
	p, above := s.Find(card)
	if above > 0 && !p.Tableau() {
		return 0, 0
	}
	return p, above + 1
}

// Refused says why an order can't be carried out.
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

// notThere says that no move begins or ends at what an order names.
func notThere(s *game.State) locale.Message {
	if !s.Rules().HasStock() {
		return locale.Msg("move.not-there-piles")
	}
	return locale.Msg("move.not-there")
}

// nowhere says that there is no legal move from a place, and why if that is
// plain.
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

// Refusal says why a move is refused.
func Refusal(err error) locale.Message {
	if errors.Is(err, game.ErrTooLong) {
		return locale.Msg("refused.too-long", "Most", game.MaxSteps)
	}
	var e *game.MoveError
	if !errors.As(err, &e) {
		return locale.Msg("refused.unreadable")
	}
	switch e.Reason {
	case game.WrongRank, game.WrongColour: // it says which card would have been right
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
