package hint

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// Limits bound the work for one piece of advice, beside its context.
type Limits struct {
	Samples int   // most arrangements to try; 0: 100
	Nodes   int64 // most positions looked at in all; 0: no limit
	Each    int64 // most positions for one question to the solver; 0: a number that suits the rules
	Memory  int64 // most bytes for one question; 0: 16 MiB
	Early   bool  // stop as soon as the move is clear, however few samples that took
	Insist  bool  // ask again, and longer, where the solver left it open
}

// Advice is what the player could do, and what is known about it.
type Advice struct {
	OK   bool        // there is a move that can change anything
	Move game.Move   // the best one
	Line []game.Move // it, and what it makes possible: draws, then a play. No hidden card shows before its last move
	Plan []game.Move // Line, and how to go on until something new shows

	// Of so many arrangements of the hidden cards that were tried, so many can
	// still be won after the line, can't, or were not decided.
	Samples, Won, Lost, Unknown int

	// Complete says that every arrangement there can be was tried.
	Complete bool
	// Hopeless says that the game is proved lost, whatever lies hidden.
	Hopeless bool
}

// A Mind gives advice, and keeps what it worked out for the next moves of the
// same game, in a few megabytes. Losing it costs time only. It is not safe for
// concurrent use.
type Mind struct {
	solver *solve.Solver
	rules  game.Rules
	worlds []*world
	won    []game.Move // a line that wins, once all cards are known
	from   game.State  // where it begins
}

// NewMind returns a mind for one game.
func NewMind(s *solve.Solver) *Mind { return &Mind{solver: s} }

// Advise returns the best move by what the player can see. It depends on nothing
// but the table, what the mind was asked before, the random source and the
// limits; and on the context, which may end it after fewer samples.
func (m *Mind) Advise(ctx context.Context, t Table, source rand.Source, l Limits) Advice {
	if t.View.Won || Stuck(t.View) {
		return Advice{Hopeless: !t.View.Won}
	}
	if m.rules != t.View.Rules {
		m.rules, m.worlds, m.won = t.View.Rules, nil, nil
	}
	b := ballot{
		mind: m, ctx: ctx, table: &t, limits: l.orDefault(t.View.Rules),
		random: rand.New(source), cards: unseen(&t.View),
	}
	if len(b.cards) <= 1 {
		if a, ok := b.certain(); ok {
			return a
		}
	}
	return b.advise()
}

func (l Limits) orDefault(r game.Rules) Limits {
	if l.Samples <= 0 {
		l.Samples = 100
	}
	if l.Nodes <= 0 {
		l.Nodes = math.MaxInt64
	}
	if l.Each <= 0 {
		l.Each = eachNodes(r)
	}
	if l.Memory <= 0 {
		l.Memory = 16 << 20
	}
	return l
}

// eachNodes is after how many nodes a question is left open. Most answers come
// long before, and what takes so long is worth several others.
func eachNodes(r game.Rules) int64 {
	switch {
	case !r.HasStock():
		return 300
	case r.Passes > 0:
		return 800
	}
	return 3000
}
