package hint

import (
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// unseen returns the unseen cards, in the order of the deck.
func unseen(v *game.View) (left []game.Card) {
	var seen [1 << 6]bool
	mark := func(cards []game.Card) {
		for _, c := range cards {
			seen[c] = true
		}
	}
	for i := range v.Piles {
		mark(v.Piles[i].Up)
	}
	mark(v.Waste)
	mark(v.Stock)
	for suit := range game.Suit(game.Suits) {
		for rank := v.Foundations[suit] + 1; rank <= v.Rules.Ranks; rank++ {
			if c := game.NewCard(rank, suit); !seen[c] {
				left = append(left, c)
			}
		}
	}
	return left
}

// An arrangement names the card in each place that the player can't see: first the
// face-down cards pile by pile, from the bottom up, then those of the stock, the next one
// first.
type arrangement []game.Card

// position returns the view with an arrangement filled in.
func (a arrangement) position(v *game.View) game.Position {
	p := game.Position{Waste: v.Waste, Foundations: v.Foundations, Pass: v.Pass}
	for i := range v.Piles {
		pile := &v.Piles[i]
		cards := append(append(make([]game.Card, 0, pile.Hidden+len(pile.Up)), a[:pile.Hidden]...), pile.Up...)
		p.Piles = append(p.Piles, game.PositionPile{Cards: cards, Hidden: pile.Hidden})
		a = a[pile.Hidden:]
	}
	p.Stock = append([]game.Card(nil), v.Stock...)
	for i, c := range p.Stock {
		if c == 0 {
			p.Stock[i], a = a[0], a[1:]
		}
	}
	return p
}

// A world is one arrangement, and what is known about the game if that arrangement is the
// true one.
type world struct {
	hidden [game.MaxPiles]arrangement // the face-down cards when it was made
	stock  arrangement                // the unseen cards of the stock then
	state  game.State                 // the current position of the game
	probe  *solve.Probe
	lost   bool // it can't be won any more
	pause  int  // the number of moves for which it counts as undecided
}

// newWorld makes a world from a view and an arrangement. It reports false if no game can
// show the view.
func newWorld(v *game.View, a arrangement, s *solve.Solver) (*world, bool) {
	w := &world{}
	for i := range v.Piles {
		w.hidden[i], a = a[:v.Piles[i].Hidden], a[v.Piles[i].Hidden:]
	}
	w.stock = a
	if !w.enter(v) {
		return nil, false
	}
	w.probe = s.Probe(w.state)
	return w, true
}

// enter goes to a later view of the game. It reports false if the view differs from what
// this world would show: more hidden cards, or one of them open.
func (w *world) enter(v *game.View) bool {
	var a arrangement
	for i := range v.Piles {
		n := v.Piles[i].Hidden
		if n > len(w.hidden[i]) {
			return false
		}
		a = append(a, w.hidden[i][:n]...)
	}
	n := unseenStock(v)
	if n > len(w.stock) {
		return false
	}
	a = append(a, w.stock[len(w.stock)-n:]...)
	state, err := game.FromPosition(v.Rules, a.position(v)) // finds a duplicate card
	w.state = state
	return err == nil
}

func shuffled(cards []game.Card, r *rand.Rand) arrangement {
	a := append(arrangement(nil), cards...)
	r.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
	return a
}

// permute calls f with every arrangement (Heap's algorithm).
func permute(cards []game.Card, n int, f func(arrangement)) {
	if n <= 1 {
		f(append(arrangement(nil), cards...))
		return
	}
	for i := range n {
		permute(cards, n-1, f)
		if i < n-1 && n%2 == 0 {
			cards[i], cards[n-1] = cards[n-1], cards[i]
		} else if i < n-1 {
			cards[0], cards[n-1] = cards[n-1], cards[0]
		}
	}
}

// arrangements returns how many there are, or most if there are more.
func arrangements(unseen, most int) int {
	n := 1
	for i := 2; i <= unseen && n < most; i++ {
		n *= i
	}
	return min(n, most)
}
