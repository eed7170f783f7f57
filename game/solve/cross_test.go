package solve_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve/internal/limited"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
	"github.com/solitaire-chat/solitaire/game/solve/internal/unlimited"
)

// TestEnginesAgree compares two engines that share no code, on full deals and on
// positions from random play: the engine for limited passes also takes unlimited ones.
// This has found bugs that no reduced deck showed.
func TestEnginesAgree(t *testing.T) {
	positions := 250
	if solvetest.Long() {
		positions = 20_000
	}
	rng := rand.New(rand.NewPCG(1, 29))
	for _, draw := range []int{1, 2, 3, 4, 5, 24} {
		for _, ret := range []bool{false, true} {
			both := 0
			for range positions {
				state, err := game.Deal(game.KlondikeRules(draw, 0, ret), game.Numbered(1+rng.IntN(game.MaxNumber)))
				if err != nil {
					t.Fatal(err)
				}
				if compareEngines(t, gametest.Wander(rng, state, rng.IntN(80))) {
					both++
				}
			}
			if both < positions/2 {
				t.Errorf("draw %d: only %d of %d positions were decided by both", draw, both, positions)
			}
		}
	}
}

// compareEngines reports whether both engines decided a position.
func compareEngines(t *testing.T, state game.State) bool {
	t.Helper()
	one, ok := unlimited.New(state, new(unlimited.Workspace))
	if !ok {
		t.Fatalf("a position that the engine can't hold: %+v", state.Position())
	}
	few := func() *search.Budget {
		return &search.Budget{Ctx: context.Background(), Limit: 20_000, Memory: 1 << 26}
	}
	a, _ := one.Search(few())
	b, _ := limited.New(state, nil).Search(few())
	if a == search.Unknown || b == search.Unknown {
		return false
	}
	if a != b {
		t.Errorf("%v and %v: %+v", a, b, state.Position())
	}
	return true
}
