package yukon

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// line returns the moves of the game that lead to a node: for each move of the search,
// the swaps that make it legal, the move, and the cards that go up by themselves. The
// caller replays it.
func (e *Engine) line(id uint32) (line []game.Move) {
	var path []move
	for ; e.nodes.at(id).parent != 0; id = e.nodes.at(id).parent {
		path = append(path, e.nodes.at(id).move())
	}
	slices.Reverse(path)
	b, state := e.start, e.root
	do := func(m move) {
		spelt := e.spell(&state, m)
		state, _, _ = state.Apply(spelt)
		line = append(line, spelt)
		e.play(&b, m)
	}
	settle := func() {
		for c := e.safeCard(&b); c != 0; c = e.safeCard(&b) {
			do(newMove(c, edgeUp))
		}
	}
	settle()
	for _, m := range path {
		target := b
		e.ready(&target, m)
		// From the bottom up, each swap of flexible cards is legal; see flexible.
		for _, base := range target.base[:target.cols] {
			for c := base; c != 0; c = target.above[c] {
				if on := target.below[c]; on != b.below[c] {
					do(newMove(c, edgeTo(c, on)))
				}
			}
		}
		do(m)
		settle()
	}
	return line
}

// spell converts a move to one of the game.
func (e *Engine) spell(state *game.State, m move) game.Move {
	card := game.Card(m.card())
	from, above := state.Find(card)
	spelt := game.Move{From: from, To: game.Foundation, Count: above + 1}
	switch {
	case m.edge() == edgeUp:
	case card.Rank() < int(e.ranks):
		spelt.To, _ = state.Find(game.Card(parentOf(m.card(), m.edge())))
	default:
		for spelt.To = 1; ; spelt.To++ { // the first empty column
			if column, _ := state.Pile(spelt.To); len(column) == 0 {
				break
			}
		}
	}
	return spelt
}
