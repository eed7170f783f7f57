package game

// Deal lays out a deck: the triangle with the last card of each pile face up,
// then the stock; without a stock the rest goes face up in rows on piles 2…7.
// The error is that of [Rules.Check] or [Deck.Check].
func Deal(r Rules, d Deck) (State, error) {
	if err := r.Check(); err != nil {
		return State{}, err
	}
	if err := d.Check(r); err != nil {
		return State{}, err
	}
	s := State{rules: r}
	s.score = s.openingScore()
	rest := s.dealTriangle(d)
	if r.HasStock() {
		s.talon.n = uint8(copy(s.talon.cards[:], rest))
		s.pass = 1
		return s, nil
	}
	for i, c := range rest {
		s.piles[1+i%(r.Piles-1)].push(c)
	}
	return s, nil
}

func (s *State) dealTriangle(d Deck) (rest Deck) {
	for row := range s.rules.Piles {
		for p := row; p < s.rules.Piles; p++ {
			s.piles[p].push(d[0])
			s.piles[p].hidden = uint8(row)
			d = d[1:]
		}
	}
	return d
}
