package limited

import (
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/unlimited"
)

// A Probe decides many positions of one Klondike game with limited passes, and keeps what
// it proves from one to the next.
type Probe struct {
	deal
	talon  cards.Set // the cards of the talon at the start
	pass   int       // passes begun then
	proofs proofs
	easier *unlimited.Probe // a game that can't be won with unlimited passes can't be won with fewer
}

// A Workspace is memory that one question uses and the next one can use again.
type Workspace struct{ hunt hunt }

// keptSlots is the size of the largest table that a workspace keeps.
const keptSlots = 1 << 13

// NewProbe returns a probe for a position and everything that can follow from it. Each of
// its two caches gets the given number of bytes. It reports false for a position that the
// engine can't represent.
func NewProbe(state *game.State, memory int64) (*Probe, bool) {
	d, root, ok := newDeal(state)
	easier, easy := unlimited.NewProbe(state, memory)
	if !ok || !easy {
		return nil, false
	}
	return &Probe{d, root.rest, state.Pass(), newProofs(&d, &root, memory), easier}, true
}

// Ask decides a position. It reports false for a position of another game.
func (p *Probe) Ask(state *game.State, w *Workspace, easier *unlimited.Workspace, b *search.Budget) (search.Verdict, bool) {
	root, ok := p.read(state)
	pass := state.Pass() - p.pass
	if !ok || root.rest&^p.talon != 0 || pass < 0 || pass > int(p.passes) {
		return search.Unknown, false
	}
	root.pass = uint8(pass)
	before := search.Budget{Ctx: b.Ctx, Limit: easierNodes, Memory: b.Memory}
	if b.Limit > 0 {
		before.Limit = min(easierNodes, b.Limit/2+1)
	}
	verdict, _ := p.easier.Ask(state, easier, &before)
	b.Nodes += before.Nodes
	if verdict == search.Unwinnable {
		return search.Unwinnable, true
	}
	h := &w.hunt
	h.deal, h.known = &p.deal, &p.proofs
	defer func() { h.deal, h.known = nil, nil }()
	if h.table == nil || len(h.table.slots) > keptSlots {
		h.table = &timed{slots: make([]uint64, firstSlots)}
	}
	h.table = newTimed(&p.deal, &root, b.Memory, h.table.slots)
	end := h.begin(root)
	for end == open && b.Node() {
		end = h.run(b, turnNodes)
	}
	p.proofs.learn(h, end, b)
	switch end {
	case won:
		return search.Winnable, true
	case exhausted:
		return search.Unwinnable, true
	}
	return search.Unknown, true
}
