package solve

import "github.com/solitaire-chat/solitaire/game"

// yukonRules are the pruning rules. Each is argued for where it is used; tests
// switch them off one by one.
type yukonRules uint8

const (
	yukonSafeUp yukonRules = 1 << iota // some cards go up at once: safe
	yukonSwaps                         // swaps between twin parents make no new position: flexible
	yukonHopes                         // what is lost in the delete relaxation is lost: yukonHope
	yukonDuels                         // so is what is lost in a game of few cards: yukonDuel

	yukonAllRules = 1<<iota - 1
)

// A yukonEngine searches one position of Yukon, with or without return.
type yukonEngine struct {
	root  game.State
	rules yukonRules
	ret   bool  // cards may come back from the foundations
	ranks uint8 // the rank of the kings
	piles int

	start  yukonBoard
	all    uint64            // the cards of the game
	hidden uint64            // those that are face down at the start
	under  [yukonCards]uint8 // what each one lies on at the start

	nodes  *yukonNodes
	lists  [yukonViews]yukonList
	pops   int    // nodes taken from the lists
	random uint64 // state of a generator; the same for each search, so that it repeats
	won    uint32 // a node in which all cards are up; 0 until one is found
	full   bool   // a node found no room

	benches [2]yukonBench
	duel    yukonDuel // the one under way
	eager   int       // fight so many duels of each kind at every node, for tests; 0: the usual way
}

// newYukon returns an engine for a position of Yukon, reduced games included.
// Any position will do: mid-game, and with cards in any order.
//
// It searches the positions that look best first, from two points of view in
// turn, and proves a position lost by running out of others. The positions it
// tells apart are exact, up to the order of the columns and swaps that can be
// undone. A search takes at most the memory of its budget and then gives up.
func newYukon(state game.State) *yukonEngine {
	r := state.Rules()
	e := &yukonEngine{
		root: state, rules: yukonAllRules,
		ret: r.Return, ranks: uint8(r.Ranks), piles: r.Piles,
		random: 1, benches: newYukonBenches(uint8(r.Ranks)),
	}
	for s := range game.Suit(game.Suits) {
		e.readFoundation(s)
	}
	for p := range r.Piles {
		e.readColumn(state.Pile(game.Pile(p + 1)))
	}
	return e
}

func (e *yukonEngine) readFoundation(s game.Suit) {
	e.start.up[s] = uint8(e.root.Up(s))
	for rank := 1; rank <= e.root.Up(s); rank++ {
		c := game.NewCard(rank, s)
		e.all |= 1 << c
		e.start.key.setLink(uint8(c), linkUp)
	}
}

func (e *yukonEngine) readColumn(cards []game.Card, hidden int) {
	if len(cards) == 0 {
		return
	}
	b := &e.start
	var under uint8
	for i, card := range cards {
		c := uint8(card)
		e.all |= 1 << c
		e.under[c], b.below[c], b.above[under] = under, under, c
		b.col[c] = b.cols
		if i < hidden {
			e.hidden |= 1 << c
		} else {
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
	b.base[b.cols], b.tip[b.cols] = uint8(cards[0]), under
	b.exposed |= 1 << under
	b.cols++
}

// kings returns the set of the four kings.
func (e *yukonEngine) kings() uint64 { return 15 << (4 * e.ranks) }

// load lays out one of the positions that a canonical key stands for.
func (e *yukonEngine) load(k yukonKey, b *yukonBoard) {
	*b = yukonBoard{key: k, face: e.all}
	var covered, still, built uint64 // still: what lay on them at the start does so still
	for set := e.all; set != 0; set &= set - 1 {
		c := yukonLowest(set)
		var under uint8
		switch link := k.link(c); {
		case link == linkUp:
			b.up[c&3]++
			b.face &^= 1 << c
			continue
		case link == linkRoot:
			under = e.under[c]
			still |= 1 << under
		case yukonRank(c) < e.ranks:
			under = yukonParent(c, link)
			built |= 1 << c
		}
		b.below[c] = under
		if under == 0 {
			b.base[b.cols] = c
			b.cols++
			continue
		}
		b.above[under] = c
		covered |= 1 << under
	}
	uncovered := b.face &^ covered
	b.face &^= still & e.hidden
	b.arrange(e.flexible(built, uncovered), 0)
}
