package hint

import (
	"cmp"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// Stuck reports whether it is proved that nothing can change any more: no line of play
// turns up another card, plays a card of the stock or the waste, or puts another card on
// a foundation. The proof uses only what the player has seen, so reporting it gives
// nothing away.
//
// False may also mean that the proof would take too long; in Klondike that is very rare.
func Stuck(v game.View) bool {
	if v.Won || len(v.Stock) > 0 && unseenStock(&v) > 0 {
		return false
	}
	state, err := game.FromPosition(v.Rules, arrangement(unseen(&v)).position(&v))
	if err != nil {
		return false
	}
	// One arrangement of the hidden cards represents all: the search ends as soon as one
	// of them would show.
	seen, todo := map[string]bool{sameKey(&v): true}, []game.State{state}
	for len(todo) > 0 && len(seen) < stuckLimit {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for m := range at.Moves() {
			if m.From == game.Waste && m != game.TurnOver {
				return false
			}
			next, e, err := at.Apply(m)
			if err != nil || e.Turned != 0 || m.To == game.Foundation && next.Up(e.Card.Suit()) > v.Foundations[e.Card.Suit()] {
				return false
			}
			look := next.View()
			if key := sameKey(&look); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		}
	}
	return len(todo) == 0
}

// stuckLimit is the most positions to search for a proof.
const stuckLimit = 500

// sameKey is equal for positions with the same moves, in a search that plays no card of
// the stock: positions that differ in the order of the piles, and with unlimited passes
// in the number of the pass. No rule depends on where a pile stands, so each move has its
// counterpart in the other order. The key is exact, since a proof relies on it.
func sameKey(v *game.View) string {
	sorted := *v
	sorted.Piles = slices.Clone(v.Piles)
	slices.SortFunc(sorted.Piles, func(a, b game.ViewPile) int {
		return cmp.Or(slices.Compare(a.Up, b.Up), a.Hidden-b.Hidden)
	})
	return placeKey(&sorted)
}
