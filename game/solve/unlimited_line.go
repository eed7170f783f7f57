package solve

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// line spells out the way that wins as moves of the engine, from the position
// that the search began with. It reports false if that fails, which would be a
// fault of the search. Solver.Solve replays it.
func (e *unlimited) line() ([]game.Move, bool) {
	w := newWriter(&e.state)
	for _, s := range e.way {
		if !w.step(s) {
			return nil, false
		}
	}
	return w.line, true
}

// A writer plays steps of the abstract game with real cards. It decides what
// the abstract game leaves open: which of two twins carries a card, and which
// empty pile takes a king.
type writer struct {
	piles [game.MaxPiles][]game.Card
	count int         // piles
	pile  [64]uint8   // in which a card of the tableau lies
	talon []game.Card // waste and stock, in the order of turning
	drawn int         // those on the waste
	draw  int         // cards turned at once
	ranks int
	line  []game.Move // so far
}

func newWriter(s *game.State) *writer {
	r := s.Rules()
	w := &writer{count: r.Piles, draw: r.Draw, ranks: r.Ranks, line: make([]game.Move, 0, 256)}
	for i := range w.count {
		cards, _ := s.Pile(game.Pile(i + 1))
		w.piles[i] = make([]game.Card, 0, len(cards)+game.King)
		w.lay(i, cards)
	}
	w.talon = append(s.Waste(), s.Stock()...)
	w.drawn = len(w.talon) - len(s.Stock())
	return w
}

// step plays one step, if it can.
func (w *writer) step(s step) bool {
	card := cardOf(s.card)
	switch s.kind {
	case pileUp:
		return w.uncover(card) && w.up(int(w.pile[card]))
	case stockUp:
		if !w.reach(card) {
			return false
		}
		w.take()
		w.add(game.Waste, game.Foundation, 1)
		return true
	case stockPut:
		if !w.reach(card) {
			return false
		}
		w.take()
		return w.put(game.Waste, []game.Card{card})
	case takeBack:
		return w.put(game.FoundationOf(card.Suit()), []game.Card{card})
	}
	return w.shift(card)
}

func (w *writer) add(from, to game.Pile, count int) {
	w.line = append(w.line, game.Move{From: from, To: to, Count: count})
}

// lay puts cards on a pile.
func (w *writer) lay(pile int, cards []game.Card) {
	w.piles[pile] = append(w.piles[pile], cards...)
	for _, c := range cards {
		w.pile[c] = uint8(pile)
	}
}

// up moves the last card of a pile to its foundation.
func (w *writer) up(pile int) bool {
	w.add(game.Pile(pile+1), game.Foundation, 1)
	w.piles[pile] = w.piles[pile][:len(w.piles[pile])-1]
	return true
}

// put lays cards that come from a place on any pile that takes them.
func (w *writer) put(from game.Pile, cards []game.Card) bool {
	for i, pile := range w.piles[:w.count] {
		if from != game.Pile(i+1) && w.carries(pile, cards[0]) {
			w.add(from, game.Pile(i+1), len(cards))
			w.lay(i, cards)
			return true
		}
	}
	return false
}

// carries reports whether a card may be put on a pile.
func (w *writer) carries(pile []game.Card, card game.Card) bool {
	if len(pile) == 0 {
		return card.Rank() == w.ranks
	}
	on := pile[len(pile)-1]
	return on.Rank() == card.Rank()+1 && on.Red() != card.Red()
}

// shift moves a card of a pile, with all that lies on it, to another pile.
func (w *writer) shift(card game.Card) bool {
	from := w.pile[card]
	at := slices.Index(w.piles[from], card)
	run := w.piles[from][at:]
	w.piles[from] = w.piles[from][:at]
	return w.put(game.Pile(from+1), run)
}

// uncover makes a visible card the last of its pile. If it isn't, its twin is
// open, and what lies on it goes there.
func (w *writer) uncover(card game.Card) bool {
	pile := w.piles[w.pile[card]]
	at := slices.Index(pile, card)
	return at == len(pile)-1 || w.shift(pile[at+1])
}

// reach draws and turns over until a card is the top of the waste.
func (w *writer) reach(card game.Card) bool {
	for range 2*len(w.talon) + 2 {
		switch {
		case w.drawn > 0 && w.talon[w.drawn-1] == card:
			return true
		case w.drawn < len(w.talon):
			w.add(game.Stock, game.Waste, 0)
			w.drawn = min(w.drawn+w.draw, len(w.talon))
		default:
			w.add(game.Waste, game.Stock, 0)
			w.drawn = 0
		}
	}
	return false
}

// take removes the top of the waste.
func (w *writer) take() {
	w.drawn--
	w.talon = slices.Delete(w.talon, w.drawn, w.drawn+1)
}
