package solve

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// brute is the search that all engines are measured by: every legal move from
// every position, no pruning at all, and only the very same position counts as
// seen. It reports false as its second result when it gives up after limit
// positions. With unlimited passes the number of the pass is no part of the
// position.
func brute(start game.State, limit int) (winnable, decided bool) {
	seen := map[[80]byte]bool{}
	todo := []game.State{start}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.Won() {
			return true, true
		}
		begin := len(todo)
		for m := range s.Moves() {
			next, _, err := s.Apply(m)
			if err != nil {
				panic(err)
			}
			key := exactKey(&next)
			if seen[key] {
				continue
			}
			if len(seen) == limit {
				return false, false
			}
			seen[key] = true
			todo = append(todo, next)
		}
		// Moves up are tried first, which finds wins sooner.
		slices.SortFunc(todo[begin:], func(a, b game.State) int { return a.TotalUp() - b.TotalUp() })
	}
	return false, true
}

// exactKey spells a state out. Score and fan don't matter for winning.
func exactKey(s *game.State) (key [80]byte) {
	b := key[:0]
	for p := range s.Rules().Piles {
		cards, hidden := s.Pile(game.Pile(p + 1))
		b = append(b, byte(len(cards)), byte(hidden))
		for _, c := range cards {
			b = append(b, byte(c))
		}
	}
	for suit := range game.Suit(game.Suits) {
		b = append(b, byte(s.Up(suit)))
	}
	b = append(b, byte(len(s.Stock())))
	for _, c := range append(s.Waste(), s.Stock()...) {
		b = append(b, byte(c))
	}
	if s.Rules().Passes > 0 {
		b = append(b, byte(s.Pass()))
	}
	if len(b) > len(key) {
		panic("this game is too large for a plain search")
	}
	return key
}

// randomDeck returns a shuffled deck of a reduced game.
func randomDeck(rng *rand.Rand, ranks int) game.Deck {
	var deck game.Deck
	for suit := range game.Suit(game.Suits) {
		for rank := 1; rank <= ranks; rank++ {
			deck = append(deck, game.NewCard(rank, suit))
		}
	}
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

// wander plays random moves from a deal, so that a search starts in mid-game.
func wander(rng *rand.Rand, s game.State, steps int) game.State {
	for range steps {
		var legal []game.Move
		for m := range s.Moves() {
			legal = append(legal, m)
		}
		if len(legal) == 0 {
			break
		}
		s, _, _ = s.Apply(legal[rng.IntN(len(legal))])
	}
	return s
}

// long reports whether the long tests were asked for.
func long() bool { return os.Getenv("SOLITAIRE_LONG") != "" }

// smallDeal returns a random reduced Klondike deal, half of the time after
// some random moves.
func smallDeal(t *testing.T, rng *rand.Rand, r game.Rules) game.State {
	t.Helper()
	for {
		r.Ranks, r.Piles = 3+rng.IntN(4), 3+rng.IntN(4)
		if r.Check() == nil {
			break
		}
	}
	s, err := game.Deal(r, randomDeck(rng, r.Ranks))
	if err != nil {
		t.Fatal(err)
	}
	if rng.IntN(2) == 0 {
		s = wander(rng, s, rng.IntN(30))
	}
	return s
}

// endgame returns a random position in which up to most cards are not up yet.
// Each pile shows one card. With return the deck is small, since each card that
// is up multiplies the positions.
func endgame(t *testing.T, rng *rand.Rand, r game.Rules, most int) game.State {
	t.Helper()
	if r.Return {
		r.Ranks, r.Piles = 3+rng.IntN(3), 4
	}
	p := game.Position{Pass: 1}
	var left []game.Card
	for suit := range game.Suit(game.Suits) {
		p.Foundations[suit] = r.Ranks - rng.IntN(min(r.Ranks, most/game.Suits)+1)
		for rank := p.Foundations[suit] + 1; rank <= r.Ranks; rank++ {
			left = append(left, game.NewCard(rank, suit))
		}
	}
	rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	for i := range r.Piles {
		n := min(rng.IntN(i+2), len(left))
		p.Piles = append(p.Piles, game.PositionPile{Cards: left[:n], Hidden: max(n-1, 0)})
		left = left[n:]
	}
	waste := rng.IntN(len(left) + 1)
	p.Waste, p.Stock = left[:waste], left[waste:]
	s, err := game.FromPosition(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkLine replays a winning line.
func checkLine(t *testing.T, s game.State, line []game.Move) {
	t.Helper()
	for i, m := range line {
		next, _, err := s.Apply(m)
		if err != nil {
			t.Fatalf("move %d of the line: %v", i, err)
		}
		s = next
	}
	if !s.Won() {
		t.Fatal("the line doesn't win")
	}
}

func freshBudget() *budget { return &budget{ctx: context.Background()} }
