package solve

import "github.com/solitaire-chat/solitaire/game"

// A yukonPlayer spells a path of the search out in moves of the engine: the
// swaps that make a move legal, the move, and the cards that go up by themselves.
type yukonPlayer struct {
	e     *yukonEngine
	b     yukonBoard
	state game.State
	line  []game.Move
	err   error // the first move that the game refused; always nil but for a bug
}

// line returns the moves that lead to a node.
func (e *yukonEngine) line(id uint32) ([]game.Move, error) {
	var path []yukonMove
	for ; e.nodes.at(id).parent != 0; id = e.nodes.at(id).parent {
		path = append(path, e.nodes.at(id).move())
	}
	p := yukonPlayer{e: e, b: e.start, state: e.root}
	p.settle()
	for i := len(path) - 1; i >= 0; i-- {
		p.step(path[i])
	}
	return p.line, p.err
}

func (p *yukonPlayer) step(m yukonMove) {
	target := p.b
	p.e.ready(&target, m)
	p.swap(&target)
	p.do(m)
	p.settle()
}

// swap moves the flexible cards to where they lie in target, in an order in
// which each swap is legal; see flexible.
func (p *yukonPlayer) swap(target *yukonBoard) {
	for _, base := range target.base[:target.cols] {
		for c := base; c != 0; c = target.above[c] {
			if on := target.below[c]; on != p.b.below[c] {
				p.do(newYukonMove(c, yukonLinkTo(c, on)))
			}
		}
	}
}

// settle sends up what goes up by itself.
func (p *yukonPlayer) settle() {
	for {
		c, ok := p.e.safeCard(&p.b)
		if !ok {
			return
		}
		p.do(newYukonMove(c, linkUp))
	}
}

// do makes a move on the board and in the game.
func (p *yukonPlayer) do(m yukonMove) {
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
func (p *yukonPlayer) spell(m yukonMove) game.Move {
	c, link := m.card(), m.link()
	from, count := p.find(c)
	if from == 0 {
		from, count = game.FoundationOf(game.Card(c).Suit()), 1
	}
	to := game.Foundation
	switch {
	case link == linkUp:
	case yukonRank(c) == p.e.ranks:
		to = p.empty()
	default:
		to, _ = p.find(yukonParent(c, link))
	}
	return game.Move{From: from, To: to, Count: count}
}

// find returns the column of a card and how many cards there are from it on.
func (p *yukonPlayer) find(c uint8) (game.Pile, int) {
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
func (p *yukonPlayer) empty() game.Pile {
	for pile := game.Pile(1); int(pile) <= p.e.piles; pile++ {
		if cards, _ := p.state.Pile(pile); len(cards) == 0 {
			return pile
		}
	}
	return 0
}
