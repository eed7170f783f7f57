package solve

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// unlimitedRules are the rule sets that the engine is exact for.
func unlimitedRules() []game.Rules {
	var list []game.Rules
	for _, draw := range []int{1, 2, 3, 4, 24} {
		for _, ret := range []bool{false, true} {
			list = append(list, game.KlondikeRules(draw, 0, ret))
		}
	}
	return list
}

// TestUnlimitedAgainstBrute compares with a plain search on small deals and on
// endgames, with all pruning rules on and with each of them off alone.
func TestUnlimitedAgainstBrute(t *testing.T) {
	count, limit := 50, 2_000
	if long() {
		count, limit = 20_000, 4_000
	}
	for i, r := range unlimitedRules() {
		t.Run(r.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(i), 1))
			againstBrute(t, count, limit, func() game.State { return smallDeal(t, rng, r) })
		})
		t.Run(r.String()+"-endgame", func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(i), 2))
			againstBrute(t, count, limit, func() game.State { return endgame(t, rng, r, 20) })
		})
	}
}

func againstBrute(t *testing.T, count, limit int, next func() game.State) {
	seen := new(table)
	won, dead, larger := 0, 0, 0
	for range count {
		s := next()
		winnable, decided := brute(s, limit)
		if !decided {
			winnable, decided = unpruned(s, seen, int64(limit))
			larger++
		}
		if !decided {
			continue
		}
		if winnable {
			won++
		} else {
			dead++
		}
		compareUnlimited(t, s, winnable, seen)
	}
	t.Logf("%d winnable, %d unwinnable; %d were too large for the plain search", won, dead, larger)
}

// unpruned searches the abstract game without any pruning rule. That this game
// is faithful is what the smaller positions show; in those that are too large
// for the plain search it still shows that no rule goes wrong.
func unpruned(s game.State, seen *table, limit int64) (winnable, decided bool) {
	e, ok := newUnlimited(s, seen)
	if !ok {
		return false, false
	}
	e.rules, e.glance = 0, math.MaxInt64
	verdict := e.decide(&budget{ctx: context.Background(), limit: 10 * limit}, math.MaxInt64)
	return verdict == Winnable, verdict != Unknown
}

// hasty asks the reserve about everything.
var hasty = patience{glance: 1, long: 2, start: 1, first: 1, growth: 2, effort: 1}

func compareUnlimited(t *testing.T, s game.State, winnable bool, seen *table) {
	t.Helper()
	want := Unwinnable
	if winnable {
		want = Winnable
	}
	sets := []rules{pruneAll, pruneAll, pruneReserve, 0}
	for off := rules(1); off < pruneAll; off <<= 1 {
		sets = append(sets, pruneAll&^off)
	}
	for i, on := range sets {
		e, ok := newUnlimited(s, seen)
		if !ok {
			t.Fatal("a reachable position was refused")
		}
		e.rules = on
		if i > 0 {
			e.patience = hasty
		}
		verdict, line := e.search(freshBudget())
		if verdict != want {
			t.Fatalf("rules %b: %v, not %v\n%s", on, verdict, want, describe(s))
		}
		if winnable {
			checkLine(t, s, line)
		}
	}
}

func describe(s game.State) string {
	return fmt.Sprintf("%v %d ranks\n%+v", s.Rules(), s.Rules().Ranks, s.Position())
}

func TestCards(t *testing.T) {
	for _, c := range game.NewDeck() {
		b := bitOf(c)
		if cardOf(b) != c {
			t.Errorf("%v becomes %v", c, cardOf(b))
		}
		if (one(b)&reds != 0) != c.Red() {
			t.Errorf("%v: wrong colour", c)
		}
		if c.Rank() < game.King {
			if above := cardOf(one(b).suitAbove().first()); above != game.NewCard(c.Rank()+1, c.Suit()) {
				t.Errorf("above %v comes %v", c, above)
			}
			if on := cardOf(b + 4); on.Rank() != c.Rank()+1 || on.Red() == c.Red() {
				t.Errorf("%v lies on %v", c, on)
			}
		}
		if twin := cardOf(b ^ 1); twin.Rank() != c.Rank() || twin.Red() != c.Red() {
			t.Errorf("the twin of %v is %v", c, twin)
		}
	}
}
