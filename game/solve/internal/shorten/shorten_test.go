package shorten

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// TestShared shortens known lines for a moment each: the results win under the line's own
// rules and are no longer.
func TestShared(t *testing.T) {
	for _, name := range []string{"golden.jsonl", "witness.jsonl"} {
		for i, l := range solvetest.SharedLines[sharedLine](t, "deals", name) {
			if i%8 != 0 {
				continue
			}
			start, line := l.start(t, l.rules()), l.line(t)
			better, _ := Line(solvetest.CPULimit{Context: context.Background(), End: solvetest.ProcessorTime() + 15*time.Millisecond}, start, line, search.DefaultMemory)
			checkShorter(t, start, line, better)
		}
	}
}

// TestMidGame does the same from positions along the lines.
func TestMidGame(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for i, l := range solvetest.SharedLines[sharedLine](t, "deals", "witness.jsonl") {
		if i%8 != 1 {
			continue
		}
		start, line := l.start(t, l.rules()), l.line(t)
		from := rnd.IntN(len(line))
		for _, m := range line[:from] {
			start, _, _ = start.Apply(m)
		}
		better, _ := Line(solvetest.CPULimit{Context: context.Background(), End: solvetest.ProcessorTime() + 15*time.Millisecond}, start, line[from:], search.DefaultMemory)
		checkShorter(t, start, line[from:], better)
	}
}

// TestBoundOnLines checks that the bound of a position on a known line never exceeds what
// the line still takes.
func TestBoundOnLines(t *testing.T) {
	for _, name := range []string{"golden.jsonl", "witness.jsonl"} {
		for _, l := range solvetest.SharedLines[sharedLine](t, "deals", name) {
			start, line := l.start(t, l.rules()), l.line(t)
			steps, _ := stepsOf(&start, line)
			s := newSearcher(context.Background(), &start, search.DefaultMemory)
			if !s.setBest(steps) || s.length > game.Length(line) {
				t.Fatalf("%s: %d draws and moves, were %d", l.ID, s.length, game.Length(line))
			}
			g, p, rest := s.game, s.start, s.length
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

// TestWon checks that a won game needs no moves.
func TestWon(t *testing.T) {
	r := game.YukonRules(false)
	won, err := game.FromPosition(r, game.Position{Foundations: [game.Suits]int{13, 13, 13, 13}})
	if err != nil {
		t.Fatal(err)
	}
	if line, minimal := Line(context.Background(), won, nil, search.DefaultMemory); len(line) > 0 || !minimal {
		t.Errorf("%v, %v", line, minimal)
	}
}

func TestSameTwice(t *testing.T) {
	l := solvetest.SharedLines[sharedLine](t, "deals", "witness.jsonl")[0]
	var found [2]int
	for i := range found {
		start := l.start(t, l.rules())
		s := newSearcher(context.Background(), &start, search.DefaultMemory)
		steps, _ := stepsOf(&start, l.line(t))
		s.setBest(steps)
		s.pass(64, weights{8, 4, 2})
		found[i] = s.length<<32 + int(s.nodes)
	}
	if found[0] != found[1] {
		t.Errorf("%x", found)
	}
}

// TestRefuses checks that a line that doesn't win is returned unchanged.
func TestRefuses(t *testing.T) {
	start, err := game.Deal(game.KlondikeRules(1, 1, false), game.Numbered(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]game.Move{nil, {game.Draw}, {game.TurnOver}, {game.Draw, {From: 1, To: 1, Count: 1}}} {
		better, minimal := Line(context.Background(), start, line, search.DefaultMemory)
		if len(better) != len(line) || minimal {
			t.Errorf("%v: %v, %v", line, better, minimal)
		}
	}
}

// TestMemory checks that with too little memory the search ends without a proof.
func TestMemory(t *testing.T) {
	l := solvetest.SharedLines[sharedLine](t, "deals", "witness.jsonl")[0]
	start := l.start(t, l.rules())
	s := newSearcher(context.Background(), &start, search.DefaultMemory)
	s.memory = 8 << 20
	steps, _ := stepsOf(&start, l.line(t))
	s.setBest(steps)
	if s.improve() {
		t.Error("proved")
	}
	if got := s.bytes(); got > s.memory {
		t.Errorf("%d bytes in use", got)
	}
}

// TestEnds checks that a search ends soon after its context.
func TestEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	const allowed = 10 * time.Millisecond
	for i, l := range solvetest.SharedLines[sharedLine](t, "deals", "witness.jsonl") {
		if i%40 != 0 {
			continue
		}
		start, line := l.start(t, l.rules()), l.line(t)
		ctx := solvetest.CPULimit{Context: context.Background(), End: solvetest.ProcessorTime() + time.Duration(20+5*(i%100))*time.Millisecond}
		Line(ctx, start, line, search.DefaultMemory)
		if late := solvetest.ProcessorTime() - ctx.End; late > allowed {
			t.Errorf("%s: %v late", l.ID, late)
		}
	}
}

func BenchmarkBound(b *testing.B) {
	for _, r := range []game.Rules{game.KlondikeRules(1, 1, false), game.YukonRules(false)} {
		b.Run(r.String(), func(b *testing.B) {
			s, _ := game.Deal(r, game.Numbered(1))
			g, p := newModel(&s)
			b.ReportAllocs()
			for b.Loop() {
				_ = g.bound(&p) + g.cycleBound(&p) + int(g.pileBound(&p, 6))
			}
		})
	}
}

// A sharedLine is a line of golden.jsonl or witness.jsonl.
type sharedLine struct {
	ID    string
	Deal  string
	Game  string
	Cards []string
	Rules struct {
		Draw, Passes int
		Return       bool
	}
	Length int
	Moves  []string
}

func (l *sharedLine) rules() game.Rules {
	if l.Game == game.Yukon {
		return game.YukonRules(l.Rules.Return)
	}
	return game.KlondikeRules(l.Rules.Draw, l.Rules.Passes, l.Rules.Return)
}

func (l *sharedLine) start(t testing.TB, r game.Rules) game.State {
	t.Helper()
	var deck game.Deck
	for _, text := range l.Cards {
		c, _ := game.ParseCard(text)
		deck = append(deck, c)
	}
	s, err := game.Deal(r, deck)
	if err != nil {
		t.Fatalf("%s: %v", l.ID, err)
	}
	return s
}

func (l *sharedLine) line(t testing.TB) []game.Move {
	t.Helper()
	var line []game.Move
	for _, text := range l.Moves {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", l.ID, err)
		}
		line = append(line, m)
	}
	return line
}
