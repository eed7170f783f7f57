package solve

import (
	"context"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// A Verdict is what is known of a position.
type Verdict uint8

// The verdicts.
const (
	Unknown    Verdict = iota // time, nodes or memory ran out
	Winnable                  // a winning line was found and replayed
	Unwinnable                // proved
)

// String returns "unknown", "winnable" or "unwinnable".
func (v Verdict) String() string {
	switch v {
	case Winnable:
		return "winnable"
	case Unwinnable:
		return "unwinnable"
	}
	return "unknown"
}

// An engine searches one position for a win. The engines differ in how they
// represent positions; each is exact for the rules it takes.
type engine interface {
	// search runs until it has an answer or the budget is spent. The line it
	// returns with Winnable is made of engine moves that game.State.Apply
	// accepts from the position, and ends in a win.
	search(b *budget) (Verdict, []game.Move)
}

// A budget counts nodes and says when a search must stop.
type budget struct {
	ctx    context.Context
	nodes  int64 // nodes so far
	limit  int64 // most nodes; 0: no limit
	memory int64 // most bytes of tables
	spent  bool
}

// checkEvery is how many nodes pass between two looks at the context.
const checkEvery = 1 << 10

// node counts one node and reports whether the search may go on.
func (b *budget) node() bool {
	b.nodes++
	if b.nodes%checkEvery == 0 && pace.Ended(b.ctx) || b.limit > 0 && b.nodes >= b.limit {
		b.spent = true
	}
	return !b.spent
}
