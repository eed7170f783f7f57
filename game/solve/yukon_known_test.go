package solve

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// readYukonLines reads the Yukon lines of a file of known deals.
func readYukonLines[T any](t testing.TB, name string) (lines []T) {
	for _, raw := range sharedLines[json.RawMessage](t, "deals", name) {
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

type yukonDeal struct {
	ID       string
	Cards    []string
	Verdicts map[string]string
}

func (d *yukonDeal) state(t testing.TB, ret bool) game.State {
	t.Helper()
	s, err := game.Deal(game.YukonRules(ret), yukonParse(t, d.Cards))
	if err != nil {
		t.Fatal(d.ID, err)
	}
	return s
}

// yukonParse reads cards.
func yukonParse(t testing.TB, texts []string) (cards []game.Card) {
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

// yukonCheck compares a verdict with what is known.
func yukonCheck(t *testing.T, id string, v Verdict, known string) {
	t.Helper()
	if v == Winnable && known == "unwinnable" || v == Unwinnable && known == "winnable" {
		t.Errorf("%s: %v, known %v", id, v, known)
	}
}

func TestYukonKnownVerdicts(t *testing.T) {
	for _, d := range readYukonLines[yukonDeal](t, "verdicts.jsonl") {
		for _, ret := range []bool{false, true} {
			s := d.state(t, ret)
			v := yukonSolveWithin(t, s, 2_000)
			yukonCheck(t, d.ID, v, d.Verdicts[s.Rules().String()])
		}
	}
}

func TestYukonKnownPositions(t *testing.T) {
	type line struct {
		ID       string
		Position struct {
			Piles       [][]string
			Foundations map[string]int
		}
		Verdicts map[string]string
	}
	for _, l := range readYukonLines[line](t, "positions.jsonl") {
		var pos game.Position
		for s := range pos.Foundations {
			pos.Foundations[s] = l.Position.Foundations[game.Suit(s).String()]
		}
		for _, texts := range l.Position.Piles {
			pos.Piles = append(pos.Piles, yukonPile(t, texts))
		}
		for _, ret := range []bool{false, true} {
			s, err := game.FromPosition(game.YukonRules(ret), pos)
			if err != nil {
				t.Fatal(l.ID, err)
			}
			v := yukonSolveWithin(t, s, 20_000)
			yukonCheck(t, l.ID, v, l.Verdicts[s.Rules().String()])
			if known := l.Verdicts[s.Rules().String()]; known != "" && v == Unknown {
				t.Errorf("%s: unknown, but is %s", l.ID, known)
			}
		}
	}
}

// yukonPile reads a pile in which # marks the face-down cards.
func yukonPile(t *testing.T, texts []string) (pile game.PositionPile) {
	t.Helper()
	for _, text := range texts {
		if text[0] == '#' {
			text = text[1:]
			pile.Hidden++
		}
		pile.Cards = append(pile.Cards, yukonParse(t, []string{text})...)
	}
	return pile
}

// yukonSolveWithin runs the engine as it runs in earnest, for so many nodes,
// and replays its line.
func yukonSolveWithin(t *testing.T, s game.State, nodes int64) Verdict {
	t.Helper()
	v, line := newYukon(s).search(&budget{ctx: context.Background(), memory: 1 << 28, limit: nodes})
	if v == Winnable {
		mustWin(t, "", s, line)
	}
	return v
}

// TestYukonLinesAreNeverLost walks along winning lines that other programs and
// people found. No position on them may be called lost by any proof.
func TestYukonLinesAreNeverLost(t *testing.T) {
	type line struct {
		yukonDeal
		Rules struct{ Return bool }
		Moves []string
	}
	lines := append(readYukonLines[line](t, "golden.jsonl"), readYukonLines[line](t, "witness.jsonl")...)
	most := 30 // duels of four cards; those of two are all fought
	if os.Getenv("SOLITAIRE_LONG") != "" {
		most = 1000
	} else {
		lines = lines[:20]
	}
	for i, l := range lines {
		s := l.state(t, l.Rules.Return || i%2 == 0)
		for _, text := range l.Moves {
			yukonNeverLost(t, l.ID, s, most)
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

// yukonNeverLost checks that no proof calls a winnable position lost.
func yukonNeverLost(t *testing.T, id string, s game.State, most int) {
	t.Helper()
	e := newYukon(s)
	b := e.start
	e.settle(&b)
	if b.exposed == 0 {
		return
	}
	e.load(e.canonical(&b), &b)
	if h, _ := e.outlook(&b); !h.won(e.ranks) {
		t.Fatalf("%s: called lost: %s", id, yukonShow(&s))
	}
	for i := range e.benches {
		duels := e.benches[i].duels
		for _, duel := range duels[max(0, len(duels)-most):] {
			if b.open(duel) && e.hopeless(&b, duel) {
				t.Fatalf("%s: called lost by %v: %s", id, duel, yukonShow(&s))
			}
		}
	}
}
