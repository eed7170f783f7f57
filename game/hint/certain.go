package hint

import (
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// certain advises where all cards are known. A line that wins is kept to until
// the player leaves it: two lines, each begun anew, could lead in a circle. It
// reports false if no line is known that leads on.
func (b *ballot) certain() (Advice, bool) {
	v := &b.table.View
	state, err := game.FromPosition(v.Rules, arrangement(b.cards).position(v))
	if err != nil {
		return Advice{}, false
	}
	m := b.mind
	if !m.along(state) {
		l := solve.Limits{Nodes: b.limits.Nodes, Memory: b.limits.Memory}
		m.from, m.won = state, m.solver.Solve(b.ctx, state, l).Line
		if finish, ok := state.Finish(); ok {
			m.won = finish
		}
	}
	if len(m.won) == 0 || b.passed(m.from, m.won[0]) {
		return Advice{}, false
	}
	return Advice{OK: true, Move: m.won[0], Line: m.won, Plan: m.won, Samples: 1, Won: 1, Complete: true}, true
}

// along follows the line that wins to a position on it, and reports whether it
// leads there.
func (m *Mind) along(to game.State) bool {
	there := to.View()
	for i, move := range m.won {
		here := m.from.View()
		if placeKey(&here) == placeKey(&there) {
			m.won = m.won[i:]
			return true
		}
		m.from, _, _ = m.from.Apply(move)
	}
	m.won = nil
	return false
}

// passed reports a move that leads to where the game has been.
func (b *ballot) passed(s game.State, m game.Move) bool {
	next, _, err := s.Apply(m)
	if err != nil {
		return true
	}
	v := next.View()
	return b.table.passed[placeKey(&v)]
}
