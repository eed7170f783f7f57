// Package line converts the steps of a Klondike engine to moves of the game. The engines
// leave open which of two twins carries a card, and which empty pile takes a king; a
// [Writer] decides that. It keeps piles of its own, since playing the line on a
// game.State would take longer than most solves. It checks little: package solve replays
// each line before returning it.
package line

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// A Writer plays steps with real cards and appends their moves to Line.
type Writer struct {
	Line   []game.Move
	piles  [game.MaxPiles][]game.Card
	count  int         // piles
	pile   [64]uint8   // the pile in which a card of the tableau lies
	talon  []game.Card // waste and stock, in the order of drawing
	drawn  int         // how many of them are on the waste
	turned int         // turn-overs so far
	rules  game.Rules
}

// NewWriter returns a writer that starts at a position.
func NewWriter(s *game.State) *Writer {
	r := s.Rules()
	w := &Writer{count: r.Piles, rules: r, Line: make([]game.Move, 0, 256)}
	for i := range w.count {
		cards, _ := s.Pile(game.Pile(i + 1))
		w.piles[i] = make([]game.Card, 0, len(cards)+game.King)
		w.lay(i, cards)
	}
	waste := s.Waste()
	w.talon, w.drawn = append(waste, s.Stock()...), len(waste)
	return w
}

// Up moves a face-up card of the tableau to its foundation. The cards on it move to its
// twin first.
func (w *Writer) Up(card game.Card) bool {
	from := w.pile[card]
	pile := w.piles[from]
	if at := slices.Index(pile, card); at < len(pile)-1 && !w.Shift(pile[at+1]) {
		return false
	}
	w.add(game.Pile(from+1), game.Foundation, 1)
	w.piles[from] = w.piles[from][:len(w.piles[from])-1]
	return true
}

// Shift moves a card of the tableau, with everything on it, to another pile.
func (w *Writer) Shift(card game.Card) bool {
	from := w.pile[card]
	at := slices.Index(w.piles[from], card)
	run := w.piles[from][at:]
	w.piles[from] = w.piles[from][:at]
	return w.put(game.Pile(from+1), run)
}

// Back moves a card from its foundation to the tableau.
func (w *Writer) Back(card game.Card) bool {
	return w.put(game.FoundationOf(card.Suit()), []game.Card{card})
}

// Play draws, and turns over at least the given number of times, until a card of the
// talon is the top of the waste. It then moves the card to its foundation or to the
// tableau.
func (w *Writer) Play(card game.Card, turned int, up bool) bool {
	for w.turned < turned || w.drawn == 0 || w.talon[w.drawn-1] != card {
		if w.drawn < len(w.talon) {
			w.add(game.Stock, game.Waste, 0)
			w.drawn = min(w.drawn+w.rules.Draw, len(w.talon))
			continue
		}
		w.add(game.Waste, game.Stock, 0)
		w.drawn = 0
		if w.turned++; w.turned > turned+len(w.talon)+2*game.King*game.Suits {
			return false
		}
	}
	w.drawn--
	w.talon = slices.Delete(w.talon, w.drawn, w.drawn+1)
	if up {
		w.add(game.Waste, game.Foundation, 1)
		return true
	}
	return w.put(game.Waste, []game.Card{card})
}

func (w *Writer) add(from, to game.Pile, count int) {
	w.Line = append(w.Line, game.Move{From: from, To: to, Count: count})
}

// lay puts cards on a pile.
func (w *Writer) lay(pile int, cards []game.Card) {
	w.piles[pile] = append(w.piles[pile], cards...)
	for _, c := range cards {
		w.pile[c] = uint8(pile)
	}
}

// put lays cards from a place on the first pile that takes them.
func (w *Writer) put(from game.Pile, cards []game.Card) bool {
	card := cards[0]
	for i, pile := range w.piles[:w.count] {
		fits := card.Rank() == w.rules.Ranks
		if n := len(pile); n > 0 {
			fits = pile[n-1].Rank() == card.Rank()+1 && pile[n-1].Red() != card.Red()
		}
		if fits && from != game.Pile(i+1) {
			w.add(from, game.Pile(i+1), len(cards))
			w.lay(i, cards)
			return true
		}
	}
	return false
}
