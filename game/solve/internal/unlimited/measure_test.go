package unlimited

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// A knownDeal is a line of deals/verdicts.jsonl.
type knownDeal struct {
	ID       string
	Game     string
	Cards    []string
	Verdicts map[string]string
}

func (d knownDeal) deck(t testing.TB) game.Deck {
	deck := make(game.Deck, len(d.Cards))
	for i, s := range d.Cards {
		c, ok := game.ParseCard(s)
		if !ok {
			t.Fatalf("%s: %q is no card", d.ID, s)
		}
		deck[i] = c
	}
	return deck
}

// TestMeasureUnlimited prints how many deals are decided in how much time.
// SOLITAIRE_MEASURE selects them: "3 return 0-99" or "1 noreturn n1-500" (numbered
// deals).
func TestMeasureUnlimited(t *testing.T) {
	what := strings.Fields(os.Getenv("SOLITAIRE_MEASURE"))
	if len(what) < 3 {
		t.Skip("SOLITAIRE_MEASURE is not set")
	}
	draw, _ := strconv.Atoi(what[0])
	r := game.KlondikeRules(draw, 0, what[1] == "return")
	limit := 5 * time.Second
	if len(what) > 3 {
		limit, _ = time.ParseDuration(what[3])
	}
	var m measurement
	seen := new(Workspace)
	for _, d := range measured(t, what[2]) {
		m.add(t, r, d, seen, limit)
	}
	m.print(t)
}

type namedDeck struct {
	name string
	deck game.Deck
	want string
}

// measured lists the deals to be measured.
func measured(t *testing.T, what string) []namedDeck {
	numbered := strings.HasPrefix(what, "n")
	from, to, _ := strings.Cut(strings.TrimPrefix(what, "n"), "-")
	lo, _ := strconv.Atoi(from)
	hi, _ := strconv.Atoi(to)
	var list []namedDeck
	if numbered {
		for n := lo; n <= hi; n++ {
			list = append(list, namedDeck{strconv.Itoa(n), game.Numbered(n), ""})
		}
		return list
	}
	for _, d := range solvetest.SharedLines[knownDeal](t, "deals", "verdicts.jsonl") {
		var n int
		if rest, ok := strings.CutPrefix(d.ID, "klondike-random-"); ok {
			n, _ = strconv.Atoi(rest)
			if n >= lo && n <= hi {
				list = append(list, namedDeck{d.ID, d.deck(t), ""})
			}
		}
	}
	return list
}

// A measurement collects times and verdicts.
type measurement struct {
	verdicts [3]int
	times    []time.Duration
	nodes    int64
	hard     []string
}

func (m *measurement) add(t *testing.T, r game.Rules, d namedDeck, seen *Workspace, limit time.Duration) {
	state, err := game.Deal(r, d.deck)
	if err != nil {
		t.Fatal(err)
	}
	before := solvetest.ProcessorTime()
	b := &search.Budget{Ctx: solvetest.CPULimit{Context: context.Background(), End: before + limit}, Memory: search.DefaultMemory}
	e, _ := New(state, seen)
	v, _ := e.Search(b)
	took := solvetest.ProcessorTime() - before
	m.verdicts[v]++
	m.times = append(m.times, took)
	m.nodes += b.Nodes
	if took > limit/20 {
		m.hard = append(m.hard, d.name+" "+v.String()+" "+took.Round(time.Millisecond).String()+" "+strconv.FormatInt(b.Nodes, 10))
	}
}

func (m *measurement) print(t *testing.T) {
	slices.Sort(m.times)
	var total time.Duration
	for _, d := range m.times {
		total += d
	}
	n := len(m.times)
	t.Logf("won %d dead %d open %d; median %v p90 %v p99 %v max %v total %v; %.1fM nodes, %.2fM nodes/s",
		m.verdicts[search.Winnable], m.verdicts[search.Unwinnable], m.verdicts[search.Unknown],
		m.times[n/2], m.times[n*9/10], m.times[n*99/100], m.times[n-1], total,
		float64(m.nodes)/1e6, float64(m.nodes)/1e6/total.Seconds())
	for _, s := range m.hard {
		t.Log(s)
	}
}
