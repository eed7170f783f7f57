package game

import (
	"errors"
	"fmt"
	"iter"
)

// MaxSteps is the longest history a game keeps. A longer one
// can only be taken back, restarted or given up.
const MaxSteps = 20_000

// ErrTooLong says that the history has reached [MaxSteps].
var ErrTooLong = errors.New("the game has reached its longest history")

// Origin says where a deck came from. The zero Origin is a deal without a
// number.
type Origin struct {
	Generator string // the shuffle, such as [Generator]
	Number    int    // 1 to [MaxNumber]
}

// maxName is the longest name of a generator or a game, in bytes.
const maxName = 64

// A Game is a deal with the steps made in it. A step is a move, a draw or a
// turn-over with the card it turned up. Undo and redo move a cursor over the
// steps; the state is what replaying the steps before it gives.
type Game struct {
	rules  Rules
	deck   Deck
	origin Origin
	steps  []Move
	cursor int // steps[:cursor] stand, steps[cursor:] can be redone
	undos  int
	state  State
}

// New starts a game. The error is that of [Deal], or says that the origin is
// none.
func New(r Rules, d Deck, o Origin) (*Game, error) {
	if len(o.Generator) > maxName || o.Number < 0 || o.Number > MaxNumber {
		return nil, fmt.Errorf("new game: no deal of a generator: %q, number %d", o.Generator, o.Number)
	}
	state, err := Deal(r, d)
	if err != nil {
		return nil, fmt.Errorf("new game: %w", err)
	}
	return &Game{rules: r, deck: append(Deck(nil), d...), origin: o, state: state}, nil
}

// Rules returns the rules that the game was dealt with.
func (g *Game) Rules() Rules { return g.rules }

// Deck returns the cards in dealing order.
func (g *Game) Deck() Deck { return append(Deck(nil), g.deck...) }

// Origin returns where the deck came from.
func (g *Game) Origin() Origin { return g.origin }

// State returns the position as it is now.
func (g *Game) State() State { return g.state }

// Steps returns the steps that stand, the first one first.
func (g *Game) Steps() []Move { return append([]Move(nil), g.steps[:g.cursor]...) }

// Done returns how many steps stand.
func (g *Game) Done() int { return g.cursor }

// Undone returns how many steps can be redone.
func (g *Game) Undone() int { return len(g.steps) - g.cursor }

// UndoneSteps returns the steps that can be redone, the next one first.
func (g *Game) UndoneSteps() []Move { return append([]Move(nil), g.steps[g.cursor:]...) }

// Undos returns how many steps were ever taken back; redoing gives none back.
func (g *Game) Undos() int { return g.undos }

// Begun reports whether a step was ever made, even if it was taken back.
func (g *Game) Begun() bool { return len(g.steps) > 0 }

// Length returns the number of draws and moves in the line that stands.
// Turning over and turning a card up count nothing.
func (g *Game) Length() int { return Length(g.steps[:g.cursor]) }

// Length returns the number of draws and moves in a line; turning over counts
// nothing.
func Length(line []Move) int {
	n := 0
	for _, m := range line {
		if m != TurnOver {
			n++
		}
	}
	return n
}

// Do makes a step and drops what could be redone. The error is that of
// [State.Check], or [ErrTooLong]; then nothing has changed.
func (g *Game) Do(m Move) (Effect, error) {
	if g.cursor >= MaxSteps {
		return Effect{}, ErrTooLong
	}
	if err := g.state.Check(m); err != nil {
		return Effect{}, err
	}
	e := g.state.do(m)
	g.steps = append(g.steps[:g.cursor], m)
	g.cursor++
	return e, nil
}

// Undo takes back up to n steps and returns how many it took.
func (g *Game) Undo(n int) int {
	n = min(max(n, 0), g.cursor)
	g.undos += n
	g.cursor -= n
	if n > 0 {
		g.state = g.replay()
	}
	return n
}

// Redo makes the next undone step again. It reports false when there is none.
func (g *Game) Redo() (Effect, bool) {
	if g.cursor == len(g.steps) {
		return Effect{}, false
	}
	e := g.state.do(g.steps[g.cursor])
	g.cursor++
	return e, true
}

// Restart takes back all steps and returns how many there were. They count as
// undos, and can be redone.
func (g *Game) Restart() int { return g.Undo(g.cursor) }

// LastEffect returns what the last step that stands did. It reports false at the
// start of the game.
func (g *Game) LastEffect() (Effect, bool) {
	if g.cursor == 0 {
		return Effect{}, false
	}
	earlier := *g
	earlier.cursor--
	state := earlier.replay()
	return state.do(g.steps[g.cursor-1]), true
}

// States yields the positions along the line that stands, the deal first.
func (g *Game) States() iter.Seq[State] {
	return func(yield func(State) bool) {
		state, _ := Deal(g.rules, g.deck) // which New and UnmarshalBinary have dealt before
		if !yield(state) {
			return
		}
		for _, m := range g.steps[:g.cursor] {
			if state.do(m); !yield(state) {
				return
			}
		}
	}
}

// replay returns the state after the steps that stand. They were legal when
// they were made, and legality depends on the state only.
func (g *Game) replay() (state State) {
	for state = range g.States() {
	}
	return state
}
