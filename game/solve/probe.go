package solve

import (
	"context"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/limited"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/unlimited"
)

// A Probe decides many positions of one game, each in few nodes, and keeps what
// it learns: two positions of a game have most of their future in common. A hint
// needs that: it asks about every move from a position, and about the position
// after it. A Probe gives verdicts only, no lines; nothing is replayed.
//
// A Probe is not safe for concurrent use.
type Probe struct {
	solver    *Solver
	unlimited *unlimited.Probe // at most one of the two; without either, Solve answers
	limited   *limited.Probe
}

// proofMemory is the most bytes of each cache of proofs of a Probe.
const proofMemory = 96 << 10

// Probe returns a probe for the positions that can come of one, that one
// included.
func (s *Solver) Probe(state game.State) *Probe {
	p := &Probe{solver: s}
	switch which, err := engineFor(state.Rules()); {
	case err != nil:
	case which == limitedEngine:
		p.limited, _ = limited.NewProbe(&state, proofMemory)
	case which == unlimitedEngine:
		p.unlimited, _ = unlimited.NewProbe(&state, proofMemory)
	}
	return p
}

// Ask decides a position that comes of the probe's own. It returns the verdict
// and the number of nodes it took. The memory limit is that of one question.
func (p *Probe) Ask(ctx context.Context, state game.State, l Limits) (Verdict, int64) {
	if state.Won() {
		return Winnable, 0
	}
	b := l.budget(ctx)
	if verdict, ok := p.ask(&state, b); ok {
		return verdict, b.Nodes
	}
	a := p.solver.Solve(ctx, state, l)
	return a.Verdict, a.Nodes
}

// ask reports false if neither probe takes the position.
func (p *Probe) ask(state *game.State, b *search.Budget) (Verdict, bool) {
	w := p.solver.tables.Get().(*workspace)
	defer p.solver.tables.Put(w)
	switch {
	case p.limited != nil:
		return p.limited.Ask(state, &w.limited, &w.unlimited, b)
	case p.unlimited != nil:
		return p.unlimited.Ask(state, &w.unlimited, b)
	}
	return Unknown, false
}
