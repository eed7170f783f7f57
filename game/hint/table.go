package hint

import "github.com/solitaire-chat/solitaire/game"

// A Table is what a player can know of a game: what lies open, and where the
// line that stands has been. There is no hidden card in it, so that nothing
// worked out from it can give one away.
type Table struct {
	View   game.View
	passed map[uint64]bool // positions of the line that stands, by placeKey
	gone   map[uint64]bool // the same by progressKey
}

// Look returns the table of a game.
func Look(g *game.Game) Table {
	state, err := game.Deal(g.Rules(), g.Deck())
	if err != nil {
		return Table{} // a game was dealt once, so that it can be dealt again
	}
	t := NewTable(state.View())
	for _, m := range g.Steps() {
		next, _, err := state.Apply(m)
		if err != nil {
			break
		}
		state = next
		t = t.Then(state.View())
	}
	return t
}

// NewTable returns the table at the beginning of a line.
func NewTable(v game.View) Table {
	t := Table{passed: map[uint64]bool{}, gone: map[uint64]bool{}}
	return t.Then(v)
}

// Then returns the table after another step. It takes over what t remembers, so
// that t is not to be used any more.
func (t Table) Then(v game.View) Table {
	t.View = v
	t.passed[placeKey(&v)] = true
	t.gone[progressKey(&v)] = true
	return t
}

// at returns the table with another view, in the same game so far.
func (t Table) at(v game.View) Table {
	t.View = v
	return t
}
