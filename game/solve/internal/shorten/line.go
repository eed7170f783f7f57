package shorten

import (
	"github.com/solitaire-chat/solitaire/game"
)

// A step is a move without piles: the lowest card moved and what it is put
// on. It fits every position that differs only in the order of the piles.
type step struct{ card, onto uint8 }

// stepsOf reads a line as steps and reports whether it wins. Draws and
// turn-overs go: the steps imply them.
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

// resolve finds the move that makes a step; false if it is illegal here.
func (g *model) resolve(p *position, s step) (move, bool) {
	all := *g
	all.prune, all.back = 0, g.rules.Return
	var l moveList
	all.moves(p, &l)
	for _, m := range l.list[:l.n] {
		if m.card == s.card && m.onto == s.onto {
			return m, true
		}
	}
	return move{}, false
}

// lineOf spells steps out as moves of the engine.
func (g *model) lineOf(p position, steps []step) []game.Move {
	var line []game.Move
	for _, s := range steps {
		m, ok := g.resolve(&p, s)
		if !ok {
			return nil
		}
		line = g.spell(&p, &m, line)
		g.play(&p, &m)
	}
	return line
}

// spell appends a move with its draws.
func (g *model) spell(p *position, m *move, line []game.Move) []game.Move {
	e := game.Move{From: game.Pile(m.src + 1), To: game.Pile(m.dst + 1), Count: 1}
	if m.onto == toFoundation {
		e.To = game.Foundation
	}
	switch m.src {
	case fromTalon:
		e.From = game.Waste
		line = g.spellDraws(p, m, line)
	case fromFoundation:
		e.From = game.FoundationOf(game.Suit(suitOf(m.card)))
	default:
		for c := p.top[m.src]; c != m.card; c = p.below[c] {
			e.Count++
		}
	}
	return append(line, e)
}

func (g *model) spellDraws(p *position, m *move, line []game.Move) []game.Move {
	at, n := int(p.drawn), p.talonLeft()
	for range m.draws {
		if at == n {
			line = append(line, game.TurnOver)
			at = 0
		}
		line = append(line, game.Draw)
		at = min(at+g.rules.Draw, n)
	}
	return line
}
