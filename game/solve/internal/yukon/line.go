package yukon

import "github.com/solitaire-chat/solitaire/game"

// A player spells a path of the search out in moves of the engine: the
// swaps that make a move legal, the move, and the cards that go up by themselves.
type player struct {
	e     *Engine
	b     board
	state game.State
	line  []game.Move
	err   error // the first move that the game refused; always nil but for a bug
}

// line returns the moves that lead to a node.
func (e *Engine) line(id uint32) ([]game.Move, error) {
	var path []move
	for ; e.nodes.at(id).parent != 0; id = e.nodes.at(id).parent {
		path = append(path, e.nodes.at(id).move())
	}
	p := player{e: e, b: e.start, state: e.root}
	p.settle()
	for i := len(path) - 1; i >= 0; i-- {
		p.step(path[i])
	}
	return p.line, p.err
}

func (p *player) step(m move) {
	target := p.b
	p.e.ready(&target, m)
	p.swap(&target)
	p.do(m)
	p.settle()
}

// swap moves the flexible cards to where they lie in target, in an order in
// which each swap is legal; see flexible.
func (p *player) swap(target *board) {
	for _, base := range target.base[:target.cols] {
		for c := base; c != 0; c = target.above[c] {
			if on := target.below[c]; on != p.b.below[c] {
				p.do(newMove(c, edgeTo(c, on)))
			}
		}
	}
}

// settle sends up what goes up by itself.
func (p *player) settle() {
	for {
		c, ok := p.e.safeCard(&p.b)
		if !ok {
			return
		}
		p.do(newMove(c, edgeUp))
	}
}

// do makes a move on the board and in the game.
func (p *player) do(m move) {
	move := p.spell(m)
	next, _, err := p.state.Apply(move)
	if err != nil && p.err == nil {
		p.err = err
	}
	p.state = next
	p.line = append(p.line, move)
	p.e.play(&p.b, m)
}

// spell writes a move as the game does.
func (p *player) spell(m move) game.Move {
	c, edge := m.card(), m.edge()
	from, count := p.find(c)
	if from == 0 {
		from, count = game.FoundationOf(game.Card(c).Suit()), 1
	}
	to := game.Foundation
	switch {
	case edge == edgeUp:
	case rankOf(c) == p.e.ranks:
		to = p.empty()
	default:
		to, _ = p.find(parentOf(c, edge))
	}
	return game.Move{From: from, To: to, Count: count}
}

// find returns the column of a card and how many cards there are from it on.
func (p *player) find(c uint8) (game.Pile, int) {
	for pile := game.Pile(1); int(pile) <= p.e.piles; pile++ {
		cards, _ := p.state.Pile(pile)
		for i, d := range cards {
			if d == game.Card(c) {
				return pile, len(cards) - i
			}
		}
	}
	return 0, 0
}

// empty returns an empty column.
func (p *player) empty() game.Pile {
	for pile := game.Pile(1); int(pile) <= p.e.piles; pile++ {
		if cards, _ := p.state.Pile(pile); len(cards) == 0 {
			return pile
		}
	}
	return 0
}
