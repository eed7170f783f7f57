package bot

import "github.com/solitaire-chat/solitaire/game"

// resolve finds the legal moves that an order can mean.
func (o order) resolve(s *game.State) []game.Move {
	switch o.kind {
	case drawOrder:
		if m := drawOrTurnOver(s); s.Legal(m) {
			return []game.Move{m}
		}
		return nil
	case turnOverOrder:
		if s.Legal(game.TurnOver) {
			return []game.Move{game.TurnOver}
		}
		return nil
	}
	var found []game.Move
	for m := range s.Moves() {
		if m != game.Draw && m != game.TurnOver && o.means(s, m) {
			found = append(found, m)
		}
	}
	return found
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
func (o order) means(s *game.State, m game.Move) bool {
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
func (o order) attempt(s *game.State) (game.Move, bool) {
	switch o.kind {
	case drawOrder:
		return drawOrTurnOver(s), true
	case turnOverOrder:
		return game.TurnOver, true
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
