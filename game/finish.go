package game

// Finish returns the moves that put all remaining cards on the foundations, if they are
// certain to work. They are certain if no card of the tableau is face down, and if a
// fixed procedure puts every card up whatever the order of the unseen cards in the stock:
// put up the lowest card that can go (the tableau wins a tie, then the lower pile
// number), otherwise draw, otherwise turn over, and give up after a whole pass without a
// play. Finish reports false if the game can't be finished this way, or is already won.
func (s *State) Finish() ([]Move, bool) {
	const mostTried = 5 // unseen cards: 120 orders
	for i := range s.piles {
		if s.piles[i].hidden > 0 {
			return nil, false
		}
	}
	moves, ok := s.playUp()
	unseen := s.unseenStock()
	switch {
	case !ok, unseen == 0, s.rules.Draw == 1 && s.rules.Passes == 0:
		return moves, ok // at draw 1, a pass offers every card of the stock in any order
	case unseen > mostTried:
		return nil, false
	}
	// Offering to finish must not reveal the order of the unseen cards, so it may not
	// depend on it.
	copied := *s
	inAnyOrder := permute(copied.talon.cards[copied.talon.drawn:copied.talon.n], func() bool {
		_, ok := copied.playUp()
		return ok
	})
	if !inAnyOrder {
		return nil, false
	}
	return moves, true
}

// permute calls f with the cards in every order until f returns false. It reports whether
// f never did.
func permute(cards []Card, f func() bool) bool {
	if len(cards) < 2 {
		return f()
	}
	for i := range cards {
		cards[0], cards[i] = cards[i], cards[0]
		ok := permute(cards[1:], f)
		cards[0], cards[i] = cards[i], cards[0]
		if !ok {
			return false
		}
	}
	return true
}

// playUp plays by the procedure of Finish, with the stock in its actual order.
func (s *State) playUp() ([]Move, bool) {
	var moves []Move
	copied := *s
	played := true // since the last turn-over; the current pass counts as having a play
	for !copied.Won() {
		m, ok := copied.nextUp()
		switch {
		case ok:
			played = true
		case copied.Legal(Draw):
			m = Draw
		case copied.Legal(TurnOver) && played:
			m, played = TurnOver, false
		default:
			return nil, false
		}
		copied.do(m)
		moves = append(moves, m)
	}
	return moves, len(moves) > 0
}

// nextUp returns the move that puts up the lowest card that can go.
func (s *State) nextUp() (Move, bool) {
	from, lowest := Pile(0), King+1
	for p := range Pile(s.rules.Piles) {
		if top := s.piles[p].top(); top != 0 && s.fitsUp(top) && top.Rank() < lowest {
			from, lowest = p+1, top.Rank()
		}
	}
	if s.talon.drawn > 0 {
		if top := s.talon.cards[s.talon.drawn-1]; s.fitsUp(top) && top.Rank() < lowest {
			from = Waste
		}
	}
	return Move{From: from, To: Foundation, Count: 1}, from != 0
}
