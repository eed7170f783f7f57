package solve

import (
	"context"

	"github.com/solitaire-chat/solitaire/game"
)

// A Probe decides many positions of one game, each in few nodes, and keeps what
// it learns: two positions of a game have most of their future in common. It is
// what a hint needs, which asks about every move from a position, and about the
// position after it. It gives verdicts only, no lines; nothing is replayed.
//
// A Probe is not safe for concurrent use.
type Probe struct {
	solver *Solver
	asker  asker
}

// An asker answers for positions of one game.
type asker interface {
	// ask decides a position in at most b.limit nodes. It reports false if it
	// can't represent it.
	ask(state *game.State, d *desk, b *budget) (Verdict, bool)
}

// A desk is what one question needs and the next one can use again.
type desk struct {
	seen  table
	stack []frame
	way   []step
	still limSearch
}

// loreMemory is the most bytes that what a Probe learns may take.
const loreMemory = 96 << 10

// Probe returns a probe for the positions that can come of one, that one
// included.
func (s *Solver) Probe(state game.State) *Probe {
	r := state.Rules()
	p := &Probe{solver: s}
	switch {
	case engineOf(r.Family) != game.KlondikeEngine:
	case r.Passes > 0:
		if a, ok := newLimitedProbe(&state); ok {
			p.asker = a
		}
	default:
		if a, ok := newUnlimitedProbe(&state); ok {
			p.asker = a
		}
	}
	return p
}

// Ask decides a position that comes of the probe's own. It returns the verdict
// and how many nodes it took. The memory limit counts for what one question
// takes.
func (p *Probe) Ask(ctx context.Context, state game.State, l Limits) (Verdict, int64) {
	if state.Won() {
		return Winnable, 0
	}
	b := &budget{ctx: ctx, limit: l.Nodes, memory: l.Memory}
	if b.memory == 0 {
		b.memory = defaultMemory
	}
	if p.asker != nil {
		d := p.solver.desks.Get().(*desk)
		defer p.solver.desks.Put(d)
		if verdict, ok := p.asker.ask(&state, d, b); ok {
			return verdict, b.nodes
		}
	}
	a := p.solver.Solve(ctx, state, l)
	return a.Verdict, a.Nodes
}
