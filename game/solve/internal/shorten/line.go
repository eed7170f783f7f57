package shorten

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// An step is a move without piles: the lowest card moved and what it is put
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
	m := move{card: s.card, onto: s.onto}
	if !g.source(p, &m) {
		return m, false
	}
	switch s.onto {
	case toFoundation:
		top := m.src >= fromTalon || p.top[m.src] == s.card
		return m, top && m.src != fromFoundation && p.fitsUp(s.card)
	case toEmpty:
		if rankOf(s.card) != g.king {
			return m, false
		}
	default:
		if !fits(s.card, s.onto) {
			return m, false
		}
	}
	for i := range uint8(g.rules.Piles) {
		if p.top[i] == s.onto && i != m.src {
			m.dst = i
			return m, true
		}
	}
	return m, false
}

// source sets where the card of a move comes from and what it takes to draw it.
func (g *model) source(p *position, m *move) bool {
	c := m.card
	switch {
	case p.isFaceUp(c):
		for i := range uint8(g.rules.Piles) {
			if g.canMove(p, i, c) {
				m.src = i
				return true
			}
		}
		return false
	case p.up[suitOf(c)] >= rankOf(c):
		m.src = fromFoundation
		return g.rules.Return && p.up[suitOf(c)] == rankOf(c)
	case p.left>>g.place[c]&1 != 0 && g.talon[g.place[c]] == c:
		m.src = fromTalon
		return g.drawTo(p, m)
	}
	return false
}

// canMove reports whether a pile holds a card that may move.
func (g *model) canMove(p *position, pile, c uint8) bool {
	for d := p.top[pile]; d != 0 && p.isFaceUp(d); d = p.below[d] {
		if d == c {
			return true
		}
		if under := p.below[d]; !g.groups && !(under != 0 && fits(d, under)) {
			return false
		}
	}
	return false
}

// drawTo sets the draws and turn-overs that bring a card of the talon to the
// top of the waste.
func (g *model) drawTo(p *position, m *move) bool {
	at, n := int(p.drawn), p.talonLeft()
	want := g.depth(p, m.card)
	for at != want {
		switch {
		case at < n:
			at = min(at+g.rules.Draw, n)
		case m.turned == 0 && p.turns > 0:
			m.turned = 1
			at = min(g.rules.Draw, n)
		default:
			return false
		}
		m.draws++
	}
	return true
}

// depth is the number of cards on the waste when a card of the talon is its
// top.
func (g *model) depth(p *position, c uint8) int {
	return bits.OnesCount64(p.left & (1<<(g.place[c]+1) - 1))
}

// length is what steps cost; false if one is illegal or the last does not win.
func (g *model) length(p position, steps []step) (int, bool) {
	n := 0
	for _, s := range steps {
		m, ok := g.resolve(&p, s)
		if !ok {
			return 0, false
		}
		n += m.cost()
		g.play(&p, &m)
	}
	return n, p.won()
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
