package game

// Check reports whether a move is legal here. If it isn't, the error is a
// [*MoveError] with the first reason that applies: what the move says by
// itself, then what lies at its source, then at its target.
func (s *State) Check(m Move) error {
	if reason := s.refusal(m); reason != "" {
		return &MoveError{Move: m, Reason: reason, Card: s.Moved(m), On: s.Target(m)}
	}
	return nil
}

// Legal reports whether a move is legal here.
func (s *State) Legal(m Move) bool { return s.refusal(m) == "" }

// refusal returns the reason why a move is illegal; empty if it is legal.
func (s *State) refusal(m Move) Reason {
	switch {
	case !m.readable() || s.beyond(m.From) || s.beyond(m.To):
		return Unreadable
	case s.Won():
		return GameWon
	case m == Draw:
		return s.refuseDraw()
	case m == TurnOver:
		return s.refuseTurnOver()
	}
	_, back := m.From.Foundation()
	if m.From == m.To || back && m.To == Foundation {
		return SamePile
	}
	if reason := s.refuseSource(m); reason != "" {
		return reason
	}
	if m.To == Foundation {
		if !s.fitsUp(s.Moved(m)) {
			return FoundationOrder
		}
		return ""
	}
	return s.refusePut(s.Moved(m), m.To)
}

// beyond reports a column that a reduced game does not have.
func (s *State) beyond(p Pile) bool { return p.Tableau() && int(p) > s.rules.Piles }

func (s *State) refuseDraw() Reason {
	switch {
	case !s.rules.HasStock():
		return NoStock
	case s.talon.drawn == s.talon.n:
		return EmptyStock
	}
	return ""
}

func (s *State) refuseTurnOver() Reason {
	switch {
	case !s.rules.HasStock():
		return NoStock
	case s.talon.drawn < s.talon.n:
		return StockNotEmpty
	case s.talon.drawn == 0:
		return EmptyWaste
	case !s.PassLeft():
		return NoPassLeft
	}
	return ""
}

// refuseSource looks at the cards to be moved.
func (s *State) refuseSource(m Move) Reason {
	if suit, ok := m.From.Foundation(); ok {
		return s.refuseBack(suit, m.Count)
	}
	if m.From == Waste {
		return s.refuseWaste(m.Count)
	}
	c := &s.piles[m.From-1]
	switch {
	case c.n == 0:
		return EmptyPile
	case m.Count > int(c.n):
		return TooMany
	case m.Count > int(c.n-c.hidden):
		return FaceDown
	case m.To == Foundation && m.Count > 1:
		return Covered
	case s.rules.Groups == Runs && !s.isRun(c, m.Count):
		return NotARun
	}
	return ""
}

func (s *State) refuseBack(suit Suit, count int) Reason {
	switch {
	case !s.rules.Return:
		return NoReturn
	case s.up[suit] == 0:
		return EmptyFoundation
	case count > 1:
		return TooMany
	}
	return ""
}

func (s *State) refuseWaste(count int) Reason {
	switch {
	case !s.rules.HasStock():
		return NoStock
	case s.talon.drawn == 0:
		return EmptyWaste
	case count > 1:
		return TooMany
	}
	return ""
}

// isRun reports whether the last count cards descend in alternating colours.
func (s *State) isRun(c *column, count int) bool {
	for i := int(c.n) - count + 1; i < int(c.n); i++ {
		if !s.rules.builds(c.cards[i], c.cards[i-1]) {
			return false
		}
	}
	return true
}

// fitsUp reports whether a card is the next one of its foundation.
func (s *State) fitsUp(card Card) bool { return int(s.up[card.Suit()])+1 == card.Rank() }

// refusePut looks at the column that the card would be put on.
func (s *State) refusePut(card Card, to Pile) Reason {
	on := s.piles[to-1].top()
	switch {
	case on == 0 && card.Rank() != s.rules.Ranks:
		return NeedsKing
	case on == 0:
		return ""
	case on.Rank() == Ace:
		return OnAce
	case s.rules.builds(card, on):
		return ""
	case card.Rank()+1 != on.Rank():
		return WrongRank
	}
	return WrongColour
}

// Moved returns the lowest card that a move would take; none where there is
// none or it is face down.
func (s *State) Moved(m Move) Card {
	switch {
	case m.From == Waste && m.To != Stock && s.talon.drawn > 0:
		return s.talon.cards[s.talon.drawn-1]
	case m.From.Tableau():
		c := &s.piles[m.From-1]
		if i := int(c.n) - m.Count; i >= int(c.hidden) && i < int(c.n) {
			return c.cards[i]
		}
	}
	if suit, ok := m.From.Foundation(); ok && s.up[suit] > 0 {
		return NewCard(int(s.up[suit]), suit)
	}
	return 0
}

// Target returns the card that a move would put its own on; none on an empty
// column or a foundation.
func (s *State) Target(m Move) Card {
	if m.To.Tableau() {
		return s.piles[m.To-1].top()
	}
	return 0
}
