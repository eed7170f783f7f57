package game

import "iter"

// Moves lists every legal move once, in no promised order. A won game has
// none.
func (s *State) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if s.Won() {
			return
		}
		_ = s.stockMoves(yield) && s.pileMoves(yield) && s.backMoves(yield)
	}
}

// stockMoves yields draw, turning over and the moves of the waste's top.
func (s *State) stockMoves(yield func(Move) bool) bool {
	if s.refuseDraw() == "" && !yield(Draw) {
		return false
	}
	if s.refuseTurnOver() == "" && !yield(TurnOver) {
		return false
	}
	if s.talon.drawn == 0 {
		return true
	}
	card := s.talon.cards[s.talon.drawn-1]
	return s.upMove(card, Waste, yield) && s.putMoves(card, Waste, 1, yield)
}

// pileMoves yields the moves of the columns' cards.
func (s *State) pileMoves(yield func(Move) bool) bool {
	for p := range Pile(s.rules.Piles) {
		c := &s.piles[p]
		for i := int(c.n) - 1; i >= int(c.hidden); i-- {
			count := int(c.n) - i
			if count > 1 && s.rules.Groups == Runs && !s.rules.builds(c.cards[i+1], c.cards[i]) {
				break
			}
			if count == 1 && !s.upMove(c.cards[i], p+1, yield) {
				return false
			}
			if !s.putMoves(c.cards[i], p+1, count, yield) {
				return false
			}
		}
	}
	return true
}

// backMoves yields the moves of the foundations' top cards.
func (s *State) backMoves(yield func(Move) bool) bool {
	if !s.rules.Return {
		return true
	}
	for suit, up := range s.up {
		if up == 0 {
			continue
		}
		if !s.putMoves(NewCard(int(up), Suit(suit)), FoundationOf(Suit(suit)), 1, yield) {
			return false
		}
	}
	return true
}

func (s *State) upMove(card Card, from Pile, yield func(Move) bool) bool {
	return !s.fitsUp(card) || yield(Move{From: from, To: Foundation, Count: 1})
}

func (s *State) putMoves(card Card, from Pile, count int, yield func(Move) bool) bool {
	for to := Pile(1); int(to) <= s.rules.Piles; to++ {
		if to == from || s.refusePut(card, to) != "" {
			continue
		}
		if !yield(Move{From: from, To: to, Count: count}) {
			return false
		}
	}
	return true
}
