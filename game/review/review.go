// Package review looks back at a game: where it was decided, and whether that was luck.
// A [Game] comes in, a line of moves from a deal; an [Exact] and a [Chances] go out.
//
// # Where it was decided, for certain
//
// [Decide] knows all cards. A position that can't be won never can be again, so that
// along a line the winnable positions come first: bisection with the solver finds the
// step that lost the game. Where the solver leaves a position open, the answer is a
// bracket. From the last winnable position it returns a line that wins.
//
// # Whether the player could have known
//
// [Weigh] knows only what the player had been shown. A decision is a place with more
// than one sensible choice (package hint). For each, the choice that was played is set
// beside another one in the same arrangements of the hidden cards: beside the one that a
// hint advises, or, where that is the one that was played, beside the next sensible one.
// A hint looks for the best choice in other arrangements than the ones in which the two
// are compared, so that no choice is called better for its luck in the sample. The
// difference rests on the arrangements that only one of the two wins, and its standard
// error is [Decision.Error].
//
// Accuracy is the share of the winning chances that the choices kept: the product, over
// the decisions, of the chance after the played choice over that after the advised one.
// The player has the benefit of the doubt: a difference counts less one standard error.
//
// Luck is what the cards did. The chance as the game stands, over all arrangements that
// fit what was shown, is on average the same before and after a card shows; so whatever it
// changes by beside the moves is luck, and that adds up to nothing over many games. A
// game's luck is its end (1 for a win) less the chance it began with, plus what its
// moves gave up. What moves give up includes what nobody could keep without knowing the
// cards.
//
// # Budgets
//
// All budgets are in positions looked at, and every sample is seeded by the game's ID,
// so that a review doesn't depend on how busy the machine is. The step that lost the game
// gets its samples first ([Limits.Focus]): where to look is known from the hidden cards,
// what is seen there isn't. The context is a safety
// net: a review that it cut short has fewer samples, and says so.
//
// exact.go decides, chances.go samples, turning.go picks what is worth to be said.
package review

import (
	"context"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A Game is a line of moves from a position. Equal games with equal ids have equal
// reviews.
type Game struct {
	ID    string
	Start game.State
	Steps []game.Move // legal one after the other
}

// Look reviews a game: both parts, with the usual limits.
func Look(ctx context.Context, s *solve.Solver, g Game, exact solve.Limits) (Exact, Chances) {
	e := Decide(ctx, s, g, exact)
	var l Limits
	l.Focus, _ = e.LosingStep()
	return e, Weigh(ctx, s, g, l)
}

// Of returns the line of a game that stands.
func Of(id string, g *game.Game) (Game, error) {
	start, err := game.Deal(g.Rules(), g.Deck())
	return Game{ID: id, Start: start, Steps: g.Steps()}, err
}

// states are the positions along the line. It ends before a move that is illegal.
func (g Game) states() []game.State {
	list := slices.Grow([]game.State{g.Start}, len(g.Steps))
	for _, m := range g.Steps {
		last := &list[len(list)-1]
		next, _, err := last.Apply(m)
		if err != nil {
			break
		}
		list = append(list, next)
	}
	return list
}
