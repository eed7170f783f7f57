package solve

import (
	"math/bits"
	"os"

	"github.com/solitaire-chat/solitaire/game"
)

// yukonRules are the pruning rules, each of which tests can switch off.
type yukonRules uint16

const (
	yukonSafeUp yukonRules = 1 << iota
	yukonDead
	yukonSwaps

	yukonAllRules = 1<<iota - 1
)

// A yukonEngine searches one Yukon position.
type yukonEngine struct {
	root                    game.State
	rules                   yukonRules
	ret                     bool
	ranks                   uint8
	piles                   int
	start                   yukonBoard
	all                     uint64            // the cards of the tableau at the start
	downs                   uint64            // those face down
	under                   [yukonCards]uint8 // what a card lay on
	nodes                   *yukonNodes
	open                    [yukonBuckets]uint32
	best                    int // no open list before this one holds a node
	won                     uint32
	full                    bool
	w                       yukonWeights
	pairs                   []uint8
	levels, rounds, levels0 int
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
		e.readPile(cards, hidden)
	}
	return e
}

func (e *yukonEngine) readPile(cards []game.Card, hidden int) {
	b := &e.start
	var under uint8
	for i, card := range cards {
		c := uint8(card)
		e.all |= 1 << c
		e.under[c], b.below[c] = under, under
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
	if under != 0 {
		b.bases[b.cols], b.tip[b.cols] = uint8(cards[0]), under
		for _, card := range cards {
			b.col[card] = b.cols
		}
		b.cols++
		b.exposed |= 1 << under
	}
}

// load lays out a position of the class that a canonical key stands for.
func (e *yukonEngine) load(k yukonKey, b *yukonBoard) {
	*b = yukonBoard{key: k}
	down, built := uint64(0), uint64(0)
	b.face = e.all
	for set := e.all; set != 0; set &= set - 1 {
		c := lowest(set)
		link := k.link(c)
		if link == linkUp {
			b.up[c&3]++
			b.face &^= 1 << c
			continue
		}
		var under uint8
		switch {
		case link == linkRoot:
			under = e.under[c]
			down |= 1 << under
		case yukonRank(c) < e.ranks:
			under = yukonParent(c, link)
			built |= 1 << c
		}
		b.below[c] = under
		if under == 0 {
			b.bases[b.cols] = c
			b.cols++
		} else {
			b.above[under] = c
			b.exposed |= 1 << under // for now: the cards that are covered
		}
	}
	uncovered := b.face &^ b.exposed
	b.face &^= down & e.downs
	b.arrange(e.flexible(b, built, uncovered), 0)
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
		if usePairs && bud.nodes > 300 && e.hopelessPairs(&b) {
			continue
		}
		if experiment && bud.nodes%5000 == 1 {
			st := &expStats
			st[0]++
			if e.hopeless1(&b) {
				st[1]++
			}
			if e.hopelessTwins(&b) {
				st[2]++
			}
			if e.hopeless2(&b) {
				st[3]++
			}
		}
		e.expand(&b, id)
	}
	if e.won != 0 {
		line, err := e.line(e.won)
		if err != nil {
			panic(err)
		}
		return Winnable, line
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
	id, ok := e.nodes.add(e.canonical(b), parent, m)
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

// expand reaches every class of positions that is one lasting move away.
func (e *yukonEngine) expand(b *yukonBoard, id uint32) {
	tops := b.tops()
	flex := e.flex(b)
	ends := tops // cards that something can be put on, swaps granted
	for set := flex; set != 0; set &= set - 1 {
		ends |= 1 << b.below[lowest(set)]
	}
	for set := ends & b.next(); set != 0; set &= set - 1 {
		e.try(b, id, newYukonMove(lowest(set), linkUp))
	}
	for set := withParents(ends) & b.face &^ flex; set != 0; set &= set - 1 {
		c := lowest(set)
		for link := uint8(linkLow); link <= linkHigh; link++ {
			if p := yukonParent(c, link); ends>>p&1 != 0 && p != b.below[c] {
				e.try(b, id, newYukonMove(c, link))
			}
		}
	}
	kings := uint64(15) << (4 * e.ranks)
	if int(b.cols) < e.piles {
		for set := b.face & kings; set != 0; set &= set - 1 {
			if c := lowest(set); b.below[c] != 0 {
				e.try(b, id, newYukonMove(c, linkLow))
			}
		}
	}
	if e.ret {
		e.returns(b, id, ends)
	}
}

func (e *yukonEngine) returns(b *yukonBoard, id uint32, ends uint64) {
	for s, up := range b.up {
		if up == 0 {
			continue
		}
		c := up<<2 | uint8(s)
		if up == e.ranks {
			if int(b.cols) < e.piles {
				e.try(b, id, newYukonMove(c, linkLow))
			}
			continue
		}
		for link := uint8(linkLow); link <= linkHigh; link++ {
			if p := yukonParent(c, link); ends>>p&1 != 0 {
				e.try(b, id, newYukonMove(c, link))
			}
		}
	}
}

// try reaches the class after a move, if some position here allows it.
func (e *yukonEngine) try(b *yukonBoard, id uint32, m yukonMove) {
	next := *b
	if e.ready(&next, m) {
		e.play(&next, m)
		e.settle(&next)
		e.reach(&next, id, m)
	}
}

// ready swaps cards until a move is legal, if that can be.
func (e *yukonEngine) ready(b *yukonBoard, m yukonMove) bool {
	c, link := m.card(), m.link()
	if link == linkUp {
		return b.above[c] == 0 || e.vacate(b, c, 0)
	}
	if yukonRank(c) == e.ranks {
		return true
	}
	p := yukonParent(c, link)
	if b.face>>c&1 == 0 { // comes back from its foundation
		return b.above[p] == 0 || e.vacate(b, p, 0)
	}
	if b.above[p] == 0 && b.col[p] != b.col[c] {
		return true
	}
	return e.vacate(b, p, c)
}

// vacate rearranges the flexible cards so that p has nothing on it and doesn't
// lie on the card cut. The card that could be on p stays on its other parent.
func (e *yukonEngine) vacate(b *yukonBoard, p, cut uint8) bool {
	flex := e.flex(b)
	d := b.above[p]
	switch {
	case d == 0:
		return e.arrangeCut(b, flex&^withParents(1<<p), cut, p)
	case flex>>d&1 == 0:
		return false
	}
	q := yukonParent(d, 3-yukonLinkTo(d, p))
	b.above[p] = 0
	b.above[q], b.below[d] = d, q
	b.key.setLink(d, yukonLinkTo(d, q))
	return e.arrangeCut(b, flex&^(1<<d), cut, p)
}

// play makes a legal move.
func (e *yukonEngine) play(b *yukonBoard, m yukonMove) {
	c, link := m.card(), m.link()
	switch {
	case link == linkUp:
		b.raise(c)
	case b.up[c&3] >= yukonRank(c):
		b.takeBack(c, link, e.ranks)
	case yukonRank(c) == e.ranks:
		b.found(c)
	default:
		b.build(c, yukonParent(c, link))
	}
}

// settle sends up every card that goes up by itself.
func (e *yukonEngine) settle(b *yukonBoard) {
	for {
		c, ok := e.safeCard(b)
		if !ok {
			return
		}
		b.raise(c)
	}
}

// safeCard returns a card that goes up by itself.
func (e *yukonEngine) safeCard(b *yukonBoard) (uint8, bool) {
	if e.rules&yukonSafeUp == 0 {
		return 0, false
	}
	for set := b.tops() & b.next(); set != 0; set &= set - 1 {
		if c := lowest(set); e.safe(b, c) {
			return c, true
		}
	}
	return 0, false
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

type yukonWeights [yukonFeatures]int

const yukonFeatures = 14

var yukonBaseWeights = yukonWeights{8, 3, 4, 4, 4}

// eval
func (e *yukonEngine) eval(b *yukonBoard) int {
	w := &e.w
	var f [yukonFeatures]int
	left := 4*int(e.ranks) - int(b.up[0]) - int(b.up[1]) - int(b.up[2]) - int(b.up[3])
	f[0] = left - bits.OnesCount64(b.face&^1)
	f[2] = left
	tops := b.tops()
	f[4] = int(b.cols)
	for _, tip := range b.tip[:b.cols] {
		low := [4]uint8{}
		for i := range low {
			low[i] = 99
		}
		// from the bottom up would be natural; walk down and use highs instead
		high := [4]uint8{}
		for c := tip; c != 0; c = b.below[c] {
			if b.key.link(c) == linkRoot {
				f[1]++
				if c>>2 == e.ranks {
					f[6]++
				}
			}
			if high[c&3] > c>>2 {
				f[5]++
			} else {
				high[c&3] = c >> 2
			}
		}
	}
	free := withParents(tops) & b.face
	f[7] = bits.OnesCount64(free)
	f[8] = e.levels
	f[9] = e.rounds
	// root-linked cards without an exposed parent at present
	for s := range b.up {
		if b.up[s] < e.ranks {
			c := (b.up[s]+1)<<2 | uint8(s)
			for d := b.above[c]; d != 0; d = b.above[d] {
				if b.key.link(d) == linkRoot {
					f[3]++
				} else {
					f[10]++
				}
			}
		}
	}
	mx, mn := max(b.up[0], b.up[1], b.up[2], b.up[3]), min(b.up[0], b.up[1], b.up[2], b.up[3])
	f[11] = int(mx - mn)
	f[12] = e.levels0
	h := 0
	for i, x := range f {
		h += w[i] * x
	}
	return min(max(h>>2, 0), yukonBuckets-1)
}

var experiment = os.Getenv("YUKON_EXP") != ""
var expStats [8]int
var usePairs = os.Getenv("YUKON_PAIRS") != ""
