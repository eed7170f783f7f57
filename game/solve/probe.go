package solve

import (
	"context"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/limited"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/unlimited"
)

// A Probe decides many positions of one game with few nodes each. It keeps what it
// proves, because two positions of a game share most of their future. Hints use it: they
// ask about every move from a position, and about the position after it. A Probe returns
// verdicts without lines, and replays nothing.
//
// A Probe is not safe for concurrent use.
type Probe struct {
	solver *Solver
	ask    func(*game.State, *workspace, *search.Budget) (_ Verdict, ok bool) // nil: Solve answers
}

// proofMemory is the most bytes of each cache of proofs of a Probe.
const proofMemory = 96 << 10

// Probe returns a probe for a position and everything that can follow from it.
func (s *Solver) Probe(state game.State) *Probe {
	p := &Probe{solver: s}
	which, err := engineFor(state.Rules())
	if err != nil {
		return p
	}
	switch which {
	case limitedEngine:
		if q, ok := limited.NewProbe(&state, proofMemory); ok {
			p.ask = func(s *game.State, w *workspace, b *search.Budget) (Verdict, bool) {
				return q.Ask(s, &w.limited, &w.unlimited, b)
			}
		}
	case unlimitedEngine:
		if q, ok := unlimited.NewProbe(&state, proofMemory); ok {
			p.ask = func(s *game.State, w *workspace, b *search.Budget) (Verdict, bool) { return q.Ask(s, &w.unlimited, b) }
		}
	}
	return p
}

// Ask decides a position that can follow from the probe's own. It returns the verdict and
// the number of nodes used. The memory limit applies to one question.
func (p *Probe) Ask(ctx context.Context, state game.State, l Limits) (Verdict, int64) {
	if state.Won() {
		return Winnable, 0
	}
	if p.ask != nil {
		b, w := l.budget(ctx), p.solver.tables.Get().(*workspace)
		defer p.solver.tables.Put(w)
		if verdict, ok := p.ask(&state, w, b); ok {
			return verdict, b.Nodes
		}
	}
	a := p.solver.Solve(ctx, state, l)
	return a.Verdict, a.Nodes
}
