package hint

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
)

// Stuck holds whatever is hidden: a search of every line of play finds no progress. In
// small games, every stuck position is also detected.
func TestB38StuckIsProved(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	stuck, moving := 0, 0
	for _, r := range gametest.EveryRules() {
		for range 150 {
			s := gametest.Wander(rng, small(t, rng, r), 10+rng.IntN(60))
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

// A dead position is detected whatever the order of its piles: four kings and two empty
// columns have 360 orders, which are one position, and the queens move between the kings.
func TestStuckLooksThroughTheOrderOfThePiles(t *testing.T) {
	kings := []string{"KC QD", "KS", "KH QC", "KD", "", ""}
	rng := rand.New(rand.NewPCG(6, 0))
	for range 10 {
		rng.Shuffle(len(kings), func(i, j int) { kings[i], kings[j] = kings[j], kings[i] })
		p := game.Position{Pass: 1}
		for _, text := range kings {
			p.Piles = append(p.Piles, game.PositionPile{Cards: cards(t, text)})
		}
		p.Piles = append(p.Piles, game.PositionPile{Cards: cards(t, "AC 9S"), Hidden: 1})
		left := game.NewDeck()
		for _, pile := range p.Piles {
			left = slices.DeleteFunc(left, func(c game.Card) bool { return slices.Contains(pile.Cards, c) })
		}
		// A card that no pile takes covers the waste.
		two := slices.Index(left, game.NewCard(2, game.Hearts))
		p.Waste = append(slices.Delete(slices.Clone(left), two, two+1), left[two])
		s := placed(t, game.KlondikeRules(1, 1, false), p)
		if progress(s, 20_000) {
			t.Fatalf("the plain search finds progress:\n%+v", p)
		}
		if !Stuck(s.View()) {
			t.Errorf("not called stuck:\n%+v", p)
		}
	}
}

// progress searches everything that can follow from a position for a change: fewer cards
// face down, fewer in stock and waste, more on a foundation, or a newly shown card of the
// stock. If the search takes too long, it returns true.
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

// No fresh deal with a stock is stuck: there is always a card to see.
func TestB38FreshDealsAreNotStuck(t *testing.T) {
	for _, r := range gametest.EveryRules()[2:] {
		for number := range 20 {
			s := gametest.Deal(t, r, number+1)
			if Stuck(s.View()) {
				t.Errorf("%v deal %d is called stuck", r, number+1)
			}
		}
	}
}

func BenchmarkStuck(b *testing.B) {
	s := gametest.Deal(b, game.KlondikeRules(3, 3, false), 1)
	v := s.View()
	for b.Loop() {
		Stuck(v)
	}
}
