package solve

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// TestImproveShared improves known lines for a moment each: what comes out wins
// under the line's own rules and is no longer.
func TestImproveShared(t *testing.T) {
	for _, name := range []string{"golden.jsonl", "witness.jsonl"} {
		for i, l := range sharedLines[impSharedLine](t, "deals", name) {
			if i%8 != 0 {
				continue
			}
			start, line := l.start(t, l.rules()), l.line(t)
			better, _ := improve(cpuLimit{context.Background(), processorTime() + 15*time.Millisecond}, start, line, defaultMemory)
			impCheckLine(t, start, line, better)
		}
	}
}

// TestImproveMidGame does so from positions along the lines.
func TestImproveMidGame(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for i, l := range sharedLines[impSharedLine](t, "deals", "witness.jsonl") {
		if i%8 != 1 {
			continue
		}
		start, line := l.start(t, l.rules()), l.line(t)
		from := rnd.IntN(len(line))
		for _, m := range line[:from] {
			start, _, _ = start.Apply(m)
		}
		better, _ := improve(cpuLimit{context.Background(), processorTime() + 15*time.Millisecond}, start, line[from:], defaultMemory)
		impCheckLine(t, start, line[from:], better)
	}
}

// TestImproveBoundOnLines: the bound of no position on a known line is above
// what the line still takes.
func TestImproveBoundOnLines(t *testing.T) {
	for _, name := range []string{"golden.jsonl", "witness.jsonl"} {
		for _, l := range sharedLines[impSharedLine](t, "deals", name) {
			start, line := l.start(t, l.rules()), l.line(t)
			steps, _ := stepsOf(&start, line)
			g, p := newImpGame(&start)
			rest, ok := g.length(p, steps)
			if !ok || rest > game.Length(line) {
				t.Fatalf("%s: %d draws and moves, were %d", l.ID, rest, game.Length(line))
			}
			for _, step := range steps {
				if b := g.bound(&p) + g.cycleBound(&p); b > rest {
					t.Fatalf("%s: bound %d with %d left", l.ID, b, rest)
				}
				m, _ := g.resolve(&p, step)
				rest -= m.cost()
				g.play(&p, &m)
			}
		}
	}
}

// TestImproveWon: a game that is won needs nothing.
func TestImproveWon(t *testing.T) {
	r := game.YukonRules(false)
	won, err := game.FromPosition(r, game.Position{Foundations: [game.Suits]int{13, 13, 13, 13}})
	if err != nil {
		t.Fatal(err)
	}
	if line, minimal := improve(context.Background(), won, nil, defaultMemory); len(line) > 0 || !minimal {
		t.Errorf("%v, %v", line, minimal)
	}
}

func TestImproveSameTwice(t *testing.T) {
	l := sharedLines[impSharedLine](t, "deals", "witness.jsonl")[0]
	var found [2]int
	for i := range found {
		start := l.start(t, l.rules())
		s := newImpSearch(context.Background(), &start, defaultMemory)
		steps, _ := stepsOf(&start, l.line(t))
		n, _ := s.game.length(s.start, steps)
		s.setBest(steps, n)
		s.pass(64, impWeights{8, 4, 2})
		found[i] = s.length<<32 + int(s.nodes)
	}
	if found[0] != found[1] {
		t.Errorf("%x", found)
	}
}

// TestImproveRefuses: what does not win comes back as it is.
func TestImproveRefuses(t *testing.T) {
	start, err := game.Deal(game.KlondikeRules(1, 1, false), game.Numbered(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]game.Move{nil, {game.Draw}, {game.TurnOver}, {game.Draw, {From: 1, To: 1, Count: 1}}} {
		better, minimal := improve(context.Background(), start, line, defaultMemory)
		if len(better) != len(line) || minimal {
			t.Errorf("%v: %v, %v", line, better, minimal)
		}
	}
}

// TestImproveMemory: with too little memory the search ends without a proof.
func TestImproveMemory(t *testing.T) {
	l := sharedLines[impSharedLine](t, "deals", "witness.jsonl")[0]
	start := l.start(t, l.rules())
	s := newImpSearch(context.Background(), &start, defaultMemory)
	s.memory = 8 << 20
	steps, _ := stepsOf(&start, l.line(t))
	n, _ := s.game.length(s.start, steps)
	s.setBest(steps, n)
	if s.improve() {
		t.Error("proved")
	}
	if got := s.nodeBytes() + s.run.seen.bytes(); got > s.memory {
		t.Errorf("%d bytes in use", got)
	}
}

// TestImproveEnds: a search ends soon after its context.
func TestImproveEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	const allowed = 10 * time.Millisecond
	for i, l := range sharedLines[impSharedLine](t, "deals", "witness.jsonl") {
		if i%40 != 0 {
			continue
		}
		start, line := l.start(t, l.rules()), l.line(t)
		ctx := cpuLimit{context.Background(), processorTime() + time.Duration(20+5*(i%100))*time.Millisecond}
		improve(ctx, start, line, defaultMemory)
		if late := processorTime() - ctx.end; late > allowed {
			t.Errorf("%s: %v late", l.ID, late)
		}
	}
}

func BenchmarkImproveBound(b *testing.B) {
	for _, r := range []game.Rules{game.KlondikeRules(1, 1, false), game.YukonRules(false)} {
		b.Run(r.String(), func(b *testing.B) {
			s, _ := game.Deal(r, game.Numbered(1))
			g, p := newImpGame(&s)
			b.ReportAllocs()
			for b.Loop() {
				_ = g.bound(&p) + g.cycleBound(&p) + int(g.pileBound(&p, 6))
			}
		})
	}
}
