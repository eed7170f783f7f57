package game

// An Effect describes what a step did, so that a sentence can be made of it.
type Effect struct {
	Move   Move
	Card   Card // the lowest card moved; after a draw, the top of the waste; none after turning over
	On     Card // the card it was put on; none on an empty column or a foundation
	Drawn  int  // cards turned by a draw
	Turned Card // the tableau card that was turned up, if any
	Points int  // the change of the score, after applying the floor
	Won    bool // this step put the last card on its foundation
}

// Apply returns the state after a move, and what the move did. An illegal move changes
// nothing; the error is that of [State.Check].
func (s *State) Apply(m Move) (State, Effect, error) {
	if err := s.Check(m); err != nil {
		return *s, Effect{}, err
	}
	next := *s
	e := next.do(m)
	return next, e, nil
}

// Play makes a line of moves. It stops at the first illegal one, and returns the state
// before it, the number of moves made, and the error of [State.Check] for the illegal
// move, if any.
func (s *State) Play(line []Move) (State, int, error) {
	state := *s
	for i, m := range line {
		if err := state.Check(m); err != nil {
			return state, i, err
		}
		state.do(m)
	}
	return state, len(line), nil
}

func (s *State) do(m Move) Effect {
	e := Effect{Move: m, Card: s.Moved(m), On: s.Target(m)}
	before, t := s.score, &s.talon
	switch {
	case m == Draw:
		t.fan = min(uint8(s.rules.Draw), t.n-t.drawn)
		t.drawn += t.fan
		e.Drawn, e.Card = int(t.fan), t.cards[t.drawn-1]
	case m == TurnOver:
		t.drawn, t.fan = 0, 0
		s.pass++
	default:
		e.Turned = s.transfer(m, e.Card)
	}
	if s.rules.Scoring == Vegas {
		s.score = s.openingScore()
	} else {
		s.score = max(0, s.score+s.points(e)) // the floor applies after each step
	}
	e.Points = s.score - before
	e.Won = s.Won()
	return e
}

// transfer moves cards between tableau, waste and foundations. It turns up the face-down
// card that they uncover, if any, and returns it.
func (s *State) transfer(m Move, card Card) (turned Card) {
	switch {
	case m.To == Foundation:
		s.up[card.Suit()]++
	case m.From.Tableau():
		c := &s.piles[m.From-1]
		s.piles[m.To-1].push(c.cards[int(c.n)-m.Count : c.n]...)
	default:
		s.piles[m.To-1].push(card)
	}
	if suit, ok := m.From.Foundation(); ok {
		s.up[suit]--
		return 0
	}
	if m.From == Waste {
		s.talon.take()
		return 0
	}
	c := &s.piles[m.From-1]
	clear(c.cards[int(c.n)-m.Count : c.n])
	c.n -= uint8(m.Count)
	if c.n > 0 && c.n == c.hidden {
		c.hidden--
		return c.top()
	}
	return 0
}
