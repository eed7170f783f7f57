package yukon

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// A hope is the delete relaxation of a position: whatever was once available stays
// available. A card that has left its place can lie anywhere, and a card that was once
// free can be built on for ever. What can't be won even so can't be won at all: the
// relaxation allows each move of a winning line in turn, since everything that the move
// needs was granted before.
type hope struct {
	open  uint64 // cards that have nothing on them at some time
	face  uint64 // cards face up at some time
	loose uint64 // cards that have left what they lie on
	bare  bool   // a column is empty at some time
	next  uint64 // the cards that the foundations wait for
}

func (e *Engine) hope(b *board) hope {
	return hope{open: b.exposed, face: b.face, next: b.next(), bare: int(b.cols) < e.piles}
}

// won reports whether all cards go up.
func (h *hope) won(ranks uint8) bool { return h.next == 15<<(4*ranks+4) }

// outlook returns the result of the relaxation, and how long it took.
func (e *Engine) outlook(b *board) (h hope, d depth) {
	h = e.hope(b)
	root := e.rooted(b)
	for before := h.loose; h.round(e, b, 0, 0); before = h.loose {
		d.rounds++
		d.late += d.rounds * bits.OnesCount64(h.loose&^before&root)
	}
	return h, d
}

// close runs the relaxation to its end. The cards of frozen don't move; those of covered
// can't be built on and don't go up.
func (h *hope) close(e *Engine, b *board, frozen, covered uint64) {
	for h.round(e, b, frozen, covered) {
	}
}

// round makes every available move, and reports whether there was one.
func (h *hope) round(e *Engine, b *board, frozen, covered uint64) bool {
	more := h.raise(b, frozen|covered)
	if e.ret {
		back := h.backs(e, covered) &^ frozen &^ h.open
		more = more || back != 0
		h.open |= back
	}
	free := children(h.open&^covered) | h.bareKings(e)
	for free &= h.face &^ h.loose &^ frozen; free != 0; free &= free - 1 {
		c := lowest(free)
		if h.movable(e, b, c, covered) {
			h.leave(b, c)
			more = true
		}
	}
	return more
}

// raise puts up all cards that can go, except those of stay.
func (h *hope) raise(b *board, stay uint64) bool {
	more := false
	for set := h.next & h.open &^ stay; set != 0; set = h.next & h.open &^ stay {
		h.next += set<<4 - set
		more = true
		for ; set != 0; set &= set - 1 {
			h.leave(b, lowest(set))
		}
	}
	return more
}

// fullClubs is the set of the clubs, and of what a full foundation needs next.
const fullClubs = uint64(0x0111111111111110)

// backs returns the cards that can come back from the foundations.
func (h *hope) backs(e *Engine, covered uint64) uint64 {
	var up uint64
	for s := range game.Suits {
		suit := fullClubs << s
		up |= (h.next&suit - 1) & suit
	}
	return up & (children(h.open&^covered) | h.bareKings(e))
}

// bareKings returns the kings if a column is empty for them.
func (h *hope) bareKings(e *Engine) uint64 {
	if !h.bare {
		return 0
	}
	return e.kings()
}

// leave makes c leave what it lies on.
func (h *hope) leave(b *board, c uint8) {
	if h.loose>>c&1 != 0 {
		return
	}
	h.loose |= 1 << c
	under := b.below[c]
	if under == 0 {
		h.bare = true
		return
	}
	h.open |= 1 << under
	h.face |= 1 << under
}

// movable reports whether c has somewhere to go. Kings in free always do.
func (h *hope) movable(e *Engine, b *board, c uint8, covered uint64) bool {
	if rankOf(c) == e.ranks {
		return b.below[c] != 0
	}
	low := parentOf(c, edgeLow)
	return h.canBuild(b, c, low, covered) || h.canBuild(b, c, parentOf(c, edgeHigh), covered)
}

// canBuild reports whether p is available for c to lie on.
func (h *hope) canBuild(b *board, c, p uint8, covered uint64) bool {
	return h.open&^covered>>p&1 != 0 && (b.col[p] != b.col[c] || h.apart(b, c, p))
}

// apart reports whether c and p, both in one column, can come into two columns. They
// can't if p lies on c and no card from above c up to p can leave its place.
func (h *hope) apart(b *board, c, p uint8) bool {
	if h.loose>>c&1 != 0 {
		return true
	}
	for d := p; d != c; d = b.below[d] {
		if d == 0 || h.loose>>d&1 != 0 {
			return true
		}
	}
	return false
}

