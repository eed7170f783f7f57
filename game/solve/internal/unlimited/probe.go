package unlimited

import (
	"math"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/table"
)

// A Probe decides many positions of one Klondike game, as if passes were unlimited, and
// keeps what it proves from one to the next.
type Probe struct {
	hunt
	talon  cards.Set // the cards of the talon at the start
	proofs table.Proofs
}

const (
	// probeDive is the number of nodes after which positions are checked for doom. It is
	// small because a probe gets many lost positions.
	probeDive = 8
	// probeGlance is the number of nodes of the first try in either order. Most wins take
	// a few dozen.
	probeGlance = 100
)

// NewProbe returns a probe for a position and everything that can follow from it, within
// the given number of bytes. It reports false when New would.
func NewProbe(state *game.State, memory int64) (*Probe, bool) {
	l, root, ok := newLayout(state)
	if !ok {
		return nil, false
	}
	p := &Probe{talon: root.stock, hunt: hunt{layout: l, rules: pruneAll, patience: patience{dive: probeDive}}}
	p.known = &p.proofs
	p.proofs.Reset(memory, func() bool { return false })
	return p, true
}

// Ask decides a position: short searches in both orders, then longer ones. It
// reports false for a position of a game with another talon.
func (p *Probe) Ask(state *game.State, w *Workspace, b *search.Budget) (search.Verdict, bool) {
	root, ok := p.read(state)
	if !ok || root.stock&^p.talon != 0 {
		return search.Unknown, false
	}
	if p.rules&pruneDoomed != 0 && p.doomed(&root) {
		b.Nodes++
		return search.Unwinnable, true
	}
	p.seen, p.stack, p.way, p.memory = &w.seen, w.stack, w.way, b.Memory
	defer func() {
		w.stack, w.way = p.stack, p.way
		p.seen, p.stack, p.way = nil, nil, nil
	}()
	verdict := search.Unknown
	for i, nodes := range [...]int64{probeGlance, probeGlance, b.Limit / 2, b.Limit} {
		if p.contrary = i%2 == 1; nodes == 0 {
			nodes = math.MaxInt64
		}
		if verdict = p.run(root, b, nodes); verdict != search.Unknown || b.Spent {
			break
		}
	}
	p.learn(verdict, b)
	return verdict, true
}
