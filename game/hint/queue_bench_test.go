package hint_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// BenchmarkQueue64 lets 64 players ask for a hint at once, while others make moves. It
// reports how long the last player waits, and how late the slowest of a hundred moves is.
func BenchmarkQueue64(b *testing.B) {
	solver := solve.New()
	for b.Loop() {
		d := hint.NewQueue(hint.QueueConfig{})
		begin := time.Now()
		stop, late := make(chan struct{}), make(chan []time.Duration)
		go func() { late <- moves(stop) }()
		var all sync.WaitGroup
		for i := range 64 {
			all.Go(func() {
				_ = d.Ask(context.Background(), fmt.Sprint(i), func(ctx context.Context) { ask(ctx, b, solver, i) })
			})
		}
		all.Wait()
		b.ReportMetric(time.Since(begin).Seconds(), "s/all")
		close(stop)
		took := <-late
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms/move-p99")
	}
}

// ask advises on a fresh deal.
func ask(ctx context.Context, b *testing.B, solver *solve.Solver, number int) {
	s, err := game.Deal(game.KlondikeRules(1, 1, false), game.Numbered(number+1))
	if err != nil {
		b.Error(err)
		return
	}
	a := hint.NewAdviser(solver).Advise(ctx, hint.NewTable(s.View()), rand.NewPCG(1, 2), hint.Limits{})
	if !a.OK {
		b.Errorf("deal %d: no hint", number+1)
	}
}

// moves makes a move every two milliseconds and returns the delay of each.
func moves(stop <-chan struct{}) (took []time.Duration) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	g, err := game.New(game.KlondikeRules(1, 0, false), game.Numbered(1), game.Origin{})
	for err == nil {
		select {
		case <-stop:
			return took
		case due := <-tick.C:
			if _, refused := g.Do(game.Draw); refused != nil {
				_, _ = g.Do(game.TurnOver)
			}
			_, err = g.MarshalBinary()
			took = append(took, time.Since(due))
		}
	}
	return took
}
