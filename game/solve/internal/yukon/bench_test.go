package yukon

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// timed solves a deal within the given processor time.
func timed(t *testing.T, s game.State, limit time.Duration) (v search.Verdict, used time.Duration, nodes int64) {
	t.Helper()
	start := solvetest.ProcessorTime()
	b := &search.Budget{Ctx: solvetest.CPULimit{Context: context.Background(), End: start + limit}, Memory: 1 << 30}
	v, line := New(s).Search(b)
	used = solvetest.ProcessorTime() - start
	if v == search.Winnable {
		solvetest.MustWin(t, "", s, line)
	}
	return v, used, b.Nodes
}

// knownDeals returns the deals of a file whose names begin with a prefix, or a range of
// numbered deals such as "1-200".
func knownDeals(t *testing.T, what string) (deals []knownDeal) {
	t.Helper()
	var from, to int
	if n, _ := fmt.Sscanf(what, "%d-%d", &from, &to); n == 2 {
		for n := from; n <= to; n++ {
			d := knownDeal{ID: fmt.Sprint(game.Generator, " ", n)}
			for _, c := range game.Numbered(n) {
				d.Cards = append(d.Cards, c.String())
			}
			deals = append(deals, d)
		}
		return deals
	}
	return slices.DeleteFunc(readLines[knownDeal](t, "verdicts.jsonl"), func(d knownDeal) bool {
		return !strings.HasPrefix(d.ID, what)
	})
}

// TestMeasure prints how fast deals are decided, with 5 s of processor time each.
// YUKON_DEALS=yukon-random (or kpat-yukon, or 1-200) selects the deals, YUKON_RETURN=1
// the rules with return.
func TestMeasure(t *testing.T) {
	what := os.Getenv("YUKON_DEALS")
	if what == "" {
		t.Skip("YUKON_DEALS names no deals to measure")
	}
	counts := map[search.Verdict]int{}
	var times []time.Duration
	var total time.Duration
	var nodes int64
	for _, d := range knownDeals(t, what) {
		s := d.state(t, os.Getenv("YUKON_RETURN") != "")
		v, used, n := timed(t, s, 5*time.Second)
		check(t, d.ID, v, d.Verdicts[s.Rules().String()])
		if v == search.Unknown || used > time.Second {
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
		counts[search.Winnable], counts[search.Unwinnable], counts[search.Unknown], at(50), at(90), at(99), total, float64(nodes)/total.Seconds())
}

func BenchmarkYukon(b *testing.B) {
	for _, ret := range []bool{false, true} {
		s, err := game.Deal(game.YukonRules(ret), game.Numbered(1067))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(s.Rules().String(), func(b *testing.B) {
			g, stored := solvetest.NewGauge(b), new(nodes)
			for b.Loop() {
				bud := &search.Budget{Ctx: context.Background(), Memory: 1 << 30, Limit: 20_000}
				e := New(s)
				e.Search(bud)
				g.Nodes, stored = g.Nodes+bud.Nodes, e.nodes
			}
			g.Report(int(stored.bytes()), stored.list.Len())
		})
	}
}
