package game

import "iter"

// A Reason says why a move is refused. Its text is a stable word that other
// programs may rely on.
type Reason string

// The reasons.
const (
	GameWon         Reason = "game-won"         // all cards are up: the game is over
	NoStock         Reason = "no-stock"         // the game has no stock and no waste
	EmptyStock      Reason = "empty-stock"      // nothing left to draw
	StockNotEmpty   Reason = "stock-not-empty"  // turning over is possible only when the stock is empty
	EmptyWaste      Reason = "empty-waste"      // nothing on the waste
	NoPassLeft      Reason = "no-pass-left"     // this was the last pass
	EmptyPile       Reason = "empty-pile"       // nothing lies on the column
	EmptyFoundation Reason = "empty-foundation" // nothing lies on the foundation
	SamePile        Reason = "same-pile"        // from a pile to itself, or from a foundation to one
	TooMany         Reason = "too-many"         // the place has fewer cards
	FaceDown        Reason = "face-down"        // some of the cards are face down
	NotARun         Reason = "not-a-run"        // the cards aren't built on each other
	Covered         Reason = "covered"          // only the last card of a pile can go up
	NeedsKing       Reason = "needs-king"       // an empty column takes only a king
	WrongRank       Reason = "wrong-rank"       // not the next lower rank
	WrongColour     Reason = "wrong-colour"     // the same colour
	WrongSuit       Reason = "wrong-suit"       // another suit, where piles are built in suit
	OnAce           Reason = "on-ace"           // nothing goes on an ace
	FoundationOrder Reason = "foundation-order" // not the next card of its suit
	NoReturn        Reason = "no-return"        // cards on a foundation stay there
	Unreadable      Reason = "unreadable"       // not a move at all
)

// A MoveError explains why a move was refused. It names only cards that the player can
// see.
type MoveError struct {
	Move   Move
	Reason Reason
	Card   Card // the lowest card to be moved, if it is face up
	On     Card // the card it would go on, if any
}

func (e *MoveError) Error() string { return e.Move.String() + ": " + string(e.Reason) }

// Check reports whether a move is legal here. If it isn't, the error is a [*MoveError]
// with the first reason that applies: first about the move itself, then about its source,
// then about its target.
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
	beyond := func(p Pile) bool { return p.Tableau() && int(p) > s.rules.Piles } // in a reduced game
	switch {
	case !m.readable() || beyond(m.From) || beyond(m.To):
		return Unreadable
	case s.Won():
		return GameWon
	case m == Draw || m == TurnOver:
		return s.refuseStock(m)
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

// refuseStock checks a draw or a turn-over.
func (s *State) refuseStock(m Move) Reason {
	t := &s.talon
	switch {
	case !s.rules.HasStock():
		return NoStock
	case m == Draw && t.drawn == t.n:
		return EmptyStock
	case m == Draw:
		return ""
	case t.drawn < t.n:
		return StockNotEmpty
	case t.drawn == 0:
		return EmptyWaste
	case !s.PassLeft():
		return NoPassLeft
	}
	return ""
}

// refuseSource checks the cards to be moved.
func (s *State) refuseSource(m Move) Reason {
	suit, back := m.From.Foundation()
	switch {
	case back && !s.rules.Return:
		return NoReturn
	case back && s.up[suit] == 0:
		return EmptyFoundation
	case m.From == Waste && !s.rules.HasStock():
		return NoStock
	case m.From == Waste && s.talon.drawn == 0:
		return EmptyWaste
	case !m.From.Tableau() && m.Count > 1:
		return TooMany
	case !m.From.Tableau():
		return ""
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
	}
	for i := int(c.n) - m.Count + 1; s.rules.Groups == Runs && i < int(c.n); i++ {
		if !s.rules.builds(c.cards[i], c.cards[i-1]) {
			return NotARun
		}
	}
	return ""
}

// fitsUp reports whether a card is the next one on its foundation.
func (s *State) fitsUp(card Card) bool { return int(s.up[card.Suit()])+1 == card.Rank() }

// refusePut checks the column that the card would go on.
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
	case s.rules.Build == SameSuit:
		return WrongSuit
	}
	return WrongColour
}

// Moved returns the lowest card that a move would take. It returns no card if there is
// none or if it is face down.
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

// Target returns the card that a move would put its cards on. It returns no card for an
// empty column or a foundation.
func (s *State) Target(m Move) Card {
	if m.To.Tableau() {
		return s.piles[m.To-1].top()
	}
	return 0
}

// Moves yields every legal move once, in no particular order. A won game has none.
func (s *State) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if s.Won() {
			return
		}
		for _, m := range [...]Move{Draw, TurnOver} {
			if s.refuseStock(m) == "" && !yield(m) {
				return
			}
		}
		if t := &s.talon; t.drawn > 0 && !s.putMoves(t.cards[t.drawn-1], Waste, 1, yield) {
			return
		}
		for p := range Pile(s.rules.Piles) {
			c := &s.piles[p]
			for i := int(c.n) - 1; i >= int(c.hidden); i-- {
				count := int(c.n) - i
				if count > 1 && s.rules.Groups == Runs && !s.rules.builds(c.cards[i+1], c.cards[i]) {
					break
				}
				if !s.putMoves(c.cards[i], p+1, count, yield) {
					return
				}
			}
		}
		for suit, up := range s.up {
			if s.rules.Return && up > 0 && !s.putMoves(NewCard(int(up), Suit(suit)), FoundationOf(Suit(suit)), 1, yield) {
				return
			}
		}
	}
}

// putMoves yields the moves of a card, with everything on it, to all its targets.
func (s *State) putMoves(card Card, from Pile, count int, yield func(Move) bool) bool {
	if count == 1 && s.fitsUp(card) && !yield(Move{From: from, To: Foundation, Count: 1}) {
		return false
	}
	for to := Pile(1); int(to) <= s.rules.Piles; to++ {
		if to != from && s.refusePut(card, to) == "" && !yield(Move{From: from, To: to, Count: count}) {
			return false
		}
	}
	return true
}
