package solve

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// yukonTimed solves a deal within so much processor time.
func yukonTimed(t *testing.T, s game.State, limit time.Duration) (v Verdict, used time.Duration, nodes int64) {
	t.Helper()
	start := processorTime()
	b := &budget{ctx: cpuLimit{context.Background(), start + limit}, memory: 1 << 30}
	v, line := newYukon(s).search(b)
	used = processorTime() - start
	if v == Winnable {
		mustWin(t, "", s, line)
	}
	return v, used, b.nodes
}

// yukonDeals returns the deals of the given file whose names begin so, or a
// range of numbered deals, "1-200".
func yukonDeals(t *testing.T, what string) (deals []yukonDeal) {
	t.Helper()
	var from, to int
	if n, _ := fmt.Sscanf(what, "%d-%d", &from, &to); n == 2 {
		for n := from; n <= to; n++ {
			d := yukonDeal{ID: fmt.Sprint(game.Generator, " ", n)}
			for _, c := range game.Numbered(n) {
				d.Cards = append(d.Cards, c.String())
			}
			deals = append(deals, d)
		}
		return deals
	}
	return slices.DeleteFunc(readYukonLines[yukonDeal](t, "verdicts.jsonl"), func(d yukonDeal) bool {
		return !strings.HasPrefix(d.ID, what)
	})
}

// TestYukonMeasure prints how fast deals are decided, 5 s of processor time
// each: YUKON_DEALS=yukon-random (or kpat-yukon, or 1-200) picks the deals,
// YUKON_RETURN=1 the rules with return.
func TestYukonMeasure(t *testing.T) {
	what := os.Getenv("YUKON_DEALS")
	if what == "" {
		t.Skip("YUKON_DEALS names no deals to measure")
	}
	counts := map[Verdict]int{}
	var times []time.Duration
	var total time.Duration
	var nodes int64
	for _, d := range yukonDeals(t, what) {
		s := d.state(t, os.Getenv("YUKON_RETURN") != "")
		v, used, n := yukonTimed(t, s, 5*time.Second)
		yukonCheck(t, d.ID, v, d.Verdicts[s.Rules().String()])
		if v == Unknown || used > time.Second {
			t.Log(d.ID, v, used, n, "nodes")
		}
		counts[v]++
		times = append(times, used)
		total += used
		nodes += n
	}
	slices.Sort(times)
	at := func(percent int) time.Duration { return times[(len(times)-1)*percent/100] }
	t.Logf("winnable %d, unwinnable %d, unknown %d; median %v, p90 %v, p99 %v, total %v; %.0f nodes/s",
		counts[Winnable], counts[Unwinnable], counts[Unknown], at(50), at(90), at(99), total, float64(nodes)/total.Seconds())
}

func BenchmarkYukon(b *testing.B) {
	for _, ret := range []bool{false, true} {
		s, err := game.Deal(game.YukonRules(ret), game.Numbered(1067))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(s.Rules().String(), func(b *testing.B) {
			g, stored := newGauge(b), newYukon(s).nodes
			for b.Loop() {
				bud := &budget{ctx: context.Background(), memory: 1 << 30, limit: 20_000}
				e := newYukon(s)
				e.search(bud)
				g.nodes, stored = g.nodes+bud.nodes, e.nodes
			}
			g.report(len(stored.chunks)*yukonChunkBytes+8*int(stored.slots), int(stored.n))
		})
	}
}
