package solve

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

type yukonDeal struct {
	ID       string
	Game     string
	Cards    []string
	Verdicts map[string]string
}

func readYukonDeals(t testing.TB) []yukonDeal {
	dir := os.Getenv("SOLITAIRE_SHARED")
	if dir == "" {
		t.Skip("SOLITAIRE_SHARED is not set")
	}
	f, err := os.Open(dir + "/deals/verdicts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var deals []yukonDeal
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var d yukonDeal
		if err := json.Unmarshal(in.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		if d.Game == game.Yukon {
			deals = append(deals, d)
		}
	}
	return deals
}

func (d *yukonDeal) deck() game.Deck {
	var deck game.Deck
	for _, s := range d.Cards {
		c, _ := game.ParseCard(s)
		deck = append(deck, c)
	}
	return deck
}

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(0, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestYukonMeasure prints how fast deals are decided; YUKON=from-to picks
// numbered deals, YUKON=random the given ones.
func TestYukonMeasure(t *testing.T) {
	what := os.Getenv("YUKON")
	if what == "" {
		t.Skip("YUKON is not set")
	}
	limit := 5 * time.Second
	if s := os.Getenv("YUKON_LIMIT"); s != "" {
		limit, _ = time.ParseDuration(s)
	}
	ret := os.Getenv("YUKON_RETURN") != ""
	var deals []yukonDeal
	if what == "random" || what == "kpat" {
		for _, d := range readYukonDeals(t) {
			if d.ID[:5] == map[string]string{"random": "yukon", "kpat": "kpat-"}[what] {
				deals = append(deals, d)
			}
		}
	} else {
		var from, to int
		fmt.Sscanf(what, "%d-%d", &from, &to)
		for n := from; n < to; n++ {
			d := yukonDeal{ID: strconv.Itoa(n)}
			for _, c := range game.Numbered(n) {
				d.Cards = append(d.Cards, c.String())
			}
			deals = append(deals, d)
		}
	}
	counts := map[Verdict]int{}
	var times []time.Duration
	var total time.Duration
	var nodes int64
	verbose := os.Getenv("YUKON_V") != ""
	for _, d := range deals {
		if only := os.Getenv("YUKON_ONLY"); only != "" && !strings.Contains(only, d.ID) {
			continue
		}
		state, err := game.Deal(game.YukonRules(ret), d.deck())
		if err != nil {
			t.Fatal(err)
		}
		start := cpu()
		ctx, cancel := context.WithCancel(context.Background())
		timer := time.AfterFunc(limit, func() {
			for cpu()-start < limit {
				time.Sleep(limit - (cpu() - start))
			}
			cancel()
		})
		b := &budget{ctx: ctx, memory: 1 << 30}
		e := newYukon(state)
		v, line := e.search(b)
		used := cpu() - start
		timer.Stop()
		cancel()
		counts[v]++
		times = append(times, used)
		total += used
		nodes += b.nodes
		if v == Winnable {
			s := state
			for _, m := range line {
				next, _, err := s.Apply(m)
				if err != nil {
					t.Fatal(d.ID, err)
				}
				s = next
			}
			if !s.Won() {
				t.Fatal(d.ID, "line does not win")
			}
		}
		known := d.Verdicts[state.Rules().String()]
		if known == "winnable" && v == Unwinnable || known == "unwinnable" && v == Winnable {
			t.Errorf("%s: %v, known %s", d.ID, v, known)
		}
		if verbose || v == Unknown || os.Getenv("YUKON_SLOW") != "" && used > 200*time.Millisecond {
			fmt.Printf("%s %v (known %s) %v %d nodes, %d line\n", d.ID, v, known, used.Round(10*time.Microsecond), b.nodes, len(line))
		}
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	n := len(times)
	fmt.Printf("won %d dead %d open %d; median %v p90 %v p99 %v total %v; %.2f M nodes/s\n", counts[Winnable], counts[Unwinnable], counts[Unknown],
		times[n/2], times[n*9/10], times[n*99/100], total, float64(nodes)/total.Seconds()/1e6)
}
