package solve

// A limSearch is a depth-first search from one position. It can be stopped
// and go on later.
type limSearch struct {
	*limDeal
	table *limTable
	stack []limFrame
	list  []limMove // the moves of all frames on the stack
	taste uint32    // see limFlavour
	known *limLore  // what is known of this very game, or nil
}

// A limFrame is a position whose moves are being tried: those of the list from
// next to end.
type limFrame struct {
	s                limState
	asleep           limAsleep
	waits            bool // the move that led here waits to be needed: see lazy
	begin, next, end int32
}

// limDeepest is the most frames on the stack. Without return each move makes
// progress, so there are hardly more than a hundred; with it there is no such
// bound, though no search was seen to come near.
const limDeepest = 1 << 20

// A limEnd says how a search ended.
type limEnd uint8

const (
	limOpen limEnd = iota // it can go on
	limWon                // the moves on the stack win
	limDone               // everything was tried
	limFull               // the table or the budget is used up
)

// begin starts from a position, and forgets what was.
func (e *limSearch) begin(s limState) limEnd {
	e.stack, e.list = e.stack[:0], e.list[:0]
	e.table.clear()
	e.stack = append(e.stack, limFrame{s: s})
	if e.enter(e.top(), &s) {
		return limWon
	}
	return limOpen
}

// run goes on for a number of nodes.
func (e *limSearch) run(b *budget, nodes int) limEnd {
	for range nodes {
		for len(e.stack) > 0 && e.top().next == e.top().end {
			e.list = e.list[:e.top().begin]
			e.stack = e.stack[:len(e.stack)-1]
		}
		if len(e.stack) == 0 {
			return limDone
		}
		if !b.node() || !e.table.room(b) || len(e.stack) > limDeepest {
			return limFull
		}
		if e.try() {
			return limWon
		}
	}
	return limOpen
}

func (e *limSearch) top() *limFrame { return &e.stack[len(e.stack)-1] }

// try makes the next move of the top frame.
func (e *limSearch) try() (won bool) {
	e.stack = append(e.stack, limFrame{})
	f, into := &e.stack[len(e.stack)-2], e.top()
	m := e.list[f.next]
	f.next++
	into.s, into.asleep = f.s, f.asleep
	into.waits = e.waits(m)
	if !into.waits {
		f.asleep.tried(e.limDeal, m)
	}
	e.do(&into.s, m)
	return e.enter(into, &f.s)
}

// enter completes the top frame, whose position came of another: all moves
// that lose nothing are made, and the moves to try are listed; none if the
// position is known or lost. It reports whether it is won.
func (e *limSearch) enter(f *limFrame, from *limState) (won bool) {
	e.settleDown(f)
	s := &f.s
	begin := len(e.list)
	f.begin, f.next, f.end = int32(begin), int32(begin), int32(begin)
	if s.up == e.deck {
		return true
	}
	if !f.waits && !e.table.visit(s) || e.on(limStuck) && e.stuck(s) {
		return false
	}
	if e.known != nil {
		switch e.known.lookup(s) {
		case Winnable:
			return true
		case Unwinnable:
			return false
		}
	}
	e.list = e.moves(s, e.list)
	if f.waits {
		e.list = e.list[:begin+len(e.lazy(from, s, e.list[begin:]))]
	}
	if e.on(limSleep) {
		f.asleep = f.asleep.after(e.limDeal, from, s)
		e.list = e.list[:begin+len(f.asleep.awake(e.list[begin:]))]
		if e.ret {
			f.asleep = limAsleep{} // see limAsleep
		}
	}
	limFlavour(e.list[begin:], e.taste)
	limSort(e.list[begin:])
	f.end = int32(len(e.list))
	return false
}

// settleDown makes all moves that lose nothing.
func (e *limSearch) settleDown(f *limFrame) {
	for f.s.up != e.deck {
		m, ok := e.forced(&f.s)
		if !ok {
			return
		}
		e.do(&f.s, m)
		f.waits = false
		if e.ret {
			f.asleep = limAsleep{} // see limAsleep
		}
	}
}
