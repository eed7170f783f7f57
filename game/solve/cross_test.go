package solve

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// TestEnginesAgree compares two engines that share no code on full deals: the
// one for limited passes takes unlimited ones too.
func TestEnginesAgree(t *testing.T) {
	deals := 60
	if long() {
		deals = 3000
	}
	for _, r := range []game.Rules{
		game.KlondikeRules(1, 0, true), game.KlondikeRules(1, 0, false), game.KlondikeRules(2, 0, false),
		game.KlondikeRules(3, 0, true), game.KlondikeRules(3, 0, false),
	} {
		both := 0
		for n := 1; n <= deals; n++ {
			state, err := game.Deal(r, game.Numbered(20_000+n))
			if err != nil {
				t.Fatal(err)
			}
			one, ok := newUnlimited(state, new(table))
			if !ok {
				t.Fatal("a deal that the engine can't hold")
			}
			a, _ := one.search(&budget{ctx: context.Background(), limit: 300_000, memory: 1 << 28})
			b, _ := newLimited(state).search(&budget{ctx: context.Background(), limit: 300_000, memory: 1 << 28})
			if a == Unknown || b == Unknown {
				continue
			}
			both++
			if a != b {
				t.Errorf("%v, deal %d: %v and %v", r, 20_000+n, a, b)
			}
		}
		if both < deals*3/4 {
			t.Errorf("%v: only %d of %d deals were decided by both", r, both, deals)
		}
	}
}
