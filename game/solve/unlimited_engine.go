package solve

import (
	"math"

	"github.com/solitaire-chat/solitaire/game"
)

// unlimited decides Klondike with unlimited passes, any draw count, with or
// without return.
type unlimited struct {
	hunt
	root  position
	state game.State
}

// newUnlimited returns an engine for a Klondike position under rules without a
// limit on passes; it takes positions under other rules too and then answers
// for unlimited passes, which is a relaxation. The table is used, and reset,
// by the search. It reports false for positions that it can't represent: see
// newLayout.
func newUnlimited(state game.State, seen *table) (*unlimited, bool) {
	l, root, ok := newLayout(&state)
	if !ok {
		return nil, false
	}
	h := hunt{layout: l, rules: pruneAll, patience: patient(), seen: seen}
	h.stack, h.way = make([]frame, 0, 128), make([]step, 0, 256)
	return &unlimited{h, root, state}, true
}

// deadUnlimited reports whether a Klondike position is proved unwinnable even
// with unlimited passes (with return or without, as its own rules are), in
// about so many nodes at most. It is a cheap first question for engines of
// stricter rules: hard positions aside, it takes less than a millisecond. The
// nodes are counted in the budget, the table is reset.
func deadUnlimited(state game.State, seen *table, b *budget, nodes int64) bool {
	e, ok := newUnlimited(state, seen)
	return ok && e.decide(b, nodes) == Unwinnable
}

// defaultMemory is the most bytes that a search uses if its budget is silent.
const defaultMemory = 1 << 30

// A patience says how many nodes a search spends before it begins anew or asks
// the reserve, and on what it asks. None of the numbers bears on the verdict.
type patience struct {
	dive   int64 // on a try before positions are looked at for doom: most wins come straight
	glance int64 // on each of the first two tries
	long   int64 // on each of the next two
	start  int64 // on the question about the root, which comes between them
	first  int64 // on a position before the first question about it
	growth int64 // factor of that number between two questions about one position
	effort int64 // on a question, by nodes spent on the position
}

// patient returns the numbers that turned out well. Deals that are won after a
// few thousand nodes never get to a question; a position under which more was
// spent in vain is probably lost, and then often even with one card at a time.
func patient() patience {
	return patience{dive: 80, glance: 2_000, long: 100_000, start: 3_000_000, first: 8_000, growth: 4, effort: 16}
}

// search implements engine.
func (e *unlimited) search(b *budget) (Verdict, []game.Move) {
	verdict := e.decide(b, math.MaxInt64)
	if verdict != Winnable {
		b.spent = verdict == Unknown
		return verdict, nil
	}
	line, ok := e.line()
	if !ok {
		return Unknown, nil // a fault of the search; what doesn't replay is no proof
	}
	return Winnable, line
}

// decide answers without turning the way that wins into moves of the engine.
// Most deals are decided at a glance, or by a glance at the moves in another
// order: a search that went astray early is better begun anew. If one isn't,
// the question is whether it can be won with one card drawn at a time; see
// reserve. The last try has no end but that of the budget.
func (e *unlimited) decide(b *budget, nodes int64) Verdict {
	memory := b.memory
	if memory <= 0 {
		memory = defaultMemory
	}
	asking := e.draw > 1 && e.rules&pruneReserve != 0
	e.memory, e.reserve = memory, nil
	if asking {
		e.memory = memory / 2
	}
	tries := [...]int64{e.glance, e.glance, e.long, e.long, nodes}
	for i, limit := range tries {
		if i == 2 && asking {
			r := newReserve(&e.hunt, memory/2, b)
			if r.run(r.reserved(e.root), b, min(nodes, e.start)) == Unwinnable {
				return Unwinnable
			}
			e.reserve = r
		}
		e.contrary = i%2 == 1
		verdict := e.run(e.root, b, min(nodes, limit))
		if verdict != Unknown || b.spent || limit >= nodes {
			return verdict
		}
	}
	return Unknown
}
