package hint

import (
	"context"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A Player plays whole games by its own hints. It sees what a person would see.
type Player struct {
	Solver *solve.Solver
	Source rand.Source
	Limits Limits

	// KnowsStock says that the order of the stock is known to it from the start,
	// as in some published figures.
	KnowsStock bool
	// Next returns the context for the next advice; nil: that of the game.
	Next func(context.Context) context.Context
	// Heard is told each advice that rests on samples; it may be nil.
	Heard func(Advice)
}

// longestGame bounds the steps of a game that is played.
const longestGame = 5000

// Play plays from a position to the end: a win, or nothing left that could
// change anything, or the end of the context. It returns the position there.
func (p *Player) Play(ctx context.Context, s game.State) game.State {
	mind, table := NewMind(p.Solver), NewTable(p.view(&s))
	for steps := 0; !s.Won() && steps < longestGame && ctx.Err() == nil; {
		a := mind.Advise(p.next(ctx), table, p.Source, p.Limits)
		if p.Heard != nil && a.Samples > 0 {
			p.Heard(a)
		}
		if !a.OK {
			break
		}
		for _, m := range a.Plan {
			next, _, err := s.Apply(m)
			if err != nil {
				return s // no advice is ever refused
			}
			s = next
			table = table.Then(p.view(&s))
			steps++
		}
	}
	return s
}

func (p *Player) next(ctx context.Context) context.Context {
	if p.Next == nil {
		return ctx
	}
	return p.Next(ctx)
}

func (p *Player) view(s *game.State) game.View { return seen(s, p.KnowsStock) }
