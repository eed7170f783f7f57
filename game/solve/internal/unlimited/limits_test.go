package unlimited

import (
	"context"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
)

// hardDeal takes seconds if the reserve isn't asked.
func hardDeal(t testing.TB) game.State {
	s, err := game.Deal(game.KlondikeRules(3, 0, true), game.Numbered(461))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	e, _ := New(hardDeal(t), new(Workspace))
	b := &search.Budget{Ctx: ctx, Memory: search.DefaultMemory}
	if verdict, _ := e.Search(b); verdict != search.Unknown || !b.Spent {
		t.Errorf("%v, spent %v", verdict, b.Spent)
	}
}

func TestStopsAtNodes(t *testing.T) {
	e, _ := New(hardDeal(t), new(Workspace))
	b := &search.Budget{Ctx: context.Background(), Limit: 10_000, Memory: search.DefaultMemory}
	if verdict, _ := e.Search(b); verdict != search.Unknown || !b.Spent || b.Nodes > 11_000 {
		t.Errorf("%v after %d nodes, spent %v", verdict, b.Nodes, b.Spent)
	}
}

func TestStopsAtMemory(t *testing.T) {
	e, _ := New(hardDeal(t), new(Workspace))
	b := &search.Budget{Ctx: context.Background(), Memory: 1 << 20}
	if verdict, _ := e.Search(b); verdict != search.Unknown || !b.Spent {
		t.Errorf("%v, spent %v", verdict, b.Spent)
	}
}

// TestRefuses tries positions that the engine can't represent: another game, a talon that
// is too large, and face-up cards of a pile that aren't a run.
func TestRefuses(t *testing.T) {
	yukon, _ := game.Deal(game.YukonRules(false), game.Numbered(1))
	r := game.KlondikeRules(1, 0, true)
	r.Piles = 5
	large, _ := game.Deal(r, game.Numbered(1))
	r.Ranks, r.Piles = 1, 2
	p := game.Position{Pass: 1, Piles: []game.PositionPile{{Cards: randomDeckInOrder(1)}}}
	broken, err := game.FromPosition(r, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []game.State{yukon, large, broken} {
		if _, ok := New(s, new(Workspace)); ok {
			t.Errorf("accepted:\n%s", describe(s))
		}
	}
}

func randomDeckInOrder(ranks int) game.Deck {
	var deck game.Deck
	for suit := range game.Suit(game.Suits) {
		for rank := 1; rank <= ranks; rank++ {
			deck = append(deck, game.NewCard(rank, suit))
		}
	}
	return deck
}

// TestAllocations checks that a search makes a fixed number of allocations, however many
// nodes it visits.
func TestAllocations(t *testing.T) {
	s, _ := game.Deal(game.KlondikeRules(1, 0, true), game.Numbered(76)) // 400,000 nodes
	seen := new(Workspace)
	e, _ := New(s, seen)
	limited := func() {
		e.decide(&search.Budget{Ctx: context.Background(), Limit: 100_000, Memory: search.DefaultMemory}, 1<<40)
	}
	limited()
	if n := testing.AllocsPerRun(1, limited); n > 10 {
		t.Errorf("%v allocations", n)
	}
}

// TestReach compares the cards in reach with those that actually come up by drawing and
// turning over.
func TestReach(t *testing.T) {
	for draw := 1; draw <= 5; draw++ {
		for left := 0; left <= 9; left++ {
			for waste := 0; waste <= left; waste++ {
				checkReach(t, draw, left, waste)
			}
		}
	}
}

func checkReach(t *testing.T, draw, left, waste int) {
	tal := talon{draw: draw}
	for i := range tal.cards {
		tal.cards[i] = cards.Bit(i)
	}
	var want cards.Set
	for top, i := waste, 0; i < 3*left; i++ {
		if top > 0 {
			want |= cards.One(cards.Bit(top - 1))
		}
		if top == left {
			top = 0
		} else {
			top = min(top+draw, left)
		}
	}
	if got := tal.reach(1<<left-1, tal.normal(waste, left)); got != want {
		t.Errorf("draw %d, %d of %d on the waste: %b, not %b", draw, waste, left, got, want)
	}
}
