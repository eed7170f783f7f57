package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/limited"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/shorten"
	"github.com/solitaire-chat/solitaire/game/solve/internal/unlimited"
	"github.com/solitaire-chat/solitaire/game/solve/internal/yukon"
)

// A Verdict says what is known about a position.
type Verdict = search.Verdict

// The verdicts.
const (
	Unknown    = search.Unknown    // time, nodes or memory ran out, or no engine takes the position
	Winnable   = search.Winnable   // a winning line was found and replayed
	Unwinnable = search.Unwinnable // proved
)

// ErrUnknownGame is the error of a position whose game has no engine.
var ErrUnknownGame = errors.New("no engine solves this game")

// A Solver decides positions. It is safe for concurrent use. Its searches share a pool of
// tables, so that a small one allocates almost nothing.
type Solver struct {
	tables sync.Pool // of *workspace
}

// A workspace is memory that one search uses and the next one can use again.
type workspace struct {
	unlimited unlimited.Workspace
	limited   limited.Workspace
}

// New returns a solver.
func New() *Solver {
	return &Solver{tables: sync.Pool{New: func() any { return new(workspace) }}}
}

// Limits bound one solve in addition to its context. When it reaches one, the verdict is
// [Unknown].
type Limits struct {
	Nodes  int64 // most positions to search; 0 means unlimited
	Memory int64 // most bytes for tables; 0 means 1 GiB
}

// budget returns a budget for one search.
func (l Limits) budget(ctx context.Context) *search.Budget {
	return &search.Budget{Ctx: ctx, Limit: l.Nodes, Memory: cmp.Or(l.Memory, search.DefaultMemory)}
}

// An Answer is the outcome of a solve.
type Answer struct {
	Verdict Verdict
	Line    []game.Move // if Winnable: legal moves from the position to the win
	Nodes   int64       // positions looked at
	Time    time.Duration
	Err     error // wraps [ErrUnknownGame], or nil
}

// Solve decides whether a position can still be won when all its cards are known. It
// returns within 10 ms after its context ends. It replays a line before it returns it.
func (s *Solver) Solve(ctx context.Context, state game.State, l Limits) Answer {
	begin, b := time.Now(), l.budget(ctx)
	a := s.search(state, b)
	a.Nodes, a.Time = b.Nodes, time.Since(begin)
	return a
}

func (s *Solver) search(state game.State, b *search.Budget) Answer {
	which, err := engineFor(state.Rules())
	switch {
	case err != nil:
		return Answer{Err: err}
	case state.Won():
		return Answer{Verdict: Winnable}
	case b.Ctx.Err() != nil:
		return Answer{}
	}
	w := s.tables.Get().(*workspace)
	defer s.tables.Put(w)
	var verdict Verdict
	var line []game.Move
	switch which {
	case yukonEngine:
		verdict, line = yukon.New(state).Search(b)
	case limitedEngine:
		verdict, line = limited.New(state, &w.unlimited).Search(b)
	case unlimitedEngine:
		if e, ok := unlimited.New(state, &w.unlimited); ok {
			verdict, line = e.Search(b)
		}
	}
	if verdict == Winnable && !wins(state, line) {
		return Answer{} // without a valid line, claim nothing
	}
	return Answer{Verdict: verdict, Line: line}
}

// An engine is a search. It is exact for the rules for which [engineFor] returns it, and
// for no others.
type engine uint8

const (
	unlimitedEngine engine = iota
	limitedEngine
	yukonEngine
)

// engineFor returns the engine that a family names, if that engine's proofs hold for the
// family.
func engineFor(r game.Rules) (engine, error) {
	f := r.Family
	if f == nil {
		return 0, fmt.Errorf("%w: rules without a family", ErrUnknownGame)
	}
	alternate := f.Build == game.AlternateColours
	switch {
	case f.Engine == game.KlondikeEngine && alternate && f.Stock && f.Groups == game.Runs && r.Passes > 0:
		return limitedEngine, nil
	case f.Engine == game.KlondikeEngine && alternate && f.Stock && f.Groups == game.Runs:
		return unlimitedEngine, nil
	case f.Engine == game.YukonEngine && alternate && !f.Stock && f.Groups == game.AnyGroup:
		return yukonEngine, nil
	}
	return 0, fmt.Errorf("%w: %q", ErrUnknownGame, r.Game)
}

// wins replays a line on package game.
func wins(state game.State, line []game.Move) bool {
	end, _, err := state.Play(line)
	return err == nil && end.Won()
}

// Shorten looks for a shorter line than the given winning one, until the context ends or
// it has proved that there is none. The length is that of [game.Length]: draws and moves;
// turning over is free. It returns the shortest line found, and whether that is proved to
// be as short as possible. A line that doesn't win, or whose game has no engine, is
// returned unchanged. Memory is the most bytes to use; 0 means 1 GiB.
func (s *Solver) Shorten(ctx context.Context, state game.State, line []game.Move, memory int64) (better []game.Move, minimal bool) {
	if _, err := engineFor(state.Rules()); err != nil || !wins(state, line) {
		return line, false
	}
	if better, minimal = shorten.Line(ctx, state, line, cmp.Or(memory, search.DefaultMemory)); !wins(state, better) {
		return line, false
	}
	return better, minimal
}
