package shorten

import (
	"cmp"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// TestMeasure prints how much shorter lines get. It runs only if SOLITAIRE_IMPROVE holds
// CPU seconds per line, such as "1" or "10". SOLITAIRE_IMPROVE_SET selects lines by the
// beginning of their rules.
func TestMeasure(t *testing.T) {
	seconds, err := strconv.ParseFloat(os.Getenv("SOLITAIRE_IMPROVE"), 64)
	if err != nil {
		t.Skip("SOLITAIRE_IMPROVE is not set")
	}
	set := os.Getenv("SOLITAIRE_IMPROVE_SET")
	most, _ := strconv.Atoi(cmp.Or(os.Getenv("SOLITAIRE_IMPROVE_MOST"), "100"))
	n, before, after, proved := 0, 0, 0, 0
	for _, l := range solvetest.SharedLines[sharedLine](t, "deals", cmp.Or(os.Getenv("SOLITAIRE_IMPROVE_FILE"), "witness.jsonl")) {
		if !strings.HasPrefix(l.rules().String(), set) || n == most {
			continue
		}
		s, line := l.start(t, l.rules()), l.line(t)
		better, minimal := Line(solvetest.CPULimit{Context: context.Background(), End: solvetest.ProcessorTime() + time.Duration(seconds*1e9)}, s, line, search.DefaultMemory)
		g, p := newModel(&s)
		t.Logf("%s %v: %d -> %d, bound %d, minimal %v", l.ID, l.rules(), l.Length, game.Length(better), g.bound(&p), minimal)
		n, before, after = n+1, before+game.Length(line), after+game.Length(better)
		if minimal {
			proved++
		}
	}
	t.Logf("%s %gs: %d lines, mean %.2f -> %.2f, %d proved", set, seconds, n, float64(before)/float64(n), float64(after)/float64(n), proved)
}

func BenchmarkPass(b *testing.B) {
	for _, set := range []string{"klondike-d1-1pass-noreturn", "klondike-d3-3pass-noreturn", "yukon-noreturn"} {
		b.Run(set, func(b *testing.B) {
			for _, l := range solvetest.SharedLines[sharedLine](b, "deals", "witness.jsonl") {
				if l.rules().String() == set {
					benchmarkPass(b, &l)
					return
				}
			}
		})
	}
}

// benchmarkPass measures one run of medium width over all layers.
func benchmarkPass(b *testing.B, l *sharedLine) {
	start := l.start(b, l.rules())
	steps, _ := stepsOf(&start, l.line(b))
	s := newSearcher(b.Context(), &start, search.DefaultMemory)
	b.ReportAllocs()
	for b.Loop() {
		s.setBest(steps)
		s.pass(512, weights{8, 4, 2})
	}
	b.ReportMetric(float64(s.nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// A sharedDeal is a deal of verdicts.jsonl.
type sharedDeal struct {
	ID        string
	Published []struct {
		Draw, Passes int
		Return       bool
		MinMoves     int `json:"min_moves"`
	}
}

// TestPublished starts from the longest known line of each deal whose shortest length was
// published, under the rules of that publication.
func TestPublished(t *testing.T) {
	seconds, err := strconv.ParseFloat(os.Getenv("SOLITAIRE_IMPROVE"), 64)
	if err != nil {
		t.Skip("SOLITAIRE_IMPROVE is not set")
	}
	lines := append(solvetest.SharedLines[sharedLine](t, "deals", "witness.jsonl"), solvetest.SharedLines[sharedLine](t, "deals", "golden.jsonl")...)
	for _, d := range solvetest.SharedLines[sharedDeal](t, "deals", "verdicts.jsonl") {
		for _, p := range d.Published {
			r := game.KlondikeRules(p.Draw, p.Passes, p.Return)
			start, line := longestLine(t, lines, d.ID, r)
			if p.MinMoves == 0 || line == nil || !strings.HasPrefix(r.String(), os.Getenv("SOLITAIRE_IMPROVE_SET")) {
				continue
			}
			better, minimal := Line(solvetest.CPULimit{Context: context.Background(), End: solvetest.ProcessorTime() + time.Duration(seconds*1e9)}, start, line, search.DefaultMemory)
			g, pos := newModel(&start)
			t.Logf("%s %v: %d -> %d, bound %d, minimal %v; published %d", d.ID, r, game.Length(line), game.Length(better), g.bound(&pos), minimal, p.MinMoves)
			if n := game.Length(better); minimal && n > p.MinMoves || n < p.MinMoves {
				t.Errorf("%s: disagrees with the published length", d.ID)
			}
		}
	}
}

// longestLine returns the longest line of a deal that wins under the rules.
func longestLine(t *testing.T, lines []sharedLine, deal string, r game.Rules) (start game.State, longest []game.Move) {
	t.Helper()
	for _, l := range lines {
		if l.Deal != deal {
			continue
		}
		s, line := l.start(t, r), l.line(t)
		if _, won := stepsOf(&s, line); won && l.Rules.Draw == r.Draw && len(line) > len(longest) {
			start, longest = s, line
		}
	}
	return start, longest
}
