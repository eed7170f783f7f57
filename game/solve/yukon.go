package solve

import (
	"github.com/solitaire-chat/solitaire/game"
)

// yukonRules are the pruning rules, each of which tests can switch off.
type yukonRules uint16

const (
	yukonSafeUp yukonRules = 1 << iota
	yukonDead
	yukonSwaps
	yukonTwinRule

	yukonAllRules = 1<<iota - 1
)

// A yukonEngine searches one Yukon position.
type yukonEngine struct {
	root   game.State
	rules  yukonRules
	ret    bool
	ranks  uint8
	piles  int
	start  yukonBoard
	all    uint64            // the cards of the tableau at the start
	downs  uint64            // those face down
	under  [yukonCards]uint8 // what a card lay on
	nodes  *yukonNodes
	lists  [yukonViews]yukonLists
	stray  int
	random uint64
	turn   int    // the view that was last asked
	won    uint32 // a node in which all cards are up
	full   bool   // a node found no room

	rounds, late int // what dead counts for eval

	twins                         []uint8 // the lower ones, those first that last proved something
	w                             [yukonViews]yukonWeights
	twinsFrom, twinsEvery         int64
	twinsFront, twinsYield, yield int
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
	e.stray, e.random = 8, 0x9e3779b97f4a7c15
	e.twinsFrom, e.twinsEvery, e.twinsFront, e.twinsYield, e.yield = twinsFrom, twinsEvery, twinsFront, twinsYield, 1024
	for rank := range e.ranks - 1 {
		e.twins = append(e.twins, (rank+1)<<2, (rank+1)<<2|1)
	}
	return e
}

// kings returns all four kings.
func (e *yukonEngine) kings() uint64 { return 15 << (4 * e.ranks) }

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
