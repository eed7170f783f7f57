package solve

import "math"

// A reserve answers whether positions can be won when one card is drawn at a
// time. Then each card of the talon is in reach all the time, as in a reserve,
// so that this is easier to win; and it is a lot faster to refute, since the
// order of draws is no matter and cards are laid down only when needed. What
// it learns it keeps: the search that asks comes to the same dead ends again.
type reserve struct {
	hunt
	lore lore
}

// newReserve returns a reserve for the game that a hunt searches.
func newReserve(e *hunt, memory int64, b *budget) *reserve {
	one := *e.layout
	one.draw = 1
	r := &reserve{hunt: hunt{layout: &one, rules: e.rules, seen: new(table), memory: memory / 4}}
	r.known = &r.lore
	r.lore.reset(memory/4*3, func() bool { return b.ctx.Err() != nil })
	return r
}

// ask searches from a position, in at most so many nodes, and keeps what it
// finds out.
func (r *reserve) ask(p position, b *budget, nodes int64) Verdict {
	verdict := r.run(r.reserved(p), b, nodes)
	r.lore.learn(&r.hunt, verdict, b)
	return verdict
}

// reserved returns a position as one of the reserve's own game.
func (r *reserve) reserved(p position) position {
	p.key &= 1<<keyWaste - 1
	return p
}

// hopeless asks about the position on top of the stack when its quota is spent.
func (e *hunt) hopeless(f *frame, b *budget) bool {
	spent := b.nodes - f.since
	if spent < f.quota {
		return false
	}
	sub := budget{ctx: b.ctx}
	verdict := e.reserve.ask(f.position, &sub, e.effort*spent)
	e.asked += sub.nodes
	switch verdict {
	case Winnable:
		f.quota = math.MaxInt64
	case Unknown:
		f.quota *= e.growth
	}
	return verdict == Unwinnable
}
