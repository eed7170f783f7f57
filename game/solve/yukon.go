package solve

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// yukonRules are the pruning rules, each of which tests can switch off.
type yukonRules uint16

const (
	yukonSafeUp yukonRules = 1 << iota
	yukonDead

	yukonAllRules = 1<<iota - 1
)

// A yukonEngine searches one Yukon position.
type yukonEngine struct {
	root  game.State
	rules yukonRules
	ret   bool
	ranks uint8
	piles int
	start yukonBoard
	all   uint64            // the cards of the tableau at the start
	downs uint64            // those face down
	under [yukonCards]uint8 // what a card lay on
	nodes *yukonNodes
	open  [yukonBuckets]uint32
	best  int // no open list before this one holds a node
	won   uint32
	full  bool
	w     yukonWeights
}

const yukonBuckets = 1024

// newYukon returns an engine for a Yukon position.
func newYukon(state game.State, rules yukonRules) *yukonEngine {
	r := state.Rules()
	e := &yukonEngine{root: state, rules: rules, ret: r.Return, ranks: uint8(r.Ranks), piles: r.Piles, w: yukonBaseWeights}
	b := &e.start
	for s := range game.Suit(game.Suits) {
		b.up[s] = uint8(state.Up(s))
		for rank := 1; rank <= state.Up(s); rank++ {
			b.key.setLink(uint8(game.NewCard(rank, s)), linkUp)
			e.all |= 1 << game.NewCard(rank, s)
		}
	}
	for p := range r.Piles {
		cards, hidden := state.Pile(game.Pile(p + 1))
		e.readPile(uint8(p), cards, hidden)
	}
	return e
}

func (e *yukonEngine) readPile(col uint8, cards []game.Card, hidden int) {
	b := &e.start
	var under uint8
	for i, card := range cards {
		c := uint8(card)
		e.all |= 1 << c
		e.under[c], b.below[c], b.col[c] = under, under, col
		b.above[under] = c
		switch {
		case i < hidden:
			e.downs |= 1 << c
		default:
			b.face |= 1 << c
		}
		switch {
		case i == 0 && yukonRank(c) == e.ranks:
			b.key.setLink(c, linkLow)
		case i > hidden && yukonFits(c, under):
			b.key.setLink(c, yukonLinkTo(c, under))
		}
		under = c
	}
	b.top[col] = under
	b.exposed |= 1 << under
}

// load lays out the position of a key.
func (e *yukonEngine) load(k yukonKey, b *yukonBoard) {
	*b = yukonBoard{key: k}
	down := uint64(0)
	var bottoms [game.MaxPiles]uint8
	n := 0
	for set := e.all; set != 0; set &= set - 1 {
		c := lowest(set)
		var under uint8
		switch link := k.link(c); {
		case link == linkUp:
			continue
		case link == linkRoot:
			under = e.under[c]
			down |= 1 << under
		case yukonRank(c) < e.ranks:
			under = yukonParent(c, link)
		}
		b.below[c] = under
		b.above[under] = c
		if under == 0 {
			bottoms[n] = c
			n++
		}
	}
	b.face = (e.all &^ (down & e.downs))
	for s := range b.up {
		for int(b.up[s]) < int(e.ranks) && k.link((b.up[s]+1)<<2|uint8(s)) == linkUp {
			b.up[s]++
			b.face &^= 1 << (b.up[s]<<2 | uint8(s))
		}
	}
	for col, c := range bottoms[:n] {
		for d := c; d != 0; d = b.above[d] {
			b.col[d] = uint8(col)
			b.top[col] = d
		}
		b.exposed |= 1 << b.top[col]
	}
}

func (e *yukonEngine) search(bud *budget) (Verdict, []game.Move) {
	e.nodes = newYukonNodes(bud.memory)
	if e.root.Won() {
		return Winnable, nil
	}
	b := e.start
	e.settle(&b)
	e.reach(&b, 0, 0)
	for e.won == 0 && !e.full {
		id := e.pop()
		if id == 0 {
			return Unwinnable, nil
		}
		if !bud.node() {
			return Unknown, nil
		}
		e.load(e.nodes.at(id).key(), &b)
		e.expand(&b, id)
	}
	if e.won != 0 {
		return Winnable, e.line(e.won)
	}
	return Unknown, nil
}

