package solve

import "github.com/solitaire-chat/solitaire/game"

// line spells out the way on the stack, which ends in a win, as moves of the
// engine from the position that the search began with.
func (e *unlimited) line() ([]game.Move, bool) {
	w := writer{state: e.state}
	for i := range e.way {
		if !w.step(e.way[i]) {
			return nil, false
		}
	}
	return w.line, w.state.Won()
}

// A writer plays steps of the abstract game with real cards.
type writer struct {
	state game.State
	line  []game.Move
}

// step plays one step. It reports false if that is impossible, which would be
// a fault of the search.
func (w *writer) step(s step) bool {
	card := cardOf(s.card)
	switch s.kind {
	case pileUp:
		return w.uncover(card) && w.play(game.Move{From: w.pile(card), To: game.Foundation, Count: 1})
	case stockUp:
		return w.reach(card) && w.play(game.Move{From: game.Waste, To: game.Foundation, Count: 1})
	case stockPut:
		return w.reach(card) && w.put(game.Waste, card, 1)
	case takeBack:
		return w.put(game.FoundationOf(card.Suit()), card, 1)
	}
	return w.put(w.pile(card), card, w.above(card)+1)
}

// play makes one move.
func (w *writer) play(m game.Move) bool {
	next, _, err := w.state.Apply(m)
	if err != nil {
		return false
	}
	w.state = next
	w.line = append(w.line, m)
	return true
}

// put moves cards, the lowest of which is given, to any pile that takes them.
func (w *writer) put(from game.Pile, card game.Card, count int) bool {
	for to := range game.Pile(w.state.Rules().Piles) {
		m := game.Move{From: from, To: to + 1, Count: count}
		if w.state.Check(m) == nil {
			return w.play(m)
		}
	}
	return false
}

// uncover makes a visible card the last of its pile. If it isn't, its twin is
// open, and what lies on it goes there.
func (w *writer) uncover(card game.Card) bool {
	above := w.above(card)
	if above == 0 {
		return true
	}
	from := w.pile(card)
	cards, _ := w.state.Pile(from)
	return w.put(from, cards[len(cards)-above], above)
}

// reach draws and turns over until a card is the top of the waste.
func (w *writer) reach(card game.Card) bool {
	left := len(w.state.Waste()) + len(w.state.Stock())
	for range 2*left + 2 {
		waste := w.state.Waste()
		if len(waste) > 0 && waste[len(waste)-1] == card {
			return true
		}
		if !w.play(game.Draw) && !w.play(game.TurnOver) {
			return false
		}
	}
	return false
}

// pile returns the pile that holds a card.
func (w *writer) pile(card game.Card) game.Pile {
	p, _ := w.find(card)
	return p
}

// above returns how many cards lie on a card of a pile.
func (w *writer) above(card game.Card) int {
	_, above := w.find(card)
	return above
}

func (w *writer) find(card game.Card) (p game.Pile, above int) {
	for p := range game.Pile(w.state.Rules().Piles) {
		cards, _ := w.state.Pile(p + 1)
		for i, c := range cards {
			if c == card {
				return p + 1, len(cards) - 1 - i
			}
		}
	}
	return 0, 0
}
