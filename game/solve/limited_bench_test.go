package solve

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

func cpuNow() time.Duration {
	var ru syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &ru)
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

type limCase struct {
	id   string
	deck game.Deck
	want map[string]string
}

func limCases(t testing.TB) []limCase {
	dir := os.Getenv("SOLITAIRE_SHARED")
	f, err := os.Open(dir + "/deals/verdicts.jsonl")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	var out []limCase
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var v struct {
			ID, Game string
			Cards    []string
			Verdicts map[string]string
		}
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if v.Game != "klondike" {
			continue
		}
		var d game.Deck
		for _, c := range v.Cards {
			card, _ := game.ParseCard(c)
			d = append(d, card)
		}
		out = append(out, limCase{v.ID, d, v.Verdicts})
	}
	return out
}

// TestLimMeasure: LIM_DRAW LIM_PASS LIM_RET LIM_N (deals) LIM_FROM numbered
func TestLimMeasure(t *testing.T) {
	if os.Getenv("LIM_DRAW") == "" {
		t.Skip()
	}
	draw, _ := strconv.Atoi(os.Getenv("LIM_DRAW"))
	pass, _ := strconv.Atoi(os.Getenv("LIM_PASS"))
	r := game.KlondikeRules(draw, pass, os.Getenv("LIM_RET") == "1")
	var cases []limCase
	if n, _ := strconv.Atoi(os.Getenv("LIM_NUM")); n > 0 {
		from, _ := strconv.Atoi(os.Getenv("LIM_FROM"))
		for i := range n {
			cases = append(cases, limCase{id: fmt.Sprint("n", from+i), deck: game.Numbered(from + i)})
		}
	} else {
		for _, c := range limCases(t) {
			if os.Getenv("LIM_ALL") != "" || len(c.id) > 15 && c.id[:15] == "klondike-random" {
				cases = append(cases, c)
			}
		}
	}
	limit := 5 * time.Second
	if s, _ := strconv.ParseFloat(os.Getenv("LIM_SEC"), 64); s > 0 {
		limit = time.Duration(s * float64(time.Second))
	}
	type res struct {
		id    string
		ms    float64
		v     Verdict
		nodes int64
	}
	var all []res
	var count [3]int
	wn := []int{}
	var nodes int64
	total := 0.0
	for _, c := range cases {
		s, err := game.Deal(r, c.deck)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), limit*3)
		b := &budget{ctx: ctx, memory: 1 << 30}
		start := cpuNow()
		b.ctx = &cpuCtx{ctx, start + limit}
		v, line := newLimited(s).search(b)
		ms := float64(cpuNow()-start) / 1e6
		cancel()
		if v == Winnable && os.Getenv("LIM_NOLINE") == "" {
			limReplay(t, c.id, s, line)
		}
		want := c.want[r.String()]
		if want != "" && want != "unknown" && v != Unknown && v.String() != want {
			t.Errorf("%s: %v, want %s", c.id, v, want)
		}
		all = append(all, res{c.id, ms, v, b.nodes})
		count[v]++
		if v == Winnable {
			wn = append(wn, int(b.nodes))
		}
		nodes += b.nodes
		total += ms
	}
	sort.Slice(all, func(i, j int) bool { return all[i].ms < all[j].ms })
	q := func(p float64) float64 { return all[int(p*float64(len(all)-1))].ms }
	fmt.Printf("%v: %d deals: won %d dead %d open %d; median %.3f p90 %.1f p99 %.1f max %.1f ms; total %.2f s, nodes %d, %.2f M/s\n", r, len(all),
		count[Winnable], count[Unwinnable], count[Unknown], q(.5), q(.9), q(.99), q(1), total/1000, nodes, float64(nodes)/total/1000)
	sort.Ints(wn)
	sum := 0
	for _, n := range wn {
		sum += n
	}
	if len(wn) > 0 {
		fmt.Println("   won: median", wn[len(wn)/2], "p75", wn[len(wn)*3/4], "p90", wn[len(wn)*9/10], "max", wn[len(wn)-1], "sum", sum)
	}
	for _, r := range all[max(0, len(all)-8):] {
		fmt.Printf("   %s %.0f ms %v %d nodes\n", r.id, r.ms, r.v, r.nodes)
	}
}

type cpuCtx struct {
	context.Context
	until time.Duration
}

func (c *cpuCtx) Err() error {
	if cpuNow() > c.until {
		return context.DeadlineExceeded
	}
	return nil
}

func limReplay(t testing.TB, id string, s game.State, line []game.Move) {
	t.Helper()
	for _, m := range line {
		next, _, err := s.Apply(m)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		s = next
	}
	if !s.Won() {
		t.Fatalf("%s: the line doesn't win", id)
	}
}
