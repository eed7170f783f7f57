package solve

import (
	"context"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// hardDeal is one that takes seconds if the reserve isn't asked.
func hardDeal(t testing.TB) game.State {
	s, err := game.Deal(game.KlondikeRules(3, 0, true), game.Numbered(461))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestUnlimitedStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	e, _ := newUnlimited(hardDeal(t), new(table))
	b := &budget{ctx: ctx}
	if verdict, _ := e.search(b); verdict != Unknown || !b.spent {
		t.Errorf("%v, spent %v", verdict, b.spent)
	}
}

func TestUnlimitedStopsAtNodes(t *testing.T) {
	e, _ := newUnlimited(hardDeal(t), new(table))
	b := &budget{ctx: context.Background(), limit: 10_000}
	if verdict, _ := e.search(b); verdict != Unknown || !b.spent || b.nodes > 11_000 {
		t.Errorf("%v after %d nodes, spent %v", verdict, b.nodes, b.spent)
	}
}

func TestUnlimitedStopsAtMemory(t *testing.T) {
	e, _ := newUnlimited(hardDeal(t), new(table))
	b := &budget{ctx: context.Background(), memory: 1 << 20}
	if verdict, _ := e.search(b); verdict != Unknown || !b.spent {
		t.Errorf("%v, spent %v", verdict, b.spent)
	}
	bytes := 0
	for _, level := range e.seen.levels {
		bytes += 8 * len(level)
	}
	if bytes > 1<<20 {
		t.Errorf("%d bytes", bytes)
	}
}

// TestUnlimitedRefuses is about what can't be represented: another game, a
// talon that is too large, and face-up cards of a pile that are no run.
func TestUnlimitedRefuses(t *testing.T) {
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
		if _, ok := newUnlimited(s, new(table)); ok {
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

// TestDeadUnlimited asks for positions under stricter rules.
func TestDeadUnlimited(t *testing.T) {
	dead, seen := 0, new(table)
	for n := 1; n <= 100; n++ {
		strict, _ := game.Deal(game.KlondikeRules(3, 1, false), game.Numbered(n))
		loose, _ := game.Deal(game.KlondikeRules(3, 0, false), game.Numbered(n))
		b := freshBudget()
		if !deadUnlimited(strict, seen, b, 1_000) {
			continue
		}
		dead++
		e, _ := newUnlimited(loose, seen)
		if verdict, _ := e.search(freshBudget()); verdict != Unwinnable {
			t.Errorf("deal %d: %v", n, verdict)
		}
	}
	if dead == 0 {
		t.Error("no deal was proved dead")
	}
}

// TestUnlimitedAllocations: a search allocates a fixed number of things,
// however many nodes it looks at.
func TestUnlimitedAllocations(t *testing.T) {
	s, _ := game.Deal(game.KlondikeRules(1, 0, true), game.Numbered(76)) // 400,000 nodes
	seen := new(table)
	e, _ := newUnlimited(s, seen)
	limited := func() { e.decide(&budget{ctx: context.Background(), limit: 100_000}, 1<<40) }
	limited()
	if n := testing.AllocsPerRun(1, limited); n > 10 {
		t.Errorf("%v allocations", n)
	}
}

func TestTable(t *testing.T) {
	var set table
	set.reset(1<<20, func() bool { return false })
	n := 0
	for word := uint64(1); ; word++ {
		added, full := set.add(word)
		if full {
			break
		}
		if again, _ := set.add(word); !added || again || !set.has(word) {
			t.Fatalf("word %d: added %v, again %v", word, added, again)
		}
		n++
	}
	if n < 1<<20/8/4 {
		t.Errorf("full after %d words", n)
	}
	for word := uint64(1); word <= uint64(n); word++ {
		if !set.has(word) {
			t.Fatalf("word %d is lost", word)
		}
	}
	if set.has(1 << 60) {
		t.Error("a word that was never added is there")
	}
	set.reset(1<<20, nil)
	if set.has(1) {
		t.Error("reset leaves words")
	}
}

// TestReach compares the cards in reach with those that come up when one draws
// and turns over.
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
		tal.cards[i] = bit(i)
	}
	var want set
	for top, i := waste, 0; i < 3*left; i++ {
		if top > 0 {
			want |= one(bit(top - 1))
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
