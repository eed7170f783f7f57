package solve

import "github.com/solitaire-chat/solitaire/game"

// search looks at the positions that look best first. As it never looks at one
// twice and leaves out only what can't matter, an empty list is a proof.
func (e *yukonEngine) search(bud *budget) (Verdict, []game.Move) {
	if e.root.Won() {
		return Winnable, nil
	}
	e.nodes = newYukonNodes(bud.memory)
	b := e.start
	e.settle(&b)
	e.reach(&b, 0, 0)
	for e.won == 0 {
		id := e.pop()
		switch {
		case e.full:
			return Unknown, nil
		case id == 0:
			return Unwinnable, nil
		case !bud.node():
			return Unknown, nil
		}
		e.load(e.nodes.at(id).key(), &b)
		if !e.lost(&b, bud.nodes) {
			e.expand(&b, id)
		}
	}
	line, err := e.line(e.won)
	if err != nil {
		return Unknown, nil
	}
	return Winnable, line
}

// pop takes an unexpanded node from the views in turn; 0 if there is none.
func (e *yukonEngine) pop() uint32 {
	e.turn++
	view := e.turn % yukonViews
	if e.turn%e.stray == 0 {
		e.random ^= e.random << 13
		e.random ^= e.random >> 7
		e.random ^= e.random << 17
		l := &e.lists[view]
		if l.best <= l.last {
			from := l.best + int(e.random>>33)%(l.last-l.best+1)
			if id := e.popFrom(view, from); id != 0 {
				return id
			}
		}
	}
	for range yukonViews {
		l := &e.lists[view]
		for l.best < yukonBuckets && l.heads[l.best] == 0 {
			l.best++
		}
		if id := e.popFrom(view, l.best); id != 0 {
			return id
		}
		view = (view + 1) % yukonViews
	}
	return 0
}

func (e *yukonEngine) popFrom(view, score int) uint32 {
	l := &e.lists[view]
	for ; score <= l.last; score++ {
		for id := l.heads[score]; id != 0; id = l.heads[score] {
			n := e.nodes.at(id)
			l.heads[score] = n.next[view]
			if !n.expanded() {
				n.setExpanded()
				return id
			}
		}
	}
	return 0
}

// A yukonLists holds the nodes to be expanded by score, as seen by one view.
type yukonLists struct {
	heads [yukonBuckets]uint32
	best  int // no list before this one holds a node
	last  int // and none after this one
}

func (e *yukonEngine) push(id uint32, scores [yukonViews]int) {
	n := e.nodes.at(id)
	for view, score := range scores {
		l := &e.lists[view]
		n.next[view] = l.heads[score]
		l.heads[score] = id
		l.best = min(l.best, score)
		l.last = max(l.last, score)
	}
}

// reach comes to a position: new ones that aren't lost are put on the lists.
func (e *yukonEngine) reach(b *yukonBoard, parent uint32, m yukonMove) {
	id, ok := e.nodes.add(e.canonical(b), parent, m)
	e.full = e.full || !ok
	if id == 0 {
		return
	}
	if b.exposed == 0 {
		e.won = id
		return
	}
	if e.dead(b) {
		return
	}
	e.push(id, e.eval(b))
}

// Asking the twins costs as much as expanding a node or, all of them, ten. So
// they are asked in searches that last only: all of them at every sixteenth
// node, at the others the front ones, as long as that proves enough.
const (
	twinsFrom  = 512 // nodes
	twinsEvery = 16
	twinsFront = 2
	twinsYield = 150 // proofs in 1024 nodes, lately
)

// lost asks the twins, those first that last proved something.
func (e *yukonEngine) lost(b *yukonBoard, nodes int64) bool {
	if e.rules&yukonTwinRule == 0 || nodes < e.twinsFrom {
		return false
	}
	twins := e.twins
	if nodes%e.twinsEvery != 0 {
		if e.yield < e.twinsYield {
			return false
		}
		twins = twins[:min(len(twins), e.twinsFront)]
	}
	lost := e.anyHopeless(b, twins)
	e.yield -= e.yield >> 6
	if lost {
		e.yield += 1024 >> 6
	}
	return lost
}

func (e *yukonEngine) anyHopeless(b *yukonBoard, twins []uint8) bool {
	for i, c := range twins {
		d := c ^ 3
		if b.key.link(c)&b.key.link(d) != linkUp && e.hopeless(b, c, d) {
			copy(e.twins[1:], e.twins[:i])
			e.twins[0] = c
			return true
		}
	}
	return false
}
