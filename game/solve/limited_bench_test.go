package solve

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// BenchmarkLimited settles a deal that takes some 100,000 nodes.
func BenchmarkLimited(b *testing.B) {
	for _, c := range []struct {
		deal  int
		rules game.Rules
	}{
		{195, game.KlondikeRules(1, 1, false)},
		{195, game.KlondikeRules(1, 1, true)},
		{76, game.KlondikeRules(3, 3, false)},
		{76, game.KlondikeRules(3, 3, true)},
	} {
		b.Run(c.rules.String(), func(b *testing.B) {
			s, err := game.Deal(c.rules, game.Numbered(c.deal))
			if err != nil {
				b.Fatal(err)
			}
			g := newGauge(b)
			for b.Loop() {
				bud := budget{ctx: context.Background(), memory: 1 << 30, limit: 2_000_000}
				newLimited(s).search(&bud)
				g.nodes += bud.nodes
			}
			e := newLimited(s)
			main := e.newSearch(1 << 30)
			main.begin(e.root)
			main.run(&budget{ctx: context.Background()}, 50_000)
			g.report(8*len(main.table.slots), main.table.used)
		})
	}
}

// The flags of TestLimitedMeasure.
var (
	limDeals = flag.String("limited.deals", "", "measure: random (those of the shared files) or first-last of the numbered deals")
	limDraw  = flag.Int("limited.draw", 1, "measure: draw count")
	limPass  = flag.Int("limited.passes", 1, "measure: passes")
	limRet   = flag.Bool("limited.return", false, "measure: return from the foundations")
	limWait  = flag.Duration("limited.time", 5*time.Second, "measure: CPU time a deal")
)

// limMeasured is a deal and what it took.
type limMeasured struct {
	id    string
	cpu   time.Duration
	v     Verdict
	nodes int64
}

// TestLimitedMeasure prints what many deals take. It does nothing unless
// -limited.deals is set.
func TestLimitedMeasure(t *testing.T) {
	rules := game.KlondikeRules(*limDraw, *limPass, *limRet)
	var all []limMeasured
	switch first, last := 0, 0; {
	case *limDeals == "":
		t.Skip("-limited.deals is not set")
	case *limDeals == "random":
		limShared(t, "verdicts.jsonl", func(l limLine) {
			if len(l.ID) > 15 && l.ID[:15] == "klondike-random" {
				all = append(all, limMeasure(t, l.ID, l.start(t, rules)))
			}
		})
	default:
		fmt.Sscanf(*limDeals, "%d-%d", &first, &last)
		for n := first; n <= last; n++ {
			s, err := game.Deal(rules, game.Numbered(n))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, limMeasure(t, fmt.Sprint("pcg1-", n), s))
		}
	}
	limReport(t, rules, all)
}

func limMeasure(t *testing.T, id string, s game.State) limMeasured {
	start := processorTime()
	b := &budget{ctx: cpuLimit{context.Background(), start + *limWait}, memory: 1 << 30}
	v, line := newLimited(s).search(b)
	m := limMeasured{id, processorTime() - start, v, b.nodes}
	if v == Winnable {
		mustWin(t, id, s, line)
	}
	return m
}

func limReport(t *testing.T, rules game.Rules, all []limMeasured) {
	slices.SortFunc(all, func(a, b limMeasured) int { return int(a.cpu - b.cpu) })
	var count [3]int
	var cpu time.Duration
	nodes := int64(0)
	for _, m := range all {
		count[m.v]++
		cpu += m.cpu
		nodes += m.nodes
	}
	at := func(q float64) time.Duration { return all[int(q*float64(len(all)-1))].cpu }
	fmt.Printf("%v: %d deals, won %d dead %d open %d; median %v p90 %v p99 %v max %v; total %v, %.1f M nodes/s\n",
		rules, len(all), count[Winnable], count[Unwinnable], count[Unknown],
		at(.5), at(.9), at(.99), at(1), cpu, float64(nodes)/cpu.Seconds()/1e6)
	for _, m := range all[max(len(all)-5, 0):] {
		t.Log(m)
	}
}
