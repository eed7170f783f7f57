package game

// Finish returns the moves that play all the rest to the foundations, if that
// works: no card of the tableau is face down, and putting up the lowest card
// that can go (a tie goes to the tableau, then to the lower pile number), else
// drawing, else turning over, brings every card up. It gives up after a whole
// pass without a play. It reports false when the game can't be finished so, or
// is won already.
func (s *State) Finish() ([]Move, bool) {
	for i := range s.piles {
		if s.piles[i].hidden > 0 {
			return nil, false
		}
	}
	var moves []Move
	copied := *s
	played := true // since the last turn-over; the current pass counts as fruitful
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
