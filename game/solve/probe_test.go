package solve_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// A probe that is asked about one position of a game after another answers like a plain
// search that starts afresh each time.
func TestProbeAgreesWithAPlainSearch(t *testing.T) {
	won, lost := 0, 0
	for _, r := range probeRules() {
		rng := rand.New(rand.NewPCG(7, uint64(r.Draw+10*r.Passes)))
		for range 20 {
			s := solvetest.SmallDeal(t, rng, r)
			p := solve.New().Probe(s)
			for range 8 {
				here := gametest.Wander(rng, s, rng.IntN(25))
				want, decided := solvetest.Brute(here, 4_000)
				got, _ := p.Ask(context.Background(), here, solve.Limits{})
				if !decided {
					continue
				}
				if got == solve.Unknown || (got == solve.Winnable) != want {
					t.Fatalf("%v: %v, a plain search says %v:\n%+v\nfrom\n%+v", r, got, want, here.Position(), s.Position())
				}
				if want {
					won++
				} else {
					lost++
				}
			}
		}
	}
	if won < 500 || lost < 500 {
		t.Errorf("%d winnable and %d lost positions are too few for a test", won, lost)
	}
}

// probeRules are rules of every engine.
func probeRules() (sets []game.Rules) {
	for _, draw := range []int{1, 2, 3} {
		for _, passes := range []int{0, 1, 2, 3} {
			for _, ret := range []bool{false, true} {
				sets = append(sets, game.KlondikeRules(draw, passes, ret))
			}
		}
	}
	return append(sets, game.YukonRules(false), game.YukonRules(true))
}

func TestProbeStopsAtItsLimits(t *testing.T) {
	s, err := game.Deal(game.KlondikeRules(1, 1, false), game.Numbered(3))
	if err != nil {
		t.Fatal(err)
	}
	p := solve.New().Probe(s)
	if v, nodes := p.Ask(context.Background(), s, solve.Limits{Nodes: 100}); v != solve.Unknown || nodes > 110 {
		t.Errorf("%v after %d nodes, the limit is 100", v, nodes)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if v, _ := p.Ask(stopped, s, solve.Limits{}); v != solve.Unknown {
		t.Errorf("%v after the context has ended", v)
	}
}
