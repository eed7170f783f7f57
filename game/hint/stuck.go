package hint

import "github.com/solitaire-chat/solitaire/game"

// Stuck reports that nothing can change any more, with proof: no line of play
// whatever turns up another card, plays a card of the stock or the waste, or
// puts one more card on a foundation. It follows from what the player has been
// shown, whatever lies hidden, so that saying it gives nothing away.
//
// False may also mean that the proof would take too long; in Klondike it hardly
// ever does.
func Stuck(v game.View) bool {
	if v.Won || len(v.Stock) > 0 && unseenStock(&v) > 0 {
		return false
	}
	state, err := game.FromPosition(v.Rules, arrangement(unseen(&v)).position(&v))
	if err != nil {
		return false
	}
	s := stall{best: v.Foundations, seen: map[uint64]bool{placeKey(&v): true}, todo: []game.State{state}}
	return s.proved()
}

// stallLimit is the most positions that are looked at for a proof.
const stallLimit = 500

// A stall is the search for something that changes the game. It knows one
// arrangement of the hidden cards, which doesn't matter: when a hidden card
// would show, it ends.
type stall struct {
	best [game.Suits]int // cards on the foundations at the start
	seen map[uint64]bool
	todo []game.State
}

func (s *stall) proved() bool {
	for len(s.todo) > 0 && len(s.seen) < stallLimit {
		state := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		for m := range state.Moves() {
			if !s.try(&state, m) {
				return false
			}
		}
	}
	return len(s.todo) == 0
}

// try makes a move. It reports false if that changes the game.
func (s *stall) try(state *game.State, m game.Move) bool {
	if m.From == game.Waste && m != game.TurnOver {
		return false
	}
	next, e, err := state.Apply(m)
	if err != nil || e.Turned != 0 {
		return false
	}
	if m.To == game.Foundation && next.Up(e.Card.Suit()) > s.best[e.Card.Suit()] {
		return false
	}
	v := next.View()
	if key := placeKey(&v); !s.seen[key] {
		s.seen[key] = true
		s.todo = append(s.todo, next)
	}
	return true
}
