// Package unlimited decides Klondike with unlimited passes: any draw count, with and
// without return from the foundations, from any position with all cards known.
//
// It is a depth-first search over abstract positions of 61 bits: foundations, numbers of
// face-down cards, and the remaining talon. A position doesn't say where the other
// face-up cards lie, which loses nothing (see position). A table holds every position
// seen, exactly. Moves come from shifting whole sets of cards, and the talon's moves from
// what drawing and turning over can reach. If a search takes long, the engine starts over
// in another order, and asks whether the position could be won at draw 1 (see reserve).
//
// Unwinnable means that the search ran out of positions. moves.go and doom.go list and
// prove every rule that skips a move or a position.
//
// Sources: the key and the bit-parallel sets are lonelybot's; safe cards are Blake and
// Gent's (JAIR 85:21, appendix B); the proof that the key also works without return, the
// reserve and the relaxation are our own.
package unlimited

import (
	"math"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
	"github.com/solitaire-chat/solitaire/game/solve/internal/line"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/table"
)

// A Workspace is memory that one search uses and the next one can use again.
type Workspace struct {
	seen  table.Table
	stack []frame
	way   []step
}

// An Engine searches one position.
type Engine struct {
	hunt
	root  position
	state game.State
}

// New returns an engine for a Klondike position. The engine ignores a limit on passes, so
// under limited rules its Unwinnable holds and its Winnable may not. New reports false
// for a position that it can't represent: see newLayout.
func New(state game.State, w *Workspace) (*Engine, bool) {
	l, root, ok := newLayout(&state)
	if !ok {
		return nil, false
	}
	h := hunt{layout: l, rules: pruneAll, patience: patient, seen: &w.seen}
	h.stack, h.way = make([]frame, 0, 128), make([]step, 0, 256)
	return &Engine{h, root, state}, true
}

// A patience says how many nodes a search spends before it starts over or asks the
// reserve, and how many it spends on a question. No verdict depends on these numbers.
type patience struct {
	dive   int64 // on a try before checking positions for doom: most wins come straight
	glance int64 // on each of the first two tries
	long   int64 // on each of the next two
	start  int64 // on the question about the root, between them
	first  int64 // on a position before the first question about it
	growth int64 // factor of that number between two questions about one position
	effort int64 // on a question, per node spent on the position
}

// patient has the best numbers found. Deals won after a few thousand nodes never reach a
// question. A position under which more was spent in vain is probably lost, and then
// often even at draw 1.
var patient = patience{dive: 80, glance: 2_000, long: 100_000, start: 3_000_000, first: 8_000, growth: 4, effort: 16}

// Search decides the position. The moves that it returns with Winnable lead from
// the position to a win.
func (e *Engine) Search(b *search.Budget) (search.Verdict, []game.Move) {
	verdict := e.decide(b, math.MaxInt64)
	if verdict != search.Winnable {
		b.Spent = verdict == search.Unknown
		return verdict, nil
	}
	w := line.NewWriter(&e.state)
	for _, s := range e.way {
		if !spell(w, s) {
			return search.Unknown, nil // there must be a bug; without a line, make no claim
		}
	}
	return search.Winnable, w.Line
}

// decide searches without writing the winning line. Most deals are decided by a short
// try, or by a short try in another order: a search that went astray early is best
// started over. For the others the question is whether they can be won at draw 1; see
// reserve. Only the budget ends the last try.
func (e *Engine) decide(b *search.Budget, nodes int64) search.Verdict {
	asking := e.draw > 1 && e.rules&pruneReserve != 0
	e.memory, e.reserve = b.Memory, nil
	if asking {
		e.memory = b.Memory / 2
	}
	tries := [...]int64{e.glance, e.glance, e.long, e.long, nodes}
	for i, limit := range tries {
		if i == 2 && asking {
			r := newReserve(&e.hunt, b.Memory/2, b)
			if r.run(r.reserved(e.root), b, min(nodes, e.start)) == search.Unwinnable {
				return search.Unwinnable
			}
			e.reserve = r
		}
		e.contrary = i%2 == 1
		verdict := e.run(e.root, b, min(nodes, limit))
		if verdict != search.Unknown || b.Spent || limit >= nodes {
			return verdict
		}
	}
	return search.Unknown
}

// A reserve decides whether positions can be won at draw 1. There, every card of the
// talon is available at any time, as in a reserve. So the game is easier to win, and much
// faster to refute: the order of draws doesn't matter, and cards are laid down only when
// needed. The reserve remembers its results, since the search that asks reaches the same
// dead ends again.
type reserve struct {
	hunt
	proofs table.Proofs
}

// newReserve returns a reserve for the game that a hunt searches.
func newReserve(e *hunt, memory int64, b *search.Budget) *reserve {
	one := *e.layout
	one.draw = 1
	r := &reserve{hunt: hunt{layout: &one, rules: e.rules, seen: new(table.Table), memory: memory / 4}}
	r.known = &r.proofs
	r.proofs.Reset(memory/4*3, func() bool { return b.Ctx.Err() != nil })
	return r
}

// reserved converts a position to the reserve's own game.
func (r *reserve) reserved(p position) position {
	p.key &= 1<<keyWaste - 1
	return p
}

// hopeless asks the reserve about the position on top of the stack when its quota is used
// up.
func (e *hunt) hopeless(f *frame, b *search.Budget) bool {
	spent := b.Nodes - f.since
	if spent < f.quota {
		return false
	}
	sub, r := search.Budget{Ctx: b.Ctx}, e.reserve
	verdict := r.run(r.reserved(f.position), &sub, e.effort*spent)
	r.learn(verdict, &sub)
	e.asked += sub.Nodes
	switch verdict {
	case search.Winnable:
		f.quota = math.MaxInt64
	case search.Unknown:
		f.quota *= e.growth
	}
	return verdict == search.Unwinnable
}

// spell appends a step as moves of the game.
func spell(w *line.Writer, s step) bool {
	card := cards.Card(s.card)
	switch s.kind {
	case pileUp:
		return w.Up(card)
	case stockUp, stockPut:
		return w.Play(card, 0, s.kind == stockUp)
	case takeBack:
		return w.Back(card)
	}
	return w.Shift(card)
}
