package solve

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// TestEnginesAgree compares two engines that share no code, on full deals and
// what random play makes of them: the one for limited passes takes unlimited
// ones too. Faults that no reduced deck shows were found so.
func TestEnginesAgree(t *testing.T) {
	positions := 250
	if long() {
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
				if compareEngines(t, wander(rng, state, rng.IntN(80))) {
					both++
				}
			}
			if both < positions/2 {
				t.Errorf("draw %d: only %d of %d positions were decided by both", draw, both, positions)
			}
		}
	}
}

// compareEngines reports whether both engines decide a position.
func compareEngines(t *testing.T, state game.State) bool {
	t.Helper()
	one, ok := newUnlimited(state, new(table))
	if !ok {
		t.Fatalf("a position that the engine can't hold: %s", describe(state))
	}
	few := func() *budget { return &budget{ctx: context.Background(), limit: 20_000, memory: 1 << 26} }
	a, _ := one.search(few())
	b, _ := newLimited(state).search(few())
	if a == Unknown || b == Unknown {
		return false
	}
	if a != b {
		t.Errorf("%v and %v: %s", a, b, describe(state))
	}
	return true
}
