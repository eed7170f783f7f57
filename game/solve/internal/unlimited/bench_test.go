package unlimited

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// BenchmarkSearch solves the deals 1 to 100 in turn, including writing the win as moves
// of the engine.
func BenchmarkSearch(b *testing.B) {
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
	seen := new(Workspace)
	work := &search.Budget{Ctx: context.Background(), Memory: search.DefaultMemory}
	i := 0
	g := solvetest.NewGauge(b)
	for b.Loop() {
		e, _ := New(deals[i%len(deals)], seen)
		e.Search(work)
		i++
	}
	g.Nodes = work.Nodes
	g.Report(0, 0)
}

// BenchmarkSearchEasy solves one deal of median difficulty.
func BenchmarkSearchEasy(b *testing.B) {
	s, err := game.Deal(game.KlondikeRules(3, 0, true), game.Numbered(5))
	if err != nil {
		b.Fatal(err)
	}
	seen := new(Workspace)
	work := &search.Budget{Ctx: context.Background(), Memory: search.DefaultMemory}
	g := solvetest.NewGauge(b)
	for b.Loop() {
		e, _ := New(s, seen)
		e.Search(work)
	}
	g.Nodes = work.Nodes
	g.Report(0, 0)
}
