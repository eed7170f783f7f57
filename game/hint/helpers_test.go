package hint

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// small returns a random reduced deal.
func small(t testing.TB, rng *rand.Rand, r game.Rules) game.State {
	t.Helper()
	for {
		r.Ranks, r.Piles = 3+rng.IntN(3), 3+rng.IntN(2)
		if r.Check() == nil {
			break
		}
	}
	return gametest.DealOf(t, r, gametest.RandomDeck(rng, r.Ranks))
}

// reshuffled returns the game with its hidden cards in another order. It looks the same.
func reshuffled(t testing.TB, rng *rand.Rand, s game.State) game.State {
	t.Helper()
	v := s.View()
	other, err := game.FromPosition(v.Rules, shuffled(unseen(&v), rng).position(&v))
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// winnable searches every line of a game. Its second result is false if that takes too
// long.
func winnable(s game.State, limit int) (won, decided bool) {
	seen, todo := map[game.State]bool{}, []game.State{s}
	for len(todo) > 0 {
		s, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if s.Won() {
			return true, true
		}
		for m := range s.Moves() {
			next, _, _ := s.Apply(m)
			if next = plain(next); !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
		if len(seen) > limit {
			return false, false
		}
	}
	return false, true
}

// plain returns a position without what has no effect on winning it: its score, the
// spread of the waste and, with unlimited passes, the number of the pass.
func plain(s game.State) game.State {
	p := s.Position()
	if r := s.Rules(); r.HasStock() && r.Passes == 0 {
		p.Pass = 1
	}
	bare, err := game.FromPosition(s.Rules(), p)
	if err != nil {
		panic(err)
	}
	return bare
}

// quick are limits within which advice takes little time.
func quick() Limits { return Limits{Samples: 10, Nodes: 20_000, Each: 200} }

// advise asks a new adviser.
func advise(s game.State, seed uint64, l Limits) Advice {
	return NewAdviser(solve.New()).Advise(context.Background(), NewTable(s.View()), rand.NewPCG(seed, 0), l)
}

// cards parses a list such as "2C AH".
func cards(t testing.TB, text string) (list []game.Card) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		c, ok := game.ParseCard(word)
		if !ok {
			t.Fatalf("no card: %s", word)
		}
		list = append(list, c)
	}
	return list
}

// placed returns a position.
func placed(t testing.TB, r game.Rules, p game.Position) game.State {
	t.Helper()
	s, err := game.FromPosition(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
