package game

import (
	"errors"
	"fmt"
	"iter"
)

// MaxSteps is the most steps a game keeps. At that length, a player can only undo,
// restart or give up.
const MaxSteps = 20_000

// ErrTooLong means that the history has reached [MaxSteps].
var ErrTooLong = errors.New("the game has reached its step limit")

// Origin says where a deck came from. The zero Origin is a deal without a
// number.
type Origin struct {
	Generator string // the shuffle, such as [Generator]
	Number    int    // 1 to [MaxNumber]
}

// maxName is the longest name of a generator or a game, in bytes.
const maxName = 64

// A Game is a deal with its steps. A step is a move, a draw or a turn-over, including the
// card that it turned up. Undo and redo move a cursor over the steps, and the state is
// the result of replaying the steps before the cursor.
type Game struct {
	rules  Rules
	deck   Deck
	origin Origin
	steps  []Move
	cursor int // steps[:cursor] count, steps[cursor:] can be redone
	undos  int
	state  State
}

// New starts a game. The error is that of [Deal], or reports an invalid origin.
func New(r Rules, d Deck, o Origin) (*Game, error) {
	if len(o.Generator) > maxName || o.Number < 0 || o.Number > MaxNumber {
		return nil, fmt.Errorf("new game: not a numbered deal: generator %q, number %d", o.Generator, o.Number)
	}
	state, err := Deal(r, d)
	if err != nil {
		return nil, fmt.Errorf("new game: %w", err)
	}
	return &Game{rules: r, deck: append(Deck(nil), d...), origin: o, state: state}, nil
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Deck returns the cards in dealing order.
func (g *Game) Deck() Deck { return append(Deck(nil), g.deck...) }

// Origin returns where the deck came from.
func (g *Game) Origin() Origin { return g.origin }

// State returns the current position.
func (g *Game) State() State { return g.state }

// Steps returns the steps that count, the first one first.
func (g *Game) Steps() []Move { return append([]Move(nil), g.steps[:g.cursor]...) }

// Done returns the number of steps that count.
func (g *Game) Done() int { return g.cursor }

// Undone returns the number of steps that can be redone.
func (g *Game) Undone() int { return len(g.steps) - g.cursor }

// UndoneSteps returns the steps that can be redone, the next one first.
func (g *Game) UndoneSteps() []Move { return append([]Move(nil), g.steps[g.cursor:]...) }

// Undos returns how many steps were ever undone. Redoing doesn't reduce it.
func (g *Game) Undos() int { return g.undos }

// Begun reports whether a step was ever made, even if it was undone.
func (g *Game) Begun() bool { return len(g.steps) > 0 }

// Length returns the number of draws and moves that count. Turning the waste over or a
// card up doesn't count.
func (g *Game) Length() int { return Length(g.steps[:g.cursor]) }

// Length returns the number of draws and moves in a line. Turning over doesn't count.
func Length(line []Move) int {
	n := 0
	for _, m := range line {
		if m != TurnOver {
			n++
		}
	}
	return n
}

// Do makes a step and drops the steps that could be redone. The error is that of
// [State.Check], or [ErrTooLong]; the game is then unchanged.
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

// Undo undoes up to n steps and returns how many.
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

// Restart undoes all steps and returns how many. They count as undos, and can be redone.
func (g *Game) Restart() int { return g.Undo(g.cursor) }

// LastEffect returns what the last step that counts did. It reports false at the start of
// the game.
func (g *Game) LastEffect() (Effect, bool) {
	if g.cursor == 0 {
		return Effect{}, false
	}
	earlier := *g
	earlier.cursor--
	state := earlier.replay()
	return state.do(g.steps[g.cursor-1]), true
}

// States yields the deal and then the position after each step that counts.
func (g *Game) States() iter.Seq[State] {
	return func(yield func(State) bool) {
		state, _ := Deal(g.rules, g.deck) // no error: New and UnmarshalBinary have dealt these cards before
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

// replay returns the state after the steps that count. They were legal when they were
// made, and legality depends only on the state.
func (g *Game) replay() (state State) {
	for state = range g.States() {
	}
	return state
}
