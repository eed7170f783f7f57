// Package yukon decides Yukon, with and without return from the foundations, from any
// position with all cards known.
//
// It searches the positions that look best first, alternating between points of view, and
// proves a position lost by running out of others. A position is stored as edges, two
// bits per card: what the card lies on (see key). That is exact, up to the order of the
// columns and to swaps that can be undone (see flexible). Before a position is stored or
// expanded, two relaxations may prove it lost: the delete relaxation (see hope), and the
// same with two or four cards kept exact (see duel). No verdict depends on how positions
// are scored.
//
// The package uses nothing that was proved for Klondike, because a disordered group
// breaks those proofs. Each rule has its proof where it is used, and can be switched off.
//
// Sources: delete relaxation and abstraction come from planning; the edges, the swaps and
// the duels are our own.
package yukon

import (
	"math"
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/chunks"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// rules are the pruning rules. Each has its proof where it is used; tests switch them off
// one by one.
type rules uint8

const (
	pruneSafe     rules = 1 << iota // some cards go up at once: safe
	pruneSwaps                      // swaps between twin parents make no new position: flexible
	pruneHopeless                   // what the delete relaxation can't win is lost: hope
	pruneDuels                      // so is what a game of few cards can't win: duel

	allRules = 1<<iota - 1
)

// An Engine searches one position of Yukon, with or without return.
type Engine struct {
	root  game.State
	rules rules
	ret   bool  // cards may come back from the foundations
	ranks uint8 // the rank of the kings
	piles int

	start  board
	all    uint64             // the cards of the game
	hidden uint64             // those that are face down at the start
	under  [cardNumbers]uint8 // what each one lies on at the start

	nodes  *nodes
	lists  [views]list
	pops   int    // nodes taken from the lists
	looked int64  // nodes that were expanded, or proved lost
	random uint64 // state of a generator; the same for each search, so that searches are repeatable
	won    uint32 // a node in which all cards are up; 0 until one is found
	full   bool   // a node didn't fit into memory, so nothing can be proved any more

	benches [2]bench
	duel    duel // the current one
	eager   int  // for tests: duels of each kind at every node; 0 means as bench chooses
}

// New returns an engine for a position of Yukon, including reduced games. Any position
// will do: mid-game, and with cards in any order.
func New(state game.State) *Engine {
	r := state.Rules()
	e := &Engine{
		root: state, rules: allRules,
		ret: r.Return, ranks: uint8(r.Ranks), piles: r.Piles,
		random: 1, benches: newBenches(uint8(r.Ranks)),
	}
	for s := range game.Suit(game.Suits) {
		e.start.up[s] = uint8(e.root.Up(s))
		for rank := 1; rank <= e.root.Up(s); rank++ {
			c := game.NewCard(rank, s)
			e.all |= 1 << c
			e.start.key.setEdge(uint8(c), edgeUp)
		}
	}
	for p := range r.Piles {
		e.readColumn(state.Pile(game.Pile(p + 1)))
	}
	return e
}

func (e *Engine) readColumn(cards []game.Card, hidden int) {
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
		case i == 0 && rankOf(c) == e.ranks:
			b.key.setEdge(c, edgeLow)
		case i > hidden && fits(c, under):
			b.key.setEdge(c, edgeTo(c, under))
		}
		under = c
	}
	b.base[b.cols], b.tip[b.cols] = uint8(cards[0]), under
	b.exposed |= 1 << under
	b.cols++
}

// kings returns the set of the four kings.
func (e *Engine) kings() uint64 { return 15 << (4 * e.ranks) }

