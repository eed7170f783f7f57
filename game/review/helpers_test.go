package review

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// games is how many games of each kind the long tests review.
var games = flag.Int("games", 0, "games of each kind to review and measure; 0: a few, which are only checked")

// autoplayed plays a deal by hints, as solitaire autoplay does, with fewer samples.
func autoplayed(t testing.TB, s *solve.Solver, start game.State, seed uint64) Game {
	t.Helper()
	g := Game{ID: "autoplay-" + strconv.FormatUint(seed, 10), Start: start}
	nodes := int64(100_000) // for one hint
	if start.Rules().Engine != game.KlondikeEngine {
		nodes = 10_000 // they take longer
	}
	adviser, table, source := hint.NewAdviser(s), hint.NewTable(start.View()), rand.NewPCG(seed, 1)
	for state := start; !state.Won() && len(g.Steps) < 1000; {
		a := adviser.Advise(context.Background(), table, source, hint.Limits{Samples: 200, Early: true, Nodes: nodes})
		if !a.OK {
			break
		}
		for _, m := range a.Plan {
			next, _, err := state.Apply(m)
			if err != nil {
				t.Fatal(err)
			}
			state, table = next, table.Then(next.View())
			g.Steps = append(g.Steps, m)
		}
	}
	return g
}

// wandered plays a deal at random until nothing can change any more.
func wandered(start game.State, seed uint64) Game {
	g := Game{ID: "random-" + strconv.FormatUint(seed, 10), Start: start}
	rng, state := rand.New(rand.NewPCG(seed, 2)), start
	for len(g.Steps) < 300 && !state.Won() && !hint.Stuck(state.View()) {
		moves := slices.Collect(state.Moves())
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		state, _, _ = state.Apply(m)
		g.Steps = append(g.Steps, m)
	}
	return g
}
