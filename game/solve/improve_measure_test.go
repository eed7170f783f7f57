package solve

import (
	"cmp"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// TestImproveMeasure prints how much shorter lines get. It runs only if
// SOLITAIRE_IMPROVE holds CPU seconds a line, such as "1" or "10";
// SOLITAIRE_IMPROVE_SET picks the lines whose rules begin so.
func TestImproveMeasure(t *testing.T) {
	seconds, err := strconv.ParseFloat(os.Getenv("SOLITAIRE_IMPROVE"), 64)
	if err != nil {
		t.Skip("SOLITAIRE_IMPROVE is not set")
	}
	set := os.Getenv("SOLITAIRE_IMPROVE_SET")
	most, _ := strconv.Atoi(cmp.Or(os.Getenv("SOLITAIRE_IMPROVE_MOST"), "100"))
	n, before, after, proved := 0, 0, 0, 0
	for _, l := range sharedLines[impSharedLine](t, "deals", cmp.Or(os.Getenv("SOLITAIRE_IMPROVE_FILE"), "witness.jsonl")) {
		if !strings.HasPrefix(l.rules().String(), set) || n == most {
			continue
		}
		s, line := l.start(t, l.rules()), l.line(t)
		better, minimal := improve(cpuLimit{context.Background(), processorTime() + time.Duration(seconds*1e9)}, s, line, defaultMemory)
		g, p := newImpGame(&s)
		t.Logf("%s %v: %d -> %d, bound %d, minimal %v", l.ID, l.rules(), l.Length, game.Length(better), g.bound(&p), minimal)
		n, before, after = n+1, before+game.Length(line), after+game.Length(better)
		if minimal {
			proved++
		}
	}
	t.Logf("%s %gs: %d lines, mean %.2f -> %.2f, %d proved", set, seconds, n, float64(before)/float64(n), float64(after)/float64(n), proved)
}

func BenchmarkImprove(b *testing.B) {
	for _, set := range []string{"klondike-d1-1pass-noreturn", "klondike-d3-3pass-noreturn", "yukon-noreturn"} {
		b.Run(set, func(b *testing.B) {
			for _, l := range sharedLines[impSharedLine](b, "deals", "witness.jsonl") {
				if l.rules().String() == set {
					benchmarkImprove(b, &l)
					return
				}
			}
		})
	}
}

// benchmarkImprove measures one run of a middling width over all layers.
func benchmarkImprove(b *testing.B, l *impSharedLine) {
	start := l.start(b, l.rules())
	steps, _ := stepsOf(&start, l.line(b))
	s := newImpSearch(b.Context(), &start, defaultMemory)
	n, _ := s.game.length(s.start, steps)
	b.ReportAllocs()
	for b.Loop() {
		s.setBest(steps, n)
		s.pass(512, impWeights{8, 4, 2})
	}
	b.ReportMetric(float64(s.nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// An impSharedDeal is a deal of verdicts.jsonl.
type impSharedDeal struct {
	ID        string
	Published []struct {
		Draw, Passes int
		Return       bool
		MinMoves     int `json:"min_moves"`
	}
}

// TestImprovePublished starts from the longest known line of each deal whose
// shortest length was published, under the rules it was published for.
func TestImprovePublished(t *testing.T) {
	seconds, err := strconv.ParseFloat(os.Getenv("SOLITAIRE_IMPROVE"), 64)
	if err != nil {
		t.Skip("SOLITAIRE_IMPROVE is not set")
	}
	lines := append(sharedLines[impSharedLine](t, "deals", "witness.jsonl"), sharedLines[impSharedLine](t, "deals", "golden.jsonl")...)
	for _, d := range sharedLines[impSharedDeal](t, "deals", "verdicts.jsonl") {
		for _, p := range d.Published {
			r := game.KlondikeRules(p.Draw, p.Passes, p.Return)
			start, line := impLongestLine(t, lines, d.ID, r)
			if p.MinMoves == 0 || line == nil || !strings.HasPrefix(r.String(), os.Getenv("SOLITAIRE_IMPROVE_SET")) {
				continue
			}
			better, minimal := improve(cpuLimit{context.Background(), processorTime() + time.Duration(seconds*1e9)}, start, line, defaultMemory)
			g, pos := newImpGame(&start)
			t.Logf("%s %v: %d -> %d, bound %d, minimal %v; published %d", d.ID, r, game.Length(line), game.Length(better), g.bound(&pos), minimal, p.MinMoves)
			if n := game.Length(better); minimal && n > p.MinMoves || n < p.MinMoves {
				t.Errorf("%s: disagrees with the published length", d.ID)
			}
		}
	}
}

// impLongestLine returns the longest line of a deal that wins under the rules.
func impLongestLine(t *testing.T, lines []impSharedLine, deal string, r game.Rules) (start game.State, longest []game.Move) {
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
