package game

import (
	"errors"
	"fmt"
	"slices"
)

// ErrBadPosition means that cards lie where they can't.
var ErrBadPosition = errors.New("not a position of this game")

// A Position lists everything on the table. It is the form in which other programs read
// and write a state.
type Position struct {
	Piles       []PositionPile
	Stock       []Card // the next card to be drawn first
	Waste       []Card // the top card last
	Foundations [Suits]int
	Pass        int // passes begun, from 1; 0 in a game without a stock
}

// PositionPile is one column, its bottom card first.
type PositionPile struct {
	Cards  []Card
	Hidden int // how many of them are face down
}

// Position returns the whole state, including face-down cards.
func (s *State) Position() Position {
	p := Position{Stock: s.Stock(), Waste: s.Waste(), Pass: s.pass}
	for i := range s.rules.Piles {
		cards, hidden := s.Pile(Pile(i + 1))
		p.Piles = append(p.Piles, PositionPile{cards, hidden})
	}
	for suit, up := range s.up {
		p.Foundations[suit] = int(up)
	}
	return p
}

// FromPosition returns the state in which the cards lie as given. Its standard score is
// 0, as after a fresh deal, and the waste is spread as after a full draw. The error wraps
// [ErrBadCard], [ErrCardTwice], [ErrCardCount] or [ErrBadPosition], or is that of
// [Rules.Check].
func FromPosition(r Rules, p Position) (State, error) {
	if err := r.Check(); err != nil {
		return State{}, err
	}
	if err := p.check(r); err != nil {
		return State{}, err
	}
	s := State{rules: r, pass: p.Pass}
	for i, pile := range p.Piles {
		s.piles[i].push(pile.Cards...)
		s.piles[i].hidden = uint8(pile.Hidden)
	}
	t := &s.talon
	t.drawn = uint8(copy(t.cards[:], p.Waste))
	t.n = t.drawn + uint8(copy(t.cards[t.drawn:], p.Stock))
	t.fan = min(uint8(r.Draw), t.drawn)
	for suit, up := range p.Foundations {
		s.up[suit] = uint8(up)
	}
	s.score = s.openingScore()
	return s, nil
}

func (p Position) check(r Rules) error {
	var seen cardSet
	for suit, up := range p.Foundations {
		if up < 0 || up > r.Ranks {
			return fmt.Errorf("%w: %d cards on a foundation", ErrBadPosition, up)
		}
		for rank := Ace; rank <= up; rank++ {
			seen |= 1 << NewCard(rank, Suit(suit))
		}
	}
	groups := [][]Card{p.Stock, p.Waste}
	for _, pile := range p.Piles {
		groups = append(groups, pile.Cards)
	}
	if err := seen.check(slices.Concat(groups...), r); err != nil {
		return err
	}
	if len(p.Piles) > r.Piles {
		return fmt.Errorf("%w: %d piles", ErrBadPosition, len(p.Piles))
	}
	for i, pile := range p.Piles {
		switch {
		case pile.Hidden < 0 || pile.Hidden > i:
			return fmt.Errorf("%w: pile %d has %d cards face down", ErrBadPosition, i+1, pile.Hidden)
		case pile.Hidden > 0 && pile.Hidden >= len(pile.Cards):
			return fmt.Errorf("%w: the last card of pile %d is not face up", ErrBadPosition, i+1)
		}
	}
	switch {
	case !r.HasStock() && (p.Pass != 0 || len(p.Stock)+len(p.Waste) > 0):
		return fmt.Errorf("%w: this game has no stock", ErrBadPosition)
	case r.HasStock() && (p.Pass < 1 || p.Pass > maxPasses):
		return fmt.Errorf("%w: pass %d", ErrBadPosition, p.Pass)
	case r.Passes > 0 && p.Pass > r.Passes:
		return fmt.Errorf("%w: pass %d of %d", ErrBadPosition, p.Pass, r.Passes)
	}
	return nil
}
