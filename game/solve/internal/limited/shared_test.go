package limited

import (
	"context"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// sharedLine has the fields of a line of the shared files that the tests need.
type sharedLine struct {
	ID, Game string
	Cards    []string
	Rules    struct {
		Draw, Passes int
		Return       bool
	}
	Position    *sharedPosition
	Moves       []string
	Fits        []string
	Verdicts    map[string]string
	Unreachable bool
	After       struct {
		Moves    []string
		Verdicts map[string]string
	}
}

type sharedPosition struct {
	Piles        [][]string
	Stock, Waste []string
	Foundations  map[string]int
	PassesUsed   int `json:"passes_used"`
}

// klondikeLines calls do with each Klondike line of a file of known answers.
func klondikeLines(t *testing.T, file string, do func(sharedLine)) {
	for _, l := range solvetest.SharedLines[sharedLine](t, "deals", file) {
		if l.Game == game.Klondike {
			do(l)
		}
	}
}

func parseCards(names []string) (cards []game.Card) {
	for _, name := range names {
		c, _ := game.ParseCard(strings.TrimPrefix(name, "#"))
		cards = append(cards, c)
	}
	return cards
}

// start returns the position of a line under some rules.
func (l *sharedLine) start(t *testing.T, rules game.Rules) game.State {
	t.Helper()
	var s game.State
	var err error
	if l.Position == nil {
		s, err = game.Deal(rules, parseCards(l.Cards))
	} else {
		s, err = game.FromPosition(rules, l.Position.position())
	}
	if err != nil {
		t.Fatalf("%s: %v", l.ID, err)
	}
	return s
}

func (p *sharedPosition) position() game.Position {
	pos := game.Position{Stock: parseCards(p.Stock), Waste: parseCards(p.Waste), Pass: max(p.PassesUsed, 1)}
	for _, pile := range p.Piles {
		hidden := strings.Count(strings.Join(pile, ""), "#")
		pos.Piles = append(pos.Piles, game.PositionPile{Cards: parseCards(pile), Hidden: hidden})
	}
	for suit := range game.Suit(game.Suits) {
		pos.Foundations[suit] = p.Foundations[suit.String()]
	}
	return pos
}

func playAll(t *testing.T, s game.State, moves []string) game.State {
	t.Helper()
	for _, text := range moves {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if s, _, err = s.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

var ruleSets = []game.Rules{
	game.KlondikeRules(1, 1, false), game.KlondikeRules(1, 1, true),
	game.KlondikeRules(1, 3, false), game.KlondikeRules(1, 3, true),
	game.KlondikeRules(1, 0, false), game.KlondikeRules(1, 0, true),
	game.KlondikeRules(3, 1, false), game.KlondikeRules(3, 1, true),
	game.KlondikeRules(3, 3, false), game.KlondikeRules(3, 3, true),
	game.KlondikeRules(3, 0, false), game.KlondikeRules(3, 0, true),
}

// checkKnown compares an answer with the known one, and returns whether the engine found
// it within its nodes.
func checkKnown(t *testing.T, id string, s game.State, want string, nodes int64) bool {
	t.Helper()
	v, line := New(s, nil).Search(&search.Budget{Ctx: context.Background(), Memory: 1 << 30, Limit: nodes})
	if v == search.Winnable {
		solvetest.MustWin(t, id, s, line)
	}
	if want != "" && want != "unknown" && v != search.Unknown && v.String() != want {
		t.Errorf("%s, %v: %v, want %s", id, s.Rules(), v, want)
	}
	return v != search.Unknown
}

// TestPositions decides the positions with known answers, most of them endgames in which
// the rules matter.
func TestPositions(t *testing.T) {
	klondikeLines(t, "positions.jsonl", func(l sharedLine) {
		if l.Unreachable || len(l.Verdicts) == 0 {
			return
		}
		for _, rules := range ruleSets {
			if rules.Passes > 0 && l.Position.PassesUsed > rules.Passes {
				continue
			}
			s := l.start(t, rules)
			if want := l.Verdicts[rules.String()]; want != "" && !checkKnown(t, l.ID, s, want, 2_000_000) {
				t.Errorf("%s, %v: unknown, want %s", l.ID, rules, want)
			}
			if want := l.After.Verdicts[rules.String()]; want != "" {
				checkKnown(t, l.ID+" after", playAll(t, s, l.After.Moves), want, 2_000_000)
			}
		}
	})
}

// TestVerdicts checks that no known answer is contradicted.
func TestVerdicts(t *testing.T) {
	nodes := int64(2_000)
	if solvetest.Long() {
		nodes = 5_000_000
	}
	klondikeLines(t, "verdicts.jsonl", func(l sharedLine) {
		for _, rules := range ruleSets {
			checkKnown(t, l.ID, l.start(t, rules), l.Verdicts[rules.String()], nodes)
		}
	})
}

// TestLines checks that no position on a known winning line is lost.
func TestLines(t *testing.T) {
	nodes, step := int64(2_000), 40
	if solvetest.Long() {
		nodes, step = 500_000, 5
	}
	for _, file := range []string{"golden.jsonl", "witness.jsonl"} {
		klondikeLines(t, file, func(l sharedLine) {
			s := l.start(t, game.KlondikeRules(l.Rules.Draw, l.Rules.Passes, l.Rules.Return))
			for i := range l.Moves {
				if i%step == step-1 {
					checkKnown(t, l.ID, s, "winnable", nodes)
				}
				s = playAll(t, s, l.Moves[i:i+1])
			}
		})
	}
}
