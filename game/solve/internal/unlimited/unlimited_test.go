package unlimited

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
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

// TestAgainstBrute compares the engine with a plain search on small deals and on
// endgames, with all pruning rules on and with each one off.
func TestAgainstBrute(t *testing.T) {
	count, limit := 50, 2_000
	if solvetest.Long() {
		count, limit = 20_000, 4_000
	}
	for i, r := range unlimitedRules() {
		t.Run(r.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(i), 1))
			againstBrute(t, count, limit, func() game.State { return solvetest.SmallDeal(t, rng, r) })
		})
		t.Run(r.String()+"-endgame", func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(i), 2))
			againstBrute(t, count, limit, func() game.State { return solvetest.Endgame(t, rng, r, 20) })
		})
	}
}

func againstBrute(t *testing.T, count, limit int, next func() game.State) {
	seen := new(Workspace)
	won, dead, larger := 0, 0, 0
	for range count {
		s := next()
		winnable, decided := solvetest.Brute(s, limit)
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

// unpruned searches the abstract game without any pruning rule. Smaller positions show
// that this game is faithful. On those that are too large for the plain search it still
// shows that no pruning rule is wrong.
func unpruned(s game.State, seen *Workspace, limit int64) (winnable, decided bool) {
	e, ok := New(s, seen)
	if !ok {
		return false, false
	}
	e.rules, e.glance = 0, math.MaxInt64
	verdict := e.decide(&search.Budget{Ctx: context.Background(), Limit: 10 * limit, Memory: search.DefaultMemory}, math.MaxInt64)
	return verdict == search.Winnable, verdict != search.Unknown
}

// hasty asks the reserve about everything.
var hasty = patience{glance: 1, long: 2, start: 1, first: 1, growth: 2, effort: 1}

func compareUnlimited(t *testing.T, s game.State, winnable bool, seen *Workspace) {
	t.Helper()
	want := search.Unwinnable
	if winnable {
		want = search.Winnable
	}
	sets := []rules{pruneAll, pruneAll, pruneReserve, 0}
	for off := rules(1); off < pruneAll; off <<= 1 {
		sets = append(sets, pruneAll&^off)
	}
	for i, on := range sets {
		e, ok := New(s, seen)
		if !ok {
			t.Fatal("a reachable position was refused")
		}
		e.rules = on
		if i > 0 {
			e.patience = hasty
		}
		verdict, line := e.Search(&search.Budget{Ctx: context.Background(), Memory: search.DefaultMemory})
		if verdict != want {
			t.Fatalf("rules %b: %v, not %v\n%s", on, verdict, want, describe(s))
		}
		if winnable {
			solvetest.MustWin(t, "", s, line)
		}
	}
}

func describe(s game.State) string {
	return fmt.Sprintf("%v %d ranks\n%+v", s.Rules(), s.Rules().Ranks, s.Position())
}