// pop takes a node from the best open list that holds one; 0 if none does.
func (e *yukonEngine) pop() uint32 {
	for ; e.best < yukonBuckets; e.best++ {
		if id := e.open[e.best]; id != 0 {
			e.open[e.best] = e.nodes.at(id).next
			return id
		}
	}
	return 0
}

func (e *yukonEngine) reach(b *yukonBoard, parent uint32, m yukonMove) {
	id, ok := e.nodes.add(b.key, parent, m)
	if !ok {
		e.full = true
	}
	if id == 0 {
		return
	}
	if b.tops() == 0 {
		e.won = id
		return
	}
	if e.rules&yukonDead != 0 && e.dead(b) {
		return
	}
	h := e.eval(b)
	e.nodes.at(id).next = e.open[h]
	e.open[h] = id
	e.best = min(e.best, h)
}

// expand reaches every position that is one move from b.
func (e *yukonEngine) expand(b *yukonBoard, id uint32) {
	tops := b.tops()
	for set := tops & b.next(); set != 0; set &= set - 1 {
		c := lowest(set)
		e.try(b, id, yukonMove(c<<2|linkUp), 0)
	}
	for set := withParents(tops) & b.face; set != 0; set &= set - 1 {
		c := lowest(set)
		for link := uint8(linkLow); link <= linkHigh; link++ {
			if p := yukonParent(c, link); tops>>p&1 != 0 && b.col[p] != b.col[c] {
				e.try(b, id, yukonMove(c<<2|link), 0)
			}
		}
	}
	if col, ok := b.emptyColumn(e.piles); ok {
		for set := b.face >> (4 * e.ranks) & 15 << (4 * e.ranks); set != 0; set &= set - 1 {
			if c := lowest(set); b.below[c] != 0 {
				e.try(b, id, yukonMove(c<<2|linkLow), col)
			}
		}
	}
	if e.ret {
		e.returns(b, id)
	}
}

func (e *yukonEngine) returns(b *yukonBoard, id uint32) {
	for s, up := range b.up {
		if up == 0 {
			continue
		}
		c := up<<2 | uint8(s)
		if up == e.ranks {
			if col, ok := b.emptyColumn(e.piles); ok {
				e.try(b, id, yukonMove(c<<2|linkLow), col)
			}
			continue
		}
		for link := uint8(linkLow); link <= linkHigh; link++ {
			if p := yukonParent(c, link); b.tops()>>p&1 != 0 {
				e.try(b, id, yukonMove(c<<2|link), 0)
			}
		}
	}
}

// try reaches the position after a move.
func (e *yukonEngine) try(b *yukonBoard, id uint32, m yukonMove, col uint8) {
	next := *b
	c, link := uint8(m>>2), uint8(m&3)
	switch {
	case link == linkUp:
		next.raise(c)
	case b.up[c&3] >= yukonRank(c):
		next.takeBack(c, link, col, e.ranks)
	case yukonRank(c) == e.ranks:
		next.found(c, col)
	default:
		next.build(c, yukonParent(c, link))
	}
	e.settle(&next)
	e.reach(&next, id, m)
}

// takeBack brings c down from its foundation.
func (b *yukonBoard) takeBack(c, link, col, ranks uint8) {
	b.up[c&3]--
	b.key.setLink(c, link)
	b.above[c] = 0
	b.below[c] = 0
	if yukonRank(c) < ranks {
		p := yukonParent(c, link)
		b.below[c], b.above[p], col = p, c, b.col[p]
		b.exposed &^= 1 << p
	}
	b.col[c], b.top[col] = col, c
	b.exposed |= 1 << c
	b.face |= 1 << c
}

// settle makes the moves that no win can miss.
func (e *yukonEngine) settle(b *yukonBoard) {
	if e.rules&yukonSafeUp == 0 {
		return
	}
	for again := true; again; {
		again = false
		for set := b.tops() & b.next(); set != 0; set &= set - 1 {
			if c := lowest(set); e.safe(b, c) {
				b.raise(c)
				again = true
			}
		}
	}
}

