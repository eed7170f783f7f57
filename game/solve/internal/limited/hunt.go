package limited

import "github.com/solitaire-chat/solitaire/game/solve/internal/search"

// A hunt is a depth-first search from one position. It can pause and continue.
type hunt struct {
	*deal
	table *timed
	stack []frame
	list  []move  // the moves of all frames on the stack
	taste uint32  // see flavour
	known *proofs // what is known about this very game, or nil
}

// A frame is a position whose moves are being tried: those from next to end in the list.
type frame struct {
	s                state
	asleep           asleep
	begin, next, end int32
}

// deepest is the most frames on the stack. Without return each move makes progress, so
// there are hardly more than a hundred. With return nothing bounds them, though no search
// has come near the limit.
const deepest = 1 << 20

// An end says how a search ended.
type end uint8

const (
	open      end = iota // it can continue
	won                  // the moves on the stack win
	exhausted            // everything was tried
	stopped              // the table or the budget is exhausted
)

// begin starts from a position, and forgets the search before.
func (e *hunt) begin(s state) end {
	e.stack, e.list = e.stack[:0], e.list[:0]
	e.table.clear()
	e.stack = append(e.stack, frame{s: s})
	if e.enter(e.top(), &s) {
		return won
	}
	return open
}

// run continues for a number of nodes.
func (e *hunt) run(b *search.Budget, nodes int) end {
	for range nodes {
		for len(e.stack) > 0 && e.top().next == e.top().end {
			e.list = e.list[:e.top().begin]
			e.stack = e.stack[:len(e.stack)-1]
		}
		if len(e.stack) == 0 {
			return exhausted
		}
		if !b.Node() || !e.table.room(b) || len(e.stack) > deepest {
			return stopped
		}
		if e.try() {
			return won
		}
	}
	return open
}

func (e *hunt) top() *frame { return &e.stack[len(e.stack)-1] }

// try makes the next move of the top frame.
func (e *hunt) try() (won bool) {
	e.stack = append(e.stack, frame{})
	f, into := &e.stack[len(e.stack)-2], e.top()
	m := e.list[f.next]
	f.next++
	into.s, into.asleep = f.s, f.asleep
	f.asleep.tried(e.deal, m)
	e.do(&into.s, m)
	return e.enter(into, &f.s)
}

// enter completes the top frame, whose position was just reached: it makes all moves that
// lose nothing, and lists the moves to try; none if the position is known or lost. It
// reports whether the position is won.
func (e *hunt) enter(f *frame, from *state) (won bool) {
	s := &f.s
	for s.up != e.deck {
		m, ok := e.forced(s)
		if !ok {
			break
		}
		e.do(s, m)
		if e.ret {
			f.asleep = asleep{} // see asleep
		}
	}
	begin := len(e.list)
	f.begin, f.next, f.end = int32(begin), int32(begin), int32(begin)
	if s.up == e.deck {
		return true
	}
	if !e.table.visit(s) || e.on(pruneStuck) && e.stuck(s) {
		return false
	}
	if e.known != nil {
		switch e.known.lookup(s) {
		case search.Winnable:
			return true
		case search.Unwinnable:
			return false
		}
	}
	e.list = e.moves(s, e.list)
	if e.on(pruneSleep) {
		f.asleep = f.asleep.after(e.deal, from, s)
		awake := e.list[:begin]
		for _, m := range e.list[begin:] {
			if !f.asleep[m.kind].Has(m.card) {
				awake = append(awake, m)
			}
		}
		e.list = awake
		if e.ret {
			f.asleep = asleep{} // see asleep
		}
	}
	flavour(e.list[begin:], e.taste)
	sort(e.list[begin:])
	f.end = int32(len(e.list))
	return false
}