// load lays out one of the positions with a canonical key.
func (e *Engine) load(k key, b *board) {
	*b = board{key: k, face: e.all}
	var covered, still, built uint64 // still: on the same card as at the start
	for set := e.all; set != 0; set &= set - 1 {
		c := lowest(set)
		var under uint8
		switch edge := k.edge(c); {
		case edge == edgeUp:
			b.up[c&3]++
			b.face &^= 1 << c
			continue
		case edge == edgeRoot:
			under = e.under[c]
			still |= 1 << under
		case rankOf(c) < e.ranks:
			under = parentOf(c, edge)
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

// lookEvery is the number of nodes between two checks of the context. It is lower than
// the budget's, since a node with its duels can take long.
const lookEvery = 64

// Node counts of the searches when cards may return. Without return there are far fewer
// positions, and most winnable deals can be won without it. So a search that takes long
// takes turns with one that forbids return, which gets the larger share.
const (
	aloneNodes  = 1 << 15 // before the first turn of the stricter search
	turnNodes   = 1 << 11
	strictNodes = 2 * turnNodes
)

// Search visits the positions that look best first. It visits none twice and skips only
// what can't matter, so running out of them is a proof.
func (e *Engine) Search(b *search.Budget) (search.Verdict, []game.Move) {
	if e.root.Won() {
		return search.Winnable, nil
	}
	e.begin(b.Memory)
	if !e.ret {
		return e.run(b, math.MaxInt64)
	}
	verdict, line := e.run(b, aloneNodes)
	if verdict != search.Unknown || e.full || b.Spent {
		return verdict, line
	}
	strict := New(e.root)
	strict.ret = false
	strict.begin(b.Memory / 2)
	e.nodes.most = b.Memory / 2
	for verdict == search.Unknown && !b.Spent && !(e.full && strict.full) {
		switch strictVerdict, line := strict.run(b, strictNodes); strictVerdict {
		case search.Winnable:
			return search.Winnable, line
		case search.Unwinnable: // which proves nothing here
			e.nodes.most = b.Memory
			return e.run(b, math.MaxInt64)
		}
		verdict, line = e.run(b, turnNodes)
	}
	return verdict, line
}

// begin prepares a search that may take that many bytes.
func (e *Engine) begin(memory int64) {
	e.nodes = &nodes{most: memory}
	e.nodes.list.Add(&node{})
	b := e.start
	e.settle(&b)
	e.reach(&b, 0, 0)
}

// run continues a search for a number of nodes.
func (e *Engine) run(bud *search.Budget, nodes int64) (search.Verdict, []game.Move) {
	var b board
	for end := bud.Nodes + nodes; e.won == 0 && !e.full && (nodes == math.MaxInt64 || bud.Nodes < end); {
		id := e.pop()
		if id == 0 {
			return search.Unwinnable, nil
		}
		if !bud.Node() || bud.Nodes%lookEvery == 0 && pace.Ended(bud.Ctx) {
			bud.Spent = true
			return search.Unknown, nil
		}
		e.load(e.nodes.at(id).key(), &b)
		if e.looked++; !e.lost(&b, e.looked) {
			e.expand(&b, id)
		}
	}
	if e.won == 0 {
		return search.Unknown, nil
	}
	return search.Winnable, e.line(e.won)
}

// reach enters a position, and puts a new one that isn't lost on the lists.
func (e *Engine) reach(b *board, parent uint32, m move) {
	id, ok := e.nodes.add(e.canonical(b), parent, m)
	e.full = e.full || !ok
	switch {
	case id == 0:
	case b.exposed == 0:
		e.won = id
	default:
		h, d := e.outlook(b)
		if e.rules&pruneHopeless == 0 || h.won(e.ranks) {
			e.push(id, e.scores(b, d))
		}
	}
}

// A list holds the nodes to be expanded, by the score from one view. It is last in, first
// out, which prefers the newest of equal nodes.
type list struct {
	heads [scoreRange]uint32
	best  int // no node has a lower score
	worst int // nor a higher one
}

// strayEvery is how often a node of a random score is taken. Hard deals have plateaus, on
// which the best nodes all descend from one bad move.
const strayEvery = 5

func (e *Engine) push(id uint32, scores [views]int) {
	n := e.nodes.at(id)
	for view, score := range scores {
		l := &e.lists[view]
		n.next[view], l.heads[score] = l.heads[score], id
		l.best = min(l.best, score)
		l.worst = max(l.worst, score)
	}
}

// pop takes a node from the lists in turn; 0 if none is left. Each node is on all lists,
// so one empty list is enough to know.
func (e *Engine) pop() uint32 {
	e.pops++
	view := e.pops % views
	l := &e.lists[view]
	if e.pops%strayEvery == 0 && l.best < l.worst {
		e.random ^= e.random << 13 // xorshift
		e.random ^= e.random >> 7
		e.random ^= e.random << 17
		if id := e.popFrom(view, l.best+int(e.random>>33)%(l.worst-l.best)); id != 0 {
			return id
		}
	}
	for l.best < l.worst && l.heads[l.best] == 0 {
		l.best++
	}
	return e.popFrom(view, l.best)
}

// popFrom takes the first node with the score, or a higher one, that the other views
// haven't taken.
func (e *Engine) popFrom(view, score int) uint32 {
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

// A node is a position that was reached, and how. The move occupies the 24 bits that the
// key leaves free.
type node struct {
	lo, hi uint64
	parent uint32
	next   [views]uint32 // the node behind it in each list
}

const (
	nodeMove  = 40 // where the key's upper word ends and the move begins
	nodeTaken = 1 << 63
)

func (n *node) key() key   { return key{n.lo, n.hi & (1<<nodeMove - 1)} }
func (n *node) move() move { return move(n.hi >> nodeMove) }

// take marks a node, and reports whether it wasn't marked before.
func (n *node) take() bool {
	first := n.hi&nodeTaken == 0
	n.hi |= nodeTaken
	return first
}

// nodes stores the nodes and finds them by their keys. The slots are open-addressing
// tables from 32 bits of hash to the number of a node. The key in the node decides, so
// the hash needn't be unique. There are many small tables so that none takes long to
// double.
type nodes struct {
	list   chunks.List[node] // number 0 isn't a node
	tables [1 << tableBits]index
	slots  int64 // in all tables
	most   int64 // bytes
}

type index struct {
	slots []uint64
	n     int
}

const (
	tableBits  = 6
	tableFirst = 1 << 5 // slots
	roomStep   = 1 << 16
	maxNodes   = 1<<32 - 1
)

func (t *nodes) at(i uint32) *node { return t.list.At(int(i)) }

func (t *nodes) bytes() int64 { return int64(t.list.Bytes()) + 8*t.slots }

// room reports whether the nodes may use the given number of bytes more.
func (t *nodes) room(bytes int64) bool { return t.bytes()+bytes <= t.most }

// hash mixes both words of a key into 32 bits.
func (k key) hash() uint64 {
	hi, lo := bits.Mul64(k.lo^0x9e3779b97f4a7c15, k.hi<<20^k.hi>>7^0xd6e8feb86659fd93)
	h := (hi ^ lo ^ k.lo) * 0xff51afd7ed558ccd
	return h >> 32
}

// add returns the number of a new node, or 0 if the key existed. It reports false if the
// memory is used up.
func (t *nodes) add(k key, parent uint32, m move) (id uint32, ok bool) {
	h := k.hash()
	x := &t.tables[h>>(32-tableBits)]
	if 4*x.n >= 3*len(x.slots) && !t.double(x) {
		return 0, false
	}
	mask := uint64(len(x.slots) - 1)
	i := h & mask
	for ; x.slots[i] != 0; i = (i + 1) & mask {
		if slot := x.slots[i]; slot>>32 == h && t.at(uint32(slot)).key() == k {
			return 0, true
		}
	}
	if t.list.Len() == maxNodes || !t.room(roomStep) {
		return 0, false
	}
	id = uint32(t.list.Len())
	t.list.Add(&node{lo: k.lo, hi: k.hi | uint64(m)<<nodeMove, parent: parent})
	x.slots[i] = h<<32 | uint64(id)
	x.n++
	return id, true
}

// double makes a table twice as big. Meanwhile, both exist.
func (t *nodes) double(x *index) bool {
	old := x.slots
	size := max(tableFirst, 2*len(old))
	if !t.room(8 * int64(size)) {
		return false
	}
	t.slots += int64(size - len(old))
	x.slots = make([]uint64, size)
	mask := uint64(size - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := slot >> 32 & mask
		for x.slots[i] != 0 {
			i = (i + 1) & mask
		}
		x.slots[i] = slot
	}
	return true
}