// A bench is a list of duels, each about the twins of one or two cards. Those that last
// proved a position lost come first.
//
// A duel costs between once and fifty times as much as expanding a node. So duels are
// fought only in long searches, and those of four cards only where most positions turn
// out to be lost: whole rounds of them at some nodes, and at the others the first ones,
// as long as they prove enough positions lost.
type bench struct {
	duels [][]uint8
	from  int64 // the first node
	every int64 // nodes from one round to the next
	round int   // duels in a round; the next round continues behind them
	at    int   // where the next round begins
	front int   // duels at the other nodes
	least int   // the yield that this requires
	yield int   // how many of 1024 recent nodes were proved lost
}

const (
	yieldBits = 10
	yieldFade = 6
)

// newBenches returns the duels of two twins and those of four.
func newBenches(ranks uint8) (benches [2]bench) {
	benches[0] = bench{from: 512, every: 16, round: 24, front: 2, least: 150, yield: 1 << yieldBits}
	benches[1] = bench{from: 1 << 19, every: 64, round: 32, front: 4, least: 50, yield: 1 << yieldBits}
	var single []uint8
	for rank := uint8(1); rank < ranks; rank++ {
		single = append(single, rank<<2, rank<<2|1)
	}
	for i, c := range single {
		benches[0].duels = append(benches[0].duels, []uint8{c})
		for _, d := range single[:i] {
			benches[1].duels = append(benches[1].duels, []uint8{d, c})
		}
	}
	return benches
}

// lost reports whether a duel proves b lost.
func (e *Engine) lost(b *board, nodes int64) bool {
	if e.rules&pruneDuels == 0 {
		return false
	}
	for i := range e.benches {
		bench := &e.benches[i]
		if nodes < bench.from && e.eager == 0 {
			return false
		}
		if from, to := bench.choose(nodes, e.eager); from < to && bench.fight(e, b, from, to) {
			return true
		}
	}
	return false
}

// choose returns the duels to fight, as a range.
func (n *bench) choose(nodes int64, eager int) (from, to int) {
	switch {
	case eager > 0:
		return 0, min(eager, len(n.duels))
	case nodes%n.every == 0:
		from, to = n.at, min(n.at+n.round, len(n.duels))
		n.at = to % max(1, len(n.duels))
		return from, to
	case n.yield >= n.least:
		return 0, min(n.front, len(n.duels))
	}
	return 0, 0
}

// fight fights duels until one proves b lost, and brings that one to the front.
func (n *bench) fight(e *Engine, b *board, from, to int) bool {
	n.yield -= n.yield >> yieldFade
	for i, duel := range n.duels[from:to] {
		if b.open(duel) && e.hopeless(b, duel) {
			copy(n.duels[1:], n.duels[:from+i])
			n.duels[0] = duel
			n.yield += 1 << (yieldBits - yieldFade)
			return true
		}
	}
	return false
}

// open reports whether one of each two twins isn't up.
func (b *board) open(duel []uint8) bool {
	for _, c := range duel {
		if b.key.edge(c)&b.key.edge(c^3) == edgeUp {
			return false
		}
	}
	return true
}

// A duel is a game about two cards, or twice two. Two are twins: cards of one rank and
// colour, which compete for the same two parents. The duel knows exactly where these
// cards lie. All others are relaxed as in hope, except that nothing can be put on a card,
// and it can't go up, while a card of the duel lies on it. Every line of the real game is
// also one of the duel, so if the duel is lost, so is the real game. Duels prove many
// positions lost that look good in the relaxation, since there both twins can use one
// parent, and one parent can be up for one card and still be there for another.
//
// The state of a duel is the edges of its cards, two bits each. What the other cards can
// do in a state depends on how it was reached; the union over all ways is enough. (In
// planning: an abstraction that keeps a few variables and relaxes the rest.)
type duel struct {
	e       *Engine
	b       *board
	n       int // cards
	cards   [maxDuelCards]uint8
	hopes   [1 << (2 * maxDuelCards)]hope
	seen    [1 << (2 * maxDuelCards) / 64]uint64 // states that were reached
	pending [1 << (2 * maxDuelCards) / 64]uint64 // those to visit, or to visit again
	won     bool
}

