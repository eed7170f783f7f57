package yukon

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// readLines reads the Yukon lines of a file of known deals.
func readLines[T any](t testing.TB, name string) (lines []T) {
	for _, raw := range solvetest.SharedLines[json.RawMessage](t, "deals", name) {
		var kind struct{ Game string }
		if err := json.Unmarshal(raw, &kind); err != nil {
			t.Fatal(err)
		}
		if kind.Game != game.Yukon {
			continue
		}
		var line T
		if err := json.Unmarshal(raw, &line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return lines
}

type knownDeal struct {
	ID       string
	Cards    []string
	Verdicts map[string]string
}

func (d *knownDeal) state(t testing.TB, ret bool) game.State {
	t.Helper()
	s, err := game.Deal(game.YukonRules(ret), parse(t, d.Cards))
	if err != nil {
		t.Fatal(d.ID, err)
	}
	return s
}

// parse reads cards.
func parse(t testing.TB, texts []string) (cards []game.Card) {
	t.Helper()
	for _, text := range texts {
		c, ok := game.ParseCard(text)
		if !ok {
			t.Fatalf("card %q", text)
		}
		cards = append(cards, c)
	}
	return cards
}

// check compares a verdict with the known one.
func check(t *testing.T, id string, v search.Verdict, known string) {
	t.Helper()
	if v == search.Winnable && known == "unwinnable" || v == search.Unwinnable && known == "winnable" {
		t.Errorf("%s: %v, known %v", id, v, known)
	}
}

func TestKnownVerdicts(t *testing.T) {
	for _, d := range readLines[knownDeal](t, "verdicts.jsonl") {
		for _, ret := range []bool{false, true} {
			s := d.state(t, ret)
			v := solveWithin(t, s, 2_000)
			check(t, d.ID, v, d.Verdicts[s.Rules().String()])
		}
	}
}

func TestKnownPositions(t *testing.T) {
	type line struct {
		ID       string
		Position struct {
			Piles       [][]string
			Foundations map[string]int
		}
		Verdicts map[string]string
	}
	for _, l := range readLines[line](t, "positions.jsonl") {
		var pos game.Position
		for s := range pos.Foundations {
			pos.Foundations[s] = l.Position.Foundations[game.Suit(s).String()]
		}
		for _, texts := range l.Position.Piles {
			pos.Piles = append(pos.Piles, pile(t, texts))
		}
		for _, ret := range []bool{false, true} {
			s, err := game.FromPosition(game.YukonRules(ret), pos)
			if err != nil {
				t.Fatal(l.ID, err)
			}
			v := solveWithin(t, s, 20_000)
			check(t, l.ID, v, l.Verdicts[s.Rules().String()])
			if known := l.Verdicts[s.Rules().String()]; known != "" && v == search.Unknown {
				t.Errorf("%s: unknown, but is %s", l.ID, known)
			}
		}
	}
}

// pile parses a pile in which # marks the face-down cards.
func pile(t *testing.T, texts []string) (pile game.PositionPile) {
	t.Helper()
	for _, text := range texts {
		if text[0] == '#' {
			text = text[1:]
			pile.Hidden++
		}
		pile.Cards = append(pile.Cards, parse(t, []string{text})...)
	}
	return pile
}

// solveWithin runs the engine as in production, with a limit on nodes, and replays its
// line.
func solveWithin(t *testing.T, s game.State, nodes int64) search.Verdict {
	t.Helper()
	v, line := New(s).Search(&search.Budget{Ctx: context.Background(), Memory: 1 << 28, Limit: nodes})
	if v == search.Winnable {
		solvetest.MustWin(t, "", s, line)
	}
	return v
}

// TestLinesAreNeverLost follows winning lines that other programs and people found. No
// proof may call a position on them lost.
func TestLinesAreNeverLost(t *testing.T) {
	type line struct {
		knownDeal
		Rules struct{ Return bool }
		Moves []string
	}
	lines := append(readLines[line](t, "golden.jsonl"), readLines[line](t, "witness.jsonl")...)
	most := 30 // duels of four cards; those of two are all fought
	if solvetest.Long() {
		most = 1000
	} else {
		lines = lines[:20]
	}
	for i, l := range lines {
		s := l.state(t, l.Rules.Return || i%2 == 0)
		for _, text := range l.Moves {
			neverLost(t, l.ID, s, most)
			m, err := game.ParseMove(text)
			if err != nil {
				t.Fatal(l.ID, err)
			}
			if s, _, err = s.Apply(m); err != nil {
				t.Fatal(l.ID, err)
			}
		}
		if !s.Won() {
			t.Errorf("%s: the line does not win", l.ID)
		}
	}
}

// neverLost checks that no proof calls a winnable position lost.
func neverLost(t *testing.T, id string, s game.State, most int) {
	t.Helper()
	e := New(s)
	b := e.start
	e.settle(&b)
	if b.exposed == 0 {
		return
	}
	e.load(e.canonical(&b), &b)
	if h, _ := e.outlook(&b); !h.won(e.ranks) {
		t.Fatalf("%s: called lost: %s", id, show(&s))
	}
	for i := range e.benches {
		duels := e.benches[i].duels
		for _, duel := range duels[max(0, len(duels)-most):] {
			if b.open(duel) && e.hopeless(&b, duel) {
				t.Fatalf("%s: called lost by %v: %s", id, duel, show(&s))
			}
		}
	}
}
