package solve

import (
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// yukonLook is how many nodes pass between two looks at the context: fewer than
// the budget's, since with its duels a node can take long.
const yukonLook = 64

// search looks at the positions that look best first. As it looks at none twice
// and leaves out only what can't matter, running out of them is a proof.
func (e *yukonEngine) search(bud *budget) (Verdict, []game.Move) {
	if e.root.Won() {
		return Winnable, nil
	}
	e.nodes = newYukonNodes(bud.memory)
	b := e.start
	e.settle(&b)
	e.reach(&b, 0, 0)
	for e.won == 0 && !e.full {
		id := e.pop()
		if id == 0 {
			return Unwinnable, nil
		}
		if !bud.node() || bud.nodes%yukonLook == 0 && pace.Ended(bud.ctx) {
			return Unknown, nil
		}
		e.load(e.nodes.at(id).key(), &b)
		if !e.lost(&b, bud.nodes) {
			e.expand(&b, id)
		}
	}
	if e.won == 0 {
		return Unknown, nil
	}
	line, err := e.line(e.won)
	if err != nil {
		return Unknown, nil // a bug; better to know nothing than to know something false
	}
	return Winnable, line
}

// reach comes to a position: if it is new and not lost, it goes on the lists.
func (e *yukonEngine) reach(b *yukonBoard, parent uint32, m yukonMove) {
	id, ok := e.nodes.add(e.canonical(b), parent, m)
	e.full = e.full || !ok
	switch {
	case id == 0:
	case b.exposed == 0:
		e.won = id
	default:
		h, d := e.outlook(b)
		if e.rules&yukonHopes == 0 || h.won(e.ranks) {
			e.push(id, e.scores(b, d))
		}
	}
}

// A yukonList holds the nodes to be expanded by the score that one view gives
// them. A list is last in, first out: that keeps to the newest of equal nodes.
type yukonList struct {
	heads [yukonScores]uint32
	best  int // no node has a lower score
	worst int // nor a higher one
}

// yukonStray is how often a node of a random score is taken. On the plateaus
// that hard deals have, the best nodes all hang below one bad move.
const yukonStray = 5

func (e *yukonEngine) push(id uint32, scores [yukonViews]int) {
	n := e.nodes.at(id)
	for view, score := range scores {
		l := &e.lists[view]
		n.next[view], l.heads[score] = l.heads[score], id
		l.best = min(l.best, score)
		l.worst = max(l.worst, score)
	}
}

// pop takes a node from the lists in turn; 0 if none is left. Each node is on
// all lists, so one empty list is enough to know.
func (e *yukonEngine) pop() uint32 {
	e.pops++
	view := e.pops % yukonViews
	l := &e.lists[view]
	if e.pops%yukonStray == 0 && l.best < l.worst {
		if id := e.popFrom(view, l.best+e.rand(l.worst-l.best)); id != 0 {
			return id
		}
	}
	for l.best < l.worst && l.heads[l.best] == 0 {
		l.best++
	}
	return e.popFrom(view, l.best)
}

// popFrom takes the first node with the score or a higher one that the other
// views did not take before.
func (e *yukonEngine) popFrom(view, score int) uint32 {
	l := &e.lists[view]
	for ; score <= l.worst; score++ {
		for id := l.heads[score]; id != 0; id = l.heads[score] {
			n := e.nodes.at(id)
			l.heads[score] = n.next[view]
			if n.take() {
				return id
			}
		}
	}
	return 0
}

// rand returns a number below n, by xorshift.
func (e *yukonEngine) rand(n int) int {
	e.random ^= e.random << 13
	e.random ^= e.random >> 7
	e.random ^= e.random << 17
	return int(e.random>>33) % n
}