// safe
func (e *yukonEngine) safe(b *yukonBoard, c uint8) bool {
	r := yukonRank(c)
	s := c & 3
	if r == 1 {
		return true
	}
	o1, o2 := uint8(1), uint8(2)
	if s == 1 || s == 2 {
		o1, o2 = 0, 3
	}
	if b.up[o1]+1 < r || b.up[o2]+1 < r {
		return false
	}
	return !e.ret || b.up[3-s]+2 >= r
}

// line spells out the moves to a node.
func (e *yukonEngine) line(id uint32) []game.Move {
	var moves []yukonMove
	for ; id > 0; id = e.nodes.at(id).parent {
		moves = append(moves, e.nodes.at(id).move())
	}
	state := e.root
	b := e.start
	var line []game.Move
	play := func(m game.Move) bool {
		next, _, err := state.Apply(m)
		if err != nil {
			panic(err)
		}
		state = next
		line = append(line, m)
		return true
	}
	locate := func(c uint8) (game.Pile, int) {
		for p := game.Pile(1); int(p) <= e.piles; p++ {
			cards, _ := state.Pile(p)
			for i, d := range cards {
				if uint8(d) == c {
					return p, len(cards) - i
				}
			}
		}
		return 0, 0
	}
	settle := func() {
		before := b.up
		e.settle(&b)
		for n := b.up; n != before; {
			for s := range before {
				if before[s] < b.up[s] {
					p, count := locate((before[s]+1)<<2 | uint8(s))
					if count == 1 {
						play(game.Move{From: p, To: game.Foundation, Count: 1})
						before[s]++
					}
				}
			}
		}
	}
	settle()
	for i := len(moves) - 2; i >= 0; i-- {
		m := moves[i]
		c, link := uint8(m>>2), uint8(m&3)
		from, count := locate(c)
		if from == 0 {
			from, count = game.FoundationOf(game.Suit(c&3)), 1
		}
		to := game.Foundation
		switch {
		case link == linkUp:
		case yukonRank(c) == e.ranks:
			for p := game.Pile(1); int(p) <= e.piles; p++ {
				if cards, _ := state.Pile(p); len(cards) == 0 {
					to = p
				}
			}
		default:
			to, _ = locate(yukonParent(c, link))
		}
		play(game.Move{From: from, To: to, Count: count})
		// mirror
		var col uint8
		if cc, ok := b.emptyColumn(e.piles); ok {
			col = cc
		}
		switch {
		case link == linkUp:
			b.raise(c)
		case b.up[c&3] >= yukonRank(c):
			b.takeBack(c, link, col, e.ranks)
		case yukonRank(c) == e.ranks:
			b.found(c, col)
		default:
			b.build(c, yukonParent(c, link))
		}
		settle()
	}
	return line
}

type yukonWeights [8]int

var yukonBaseWeights = yukonWeights{8, 3, 4, 4, 4, 0, 0, 0}

// eval
func (e *yukonEngine) eval(b *yukonBoard) int {
	w := &e.w
	hidden := bits.OnesCount64(e.all &^ b.face &^ 1)
	left := 4*int(e.ranks) - int(b.up[0]) - int(b.up[1]) - int(b.up[2]) - int(b.up[3])
	hidden -= 4*int(e.ranks) - left
	links := 0
	bad := 0
	cols := 0
	for p := range e.piles {
		if b.top[p] != 0 {
			cols++
		}
		low := [4]uint8{99, 99, 99, 99}
		_ = low
		for c := b.top[p]; c != 0; c = b.below[c] {
			if b.key.link(c) == linkRoot {
				links++
			}
		}
	}
	// depth of the next cards
	depth := 0
	for s := range b.up {
		if b.up[s] < e.ranks {
			c := (b.up[s]+1)<<2 | uint8(s)
			for d := b.above[c]; d != 0; d = b.above[d] {
				if b.key.link(d) == linkRoot {
					depth++
				}
			}
		}
	}
	h := w[0]*hidden + w[1]*links + w[2]*left + w[3]*depth + w[4]*cols + w[5]*bad
	return min(max(h, 0), yukonBuckets-1)
}
