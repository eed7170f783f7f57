package solve

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// A Solver decides positions. It is safe for concurrent use; the solves share
// a pool of tables, so that a small one allocates next to nothing.
type Solver struct {
	tables sync.Pool // of *table
	desks  sync.Pool // of *desk
}

// New returns a solver.
func New() *Solver {
	return &Solver{
		tables: sync.Pool{New: func() any { return new(table) }},
		desks:  sync.Pool{New: func() any { return new(desk) }},
	}
}

// Limits bound one solve beside its context. What runs out makes the verdict
// [Unknown].
type Limits struct {
	Nodes  int64 // most positions looked at; 0: no limit
	Memory int64 // most bytes of tables; 0: 1 GiB
}

// An Answer is what a solve came to.
type Answer struct {
	Verdict Verdict
	Line    []game.Move // with Winnable: legal moves from the position to the win
	Nodes   int64       // positions looked at
	Time    time.Duration
}

// Solve decides whether a position can still be won when all its cards are
// known. It ends within 10 ms of its context. A line is replayed by the engine
// before it is returned.
func (s *Solver) Solve(ctx context.Context, state game.State, l Limits) Answer {
	begin := time.Now()
	b := &budget{ctx: ctx, limit: l.Nodes, memory: l.Memory}
	if b.memory == 0 {
		b.memory = defaultMemory
	}
	a := s.search(state, b)
	a.Nodes, a.Time = b.nodes, time.Since(begin)
	return a
}

// search asks the engine for the rules.
func (s *Solver) search(state game.State, b *budget) Answer {
	if state.Won() {
		return Answer{Verdict: Winnable}
	}
	if b.ctx.Err() != nil {
		return Answer{}
	}
	seen := s.tables.Get().(*table)
	defer s.tables.Put(seen)
	e := engineFor(state, seen)
	if e == nil {
		return Answer{}
	}
	verdict, line := e.search(b)
	if verdict == Winnable && !wins(state, line) {
		return Answer{} // no line, no claim
	}
	return Answer{Verdict: verdict, Line: line}
}

// Improve looks for a shorter line than the given one, which must win, until the
// context ends or none is left. The length is that of [game.Length]: draws and
// moves, turning over free. It returns the shortest line found and whether that
// is proved to be as short as any. A line that doesn't win is returned as it
// is. Memory is the most bytes that it takes; 0: 1 GiB.
func (s *Solver) Improve(ctx context.Context, state game.State, line []game.Move, memory int64) (better []game.Move, minimal bool) {
	if engineOf(state.Rules().Family) == game.NoEngine || !wins(state, line) {
		return line, false
	}
	if better, minimal = improve(ctx, state, line, cmp.Or(memory, defaultMemory)); !wins(state, better) {
		return line, false
	}
	return better, minimal
}

// wins replays a line on the rules' own engine.
func wins(state game.State, line []game.Move) bool {
	end, _, err := state.Play(line)
	return err == nil && end.Won()
}
