// Package search has what every engine takes and returns: a budget, which counts
// positions and ends a search, and a verdict.
package search

import (
	"context"

	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// A Verdict says what is known about a position.
type Verdict uint8

// The verdicts.
const (
	Unknown    Verdict = iota // time, nodes or memory ran out
	Winnable                  // a winning line was found
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

// A Budget counts nodes and ends a search.
type Budget struct {
	Ctx    context.Context
	Nodes  int64 // so far
	Limit  int64 // most nodes; 0 means unlimited
	Memory int64 // most bytes for tables
	Spent  bool  // the search must stop
}

// DefaultMemory is the most bytes that a search uses unless it has its own limit.
const DefaultMemory = 1 << 30

// CheckEvery is the number of nodes between two checks of the context.
const CheckEvery = 1 << 10

// Node counts one node and reports whether the search may continue.
func (b *Budget) Node() bool {
	b.Nodes++
	if b.Nodes%CheckEvery == 0 && pace.Ended(b.Ctx) || b.Limit > 0 && b.Nodes >= b.Limit {
		b.Spent = true
	}
	return !b.Spent
}
