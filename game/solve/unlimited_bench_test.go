package solve

import (
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// BenchmarkUnlimited solves the deals 1 to 100 by turns, the way that wins
// spelt out in moves of the engine.
func BenchmarkUnlimited(b *testing.B) {
	for _, draw := range []int{1, 3} {
		for _, ret := range []bool{true, false} {
			r := game.KlondikeRules(draw, 0, ret)
			b.Run(r.String(), func(b *testing.B) { benchmarkUnlimited(b, r) })
		}
	}
}

func benchmarkUnlimited(b *testing.B, r game.Rules) {
	var deals []game.State
	for n := range 100 {
		s, err := game.Deal(r, game.Numbered(n+1))
		if err != nil {
			b.Fatal(err)
		}
		deals = append(deals, s)
	}
	seen := new(table)
	work := freshBudget()
	i := 0
	g := newGauge(b)
	for b.Loop() {
		e, _ := newUnlimited(deals[i%len(deals)], seen)
		e.search(work)
		i++
	}
	g.nodes = work.nodes
	fill(b, r, seen)
	g.report(8*len(seen.slots), seen.used)
}

// fill lets a table hold what a hard deal needs: after an easy one its smallest
// size is nearly empty, and tells nothing.
func fill(b *testing.B, r game.Rules, seen *table) {
	b.Helper()
	s, err := game.Deal(r, game.Numbered(8951))
	if err != nil {
		b.Fatal(err)
	}
	e, ok := newUnlimited(s, seen)
	if !ok {
		b.Fatal("a deal that the engine can't hold")
	}
	e.memory = defaultMemory
	e.run(e.root, freshBudget(), 300_000)
}

// BenchmarkUnlimitedEasy solves one deal of median difficulty.
func BenchmarkUnlimitedEasy(b *testing.B) {
	s, err := game.Deal(game.KlondikeRules(3, 0, true), game.Numbered(5))
	if err != nil {
		b.Fatal(err)
	}
	seen := new(table)
	work := freshBudget()
	g := newGauge(b)
	for b.Loop() {
		e, _ := newUnlimited(s, seen)
		e.search(work)
	}
	g.nodes = work.nodes
	fill(b, s.Rules(), seen)
	g.report(8*len(seen.slots), seen.used)
}
