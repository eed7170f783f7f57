package solve

// A yukonBench is a bench of duels, each the twins of one or two cards. Those
// that last proved a position lost sit in front.
//
// A duel costs from about as much as expanding a node to some fifty times that.
// So duels are fought only in searches that last, those of four cards only where
// most positions turn out lost: rounds of them at a few nodes, and at the others
// those in front, as long as that often proves more.
type yukonBench struct {
	duels [][]uint8
	from  int64 // the first node
	every int64 // nodes from one round to the next
	round int   // duels in a round; the next one goes on behind them
	at    int   // where the next round begins
	front int   // duels at the other nodes
	least int   // the yield that this takes
	yield int   // how many of 1024 nodes were proved lost, lately
}

const (
	yukonYieldBits = 10
	yukonYieldFade = 6
)

// newYukonBenches returns the duels of two twins and those of four.
func newYukonBenches(ranks uint8) (benches [2]yukonBench) {
	benches[0] = yukonBench{from: 512, every: 16, round: 24, front: 2, least: 150, yield: 1 << yukonYieldBits}
	benches[1] = yukonBench{from: 1 << 19, every: 64, round: 32, front: 4, least: 50, yield: 1 << yukonYieldBits}
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
func (e *yukonEngine) lost(b *yukonBoard, nodes int64) bool {
	if e.rules&yukonDuels == 0 {
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

// choose returns the duels to fight, from one on to before another.
func (n *yukonBench) choose(nodes int64, eager int) (from, to int) {
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
func (n *yukonBench) fight(e *yukonEngine, b *yukonBoard, from, to int) bool {
	n.yield -= n.yield >> yukonYieldFade
	for i, duel := range n.duels[from:to] {
		if b.open(duel) && e.hopeless(b, duel) {
			copy(n.duels[1:], n.duels[:from+i])
			n.duels[0] = duel
			n.yield += 1 << (yukonYieldBits - yukonYieldFade)
			return true
		}
	}
	return false
}

// open reports whether one of each two twins is not up.
func (b *yukonBoard) open(duel []uint8) bool {
	for _, c := range duel {
		if b.key.link(c)&b.key.link(c^3) == linkUp {
			return false
		}
	}
	return true
}
