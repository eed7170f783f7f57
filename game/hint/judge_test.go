package hint

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// played returns a game of a reduced deal with random steps.
func played(t *testing.T, rng *rand.Rand, r game.Rules, steps int) *game.Game {
	t.Helper()
	s := small(t, rng, r)
	deck := deckOf(s)
	g, err := game.New(s.Rules(), deck, game.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		state := g.State()
		next := gametest.Wander(rng, state, 1)
		for m := range state.Moves() {
			if after, _, _ := state.Apply(m); after == next {
				if _, err := g.Do(m); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	return g
}

// deckOf returns the deck of a fresh deal.
func deckOf(s game.State) (deck game.Deck) {
	r := s.Rules()
	dealt := [game.MaxPiles]int{}
	take := func(p int) {
		cards, _ := s.Pile(game.Pile(p + 1))
		if dealt[p] < len(cards) {
			deck = append(deck, cards[dealt[p]])
			dealt[p]++
		}
	}
	for row := range r.Piles {
		for p := row; p < r.Piles; p++ {
			take(p)
		}
	}
	if r.HasStock() {
		return append(deck, s.Stock()...)
	}
	for range r.Cards() {
		for p := 1; p < r.Piles; p++ {
			take(p)
		}
	}
	return deck
}

// A judgement agrees with a plain search of every position of the line.
func TestB47JudgementAgreesWithAPlainSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	solver := solve.New()
	lostLater, never := 0, 0
	for _, r := range gametest.EveryRules() {
	games:
		for range 15 {
			g := played(t, rng, r, rng.IntN(40))
			last, lost := -1, -1
			for i, s := range slices.Collect(g.States()) {
				won, decided := winnable(s, 1_000)
				if !decided {
					continue games
				}
				if won {
					last = i
				} else if lost < 0 {
					lost = i
				}
			}
			j := Judge(context.Background(), solver, g, solve.Limits{})
			if j.Last != last || j.Lost != lost || (j.Now == solve.Winnable) != (lost < 0) || j.Now == solve.Unknown {
				t.Fatalf("%v: %+v, a plain search: winnable up to %d, lost from %d", r, j, last, lost)
			}
			checkRewind(t, g, j)
			switch {
			case lost == 0:
				never++
			case lost > 0:
				lostLater++
			}
		}
	}
	if lostLater < 10 || never < 5 {
		t.Errorf("%d games lost on the way and %d from the start are too few for a test", lostLater, never)
	}
}

// checkRewind goes back to the position that a judgement names.
func checkRewind(t *testing.T, g *game.Game, j Judgement) {
	t.Helper()
	if j.Lost < 0 || j.Never() {
		return
	}
	if j.Last != j.Lost-1 {
		t.Fatalf("%+v: the losing step isn't named", j)
	}
	g.Undo(g.Done() - j.Last)
	if s := g.State(); solve.New().Solve(context.Background(), s, solve.Limits{}).Verdict != solve.Winnable {
		t.Fatalf("%+v: taking back to position %d leads to one that can't be won", j, j.Last)
	}
}

// Undecided positions never count as lost.
func TestB39UnknownIsNoVerdict(t *testing.T) {
	g, err := game.New(game.KlondikeRules(1, 1, false), game.Numbered(2), game.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if _, err := g.Do(game.Draw); err != nil {
			t.Fatal(err)
		}
	}
	j := Judge(context.Background(), solve.New(), g, solve.Limits{Nodes: 1})
	if j.Now != solve.Unknown || j.Last != -1 || j.Lost != -1 || j.Never() {
		t.Errorf("with a single node: %+v", j)
	}
}