// maxDuelCards is the most cards in a duel.
const maxDuelCards = 4

// hopeless reports whether the duel of the cards and their twins proves b lost. None of
// them is a king.
func (e *Engine) hopeless(b *board, cards []uint8) bool {
	t := &e.duel
	t.e, t.b, t.n, t.won = e, b, 0, false
	t.seen, t.pending = [4]uint64{}, [4]uint64{}
	var state uint8
	for _, c := range cards {
		t.cards[t.n], t.cards[t.n+1] = c, c^3
		state |= (b.key.edge(c) | b.key.edge(c^3)<<2) << (2 * t.n)
		t.n += 2
	}
	t.reach(state, e.hope(b))
	for state, ok := t.take(); ok && !t.won; state, ok = t.take() {
		t.expand(state)
	}
	return !t.won
}

// take takes a pending state. The higher the edges, the nearer the win.
func (t *duel) take() (state uint8, ok bool) {
	for i := len(t.pending) - 1; i >= 0; i-- {
		if set := &t.pending[i]; *set != 0 {
			at := bits.Len64(*set) - 1
			*set &^= 1 << at
			return uint8(64*i + at), true
		}
	}
	return 0, false
}

// reach enters a state with what was available on the way.
func (t *duel) reach(state uint8, h hope) {
	word, bit := state/64, uint64(1)<<(state%64)
	if t.seen[word]&bit != 0 {
		h.join(&t.hopes[state])
	}
	h.close(t.e, t.b, t.frozen(state), t.covered(state))
	if h.won(t.e.ranks) {
		t.won = true
		return
	}
	if t.seen[word]&bit == 0 || h != t.hopes[state] {
		t.seen[word] |= bit
		t.pending[word] |= bit
		t.hopes[state] = h
	}
}

// join adds what is available in o.
func (h *hope) join(o *hope) {
	h.open |= o.open
	h.face |= o.face
	h.loose |= o.loose
	h.bare = h.bare || o.bare
	var next uint64
	for s := range game.Suits {
		suit := fullClubs << s
		next |= max(h.next&suit, o.next&suit)
	}
	h.next = next
}

func (t *duel) edge(state uint8, i int) uint8 { return state >> (2 * i) & 3 }

// frozen returns the twins that aren't up: they move only by moves of the duel. With
// return they stay frozen when they are up, for the same reason.
func (t *duel) frozen(state uint8) (set uint64) {
	for i, c := range t.cards[:t.n] {
		if t.e.ret || t.edge(state, i) != edgeUp {
			set |= 1 << c
		}
	}
	return set
}

// covered returns the parents that the twins lie on.
func (t *duel) covered(state uint8) (set uint64) {
	for i, c := range t.cards[:t.n] {
		edge := t.edge(state, i)
		if edge == edgeLow || edge == edgeHigh {
			set |= 1 << parentOf(c, edge)
		}
	}
	return set
}

// expand makes the moves of the twins. With return, one that is up may come down; its
// suit's foundation, once filled, stays filled.
func (t *duel) expand(state uint8) {
	covered := t.covered(state)
	for i, c := range t.cards[:t.n] {
		h, up, suit := t.hopes[state], t.edge(state, i) == edgeUp, fullClubs<<(c&3)
		if !up && h.open&^covered>>c&1 != 0 && h.next&suit >= 1<<c {
			h.next = h.next&^suit | max(h.next&suit, 16<<c)
			t.move(state, i, edgeUp, h)
			h = t.hopes[state]
		}
		if up && !t.e.ret || !up && h.face>>c&1 == 0 {
			continue
		}
		for edge := uint8(edgeLow); edge <= edgeHigh; edge++ {
			p, h := parentOf(c, edge), h
			switch {
			case edge == t.edge(state, i):
			case !up && h.canBuild(t.b, c, p, covered):
				t.move(state, i, edge, h)
			case up && h.open&^covered>>p&1 != 0:
				h.open |= 1 << c
				h.face |= 1 << c
				t.move(state, i, edge, h)
			}
		}
	}
}

// move gives twin i another edge.
func (t *duel) move(state uint8, i int, edge uint8, h hope) {
	h.leave(t.b, t.cards[i])
	t.reach(state&^(3<<(2*i))|edge<<(2*i), h)
}
