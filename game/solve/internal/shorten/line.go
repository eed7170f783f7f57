package shorten

import (
	"github.com/solitaire-chat/solitaire/game"
)

// A step is a move without piles: the lowest card moved, and what it is put on. It fits
// all positions that differ only in the order of their piles.
type step struct{ card, onto uint8 }

// stepsOf converts a line to steps and reports whether the line wins. It drops draws and
// turn-overs, which the steps imply.
func stepsOf(start *game.State, line []game.Move) ([]step, bool) {
	var steps []step
	s := *start
	for _, m := range line {
		next, e, err := s.Apply(m)
		if err != nil {
			return nil, false
		}
		if m != game.Draw && m != game.TurnOver {
			step := step{card: uint8(e.Card), onto: uint8(e.On)}
			if m.To == game.Foundation {
				step.onto = toFoundation
			}
			steps = append(steps, step)
		}
		s = next
	}
	return steps, s.Won()
}

// resolve returns the move for a step. It reports false if the step is illegal here.
func (g *model) resolve(p *position, s step) (move, bool) {
	all := *g
	all.prune, all.back = 0, g.rules.Return
	for _, m := range all.moves(p, nil) {
		if m.card == s.card && m.onto == s.onto {
			return m, true
		}
	}
	return move{}, false
}

// lineOf converts steps to moves of the game.
func (g *model) lineOf(start game.State, p position, steps []step) (line []game.Move) {
	for _, s := range steps {
		m, ok := g.resolve(&p, s)
		if !ok {
			return nil
		}
		line = spell(&start, &m, line)
		g.play(&p, &m)
	}
	return line
}

// spell makes a move and appends it, with its draws, as moves of the game.
func spell(s *game.State, m *move, line []game.Move) []game.Move {
	do := func(m game.Move) {
		*s, _, _ = s.Apply(m)
		line = append(line, m)
	}
	for range m.draws {
		if len(s.Stock()) == 0 {
			do(game.TurnOver)
		}
		do(game.Draw)
	}
	from, above := s.Find(game.Card(m.card))
	to := game.Pile(m.dst + 1)
	if m.onto == toFoundation {
		to = game.Foundation
	}
	do(game.Move{From: from, To: to, Count: above + 1})
	return line
}
