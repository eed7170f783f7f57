package hint

import (
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// What is called stuck is so whatever lies hidden: a search of every line of play
// finds no progress. And in small games nothing that is stuck is missed.
func TestB38StuckIsProved(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	stuck, moving := 0, 0
	for _, r := range everyRules() {
		for range 150 {
			s := wander(rng, small(t, rng, r), 10+rng.IntN(60))
			if s.Won() {
				continue
			}
			v := s.View()
			switch got, want := Stuck(v), !progress(s, 3_000); {
			case got != want && !got && !r.HasStock():
				continue // the proof may take too long
			case got != want:
				t.Fatalf("%v: stuck is %v:\n%+v", r, got, s.Position())
			case got:
				stuck++
				if w := reshuffled(t, rng, s); progress(w, 3_000) {
					t.Fatalf("%v: called stuck, but not with other hidden cards:\n%+v", r, w.Position())
				}
			default:
				moving++
			}
		}
	}
	if stuck < 50 || moving < 50 {
		t.Errorf("%d positions stuck and %d not are too few for a test", stuck, moving)
	}
}

// progress searches all that can come of a position for something that changes
// it: fewer cards face down, fewer in stock and waste, or more on a foundation;
// or a card drawn that was not shown before. If the search takes too long it
// says yes.
func progress(start game.State, limit int) bool {
	if start.Pass() == 1 && len(start.Stock()) > 0 {
		return true
	}
	seen, todo := map[game.State]bool{}, []game.State{start}
	for len(todo) > 0 && len(seen) < limit {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for m := range s.Moves() {
			next, _, _ := s.Apply(m)
			if further(&start, &next) {
				return true
			}
			if next = plain(next); !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return len(todo) > 0
}

func further(a, b *game.State) bool {
	if len(b.Stock())+len(b.Waste()) < len(a.Stock())+len(a.Waste()) {
		return true
	}
	for suit := range game.Suit(game.Suits) {
		if b.Up(suit) > a.Up(suit) {
			return true
		}
	}
	for p := range a.Rules().Piles {
		_, before := a.Pile(game.Pile(p + 1))
		if _, after := b.Pile(game.Pile(p + 1)); after < before {
			return true
		}
	}
	return false
}

// No fresh deal with a stock is stuck: there is a card to be seen.
func TestB38FreshDealsAreNotStuck(t *testing.T) {
	for _, r := range everyRules()[2:] {
		for number := range 20 {
			s := dealt(t, r, number+1)
			if Stuck(s.View()) {
				t.Errorf("%v deal %d is called stuck", r, number+1)
			}
		}
	}
}

func BenchmarkStuck(b *testing.B) {
	s := dealt(b, game.KlondikeRules(3, 3, false), 1)
	v := s.View()
	for b.Loop() {
		Stuck(v)
	}
}
