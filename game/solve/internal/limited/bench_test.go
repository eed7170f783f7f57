package limited

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// BenchmarkSearch decides a deal that takes about 100,000 nodes.
func BenchmarkSearch(b *testing.B) {
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
			g := solvetest.NewGauge(b)
			for b.Loop() {
				bud := search.Budget{Ctx: context.Background(), Memory: 1 << 30, Limit: 2_000_000}
				New(s, nil).Search(&bud)
				g.Nodes += bud.Nodes
			}
			e := New(s, nil)
			main := e.newHunt(1 << 30)
			main.begin(e.root)
			main.run(&search.Budget{Ctx: context.Background()}, 50_000)
			g.Report(8*len(main.table.slots), main.table.used)
		})
	}
}

// The flags of TestMeasure.
var (
	deals = flag.String("limited.deals", "", "measure: random (those of the shared files) or first-last of the numbered deals")
	draw  = flag.Int("limited.draw", 1, "measure: draw count")
	pass  = flag.Int("limited.passes", 1, "measure: passes")
	ret   = flag.Bool("limited.return", false, "measure: return from the foundations")
	wait  = flag.Duration("limited.time", 5*time.Second, "measure: CPU time a deal")
)

// measured is a deal with its measurements.
type measured struct {
	id    string
	cpu   time.Duration
	v     search.Verdict
	nodes int64
}

// TestMeasure prints measurements of many deals. It does nothing unless -limited.deals is
// set.
func TestMeasure(t *testing.T) {
	rules := game.KlondikeRules(*draw, *pass, *ret)
	var all []measured
	switch first, last := 0, 0; {
	case *deals == "":
		t.Skip("-limited.deals is not set")
	case *deals == "random":
		klondikeLines(t, "verdicts.jsonl", func(l sharedLine) {
			if len(l.ID) > 15 && l.ID[:15] == "klondike-random" {
				all = append(all, measure(t, l.ID, l.start(t, rules)))
			}
		})
	default:
		fmt.Sscanf(*deals, "%d-%d", &first, &last)
		for n := first; n <= last; n++ {
			s, err := game.Deal(rules, game.Numbered(n))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, measure(t, fmt.Sprint("pcg1-", n), s))
		}
	}
	report(t, rules, all)
}

func measure(t *testing.T, id string, s game.State) measured {
	start := solvetest.ProcessorTime()
	b := &search.Budget{Ctx: solvetest.CPULimit{Context: context.Background(), End: start + *wait}, Memory: 1 << 30}
	v, line := New(s, nil).Search(b)
	m := measured{id, solvetest.ProcessorTime() - start, v, b.Nodes}
	if v == search.Winnable {
		solvetest.MustWin(t, id, s, line)
	}
	return m
}

func report(t *testing.T, rules game.Rules, all []measured) {
	slices.SortFunc(all, func(a, b measured) int { return int(a.cpu - b.cpu) })
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
		rules, len(all), count[search.Winnable], count[search.Unwinnable], count[search.Unknown],
		at(.5), at(.9), at(.99), at(1), cpu, float64(nodes)/cpu.Seconds()/1e6)
	for _, m := range all[max(len(all)-5, 0):] {
		t.Log(m)
	}
}
