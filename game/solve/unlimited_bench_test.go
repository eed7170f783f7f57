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
	b.ReportAllocs()
	for b.Loop() {
		e, _ := newUnlimited(deals[i%len(deals)], seen)
		e.search(work)
		i++
	}
	b.ReportMetric(float64(work.nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkUnlimitedEasy solves one deal of median difficulty.
func BenchmarkUnlimitedEasy(b *testing.B) {
	s, err := game.Deal(game.KlondikeRules(3, 0, true), game.Numbered(5))
	if err != nil {
		b.Fatal(err)
	}
	seen := new(table)
	work := freshBudget()
	b.ReportAllocs()
	for b.Loop() {
		e, _ := newUnlimited(s, seen)
		e.search(work)
	}
	b.ReportMetric(float64(work.nodes)/b.Elapsed().Seconds(), "nodes/s")
}
