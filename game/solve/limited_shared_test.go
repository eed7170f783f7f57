package solve

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// limLine is what the tests need of a line of the shared files.
type limLine struct {
	ID, Game string
	Cards    []string
	Rules    struct {
		Draw, Passes int
		Return       bool
	}
	Position    *limPosition
	Moves       []string
	Fits        []string
	Verdicts    map[string]string
	Unreachable bool
	After       struct {
		Moves    []string
		Verdicts map[string]string
	}
}

type limPosition struct {
	Piles        [][]string
	Stock, Waste []string
	Foundations  map[string]int
	PassesUsed   int `json:"passes_used"`
}

// limShared calls do with each Klondike line of a file of known answers.
func limShared(t *testing.T, file string, do func(limLine)) {
	for _, l := range sharedLines[limLine](t, "deals", file) {
		if l.Game == game.Klondike {
			do(l)
		}
	}
}

func limCards(names []string) (cards []game.Card) {
	for _, name := range names {
		c, _ := game.ParseCard(strings.TrimPrefix(name, "#"))
		cards = append(cards, c)
	}
	return cards
}

// start returns the position of a line under some rules.
func (l *limLine) start(t *testing.T, rules game.Rules) game.State {
	t.Helper()
	var s game.State
	var err error
	if l.Position == nil {
		s, err = game.Deal(rules, limCards(l.Cards))
	} else {
		s, err = game.FromPosition(rules, l.Position.position())
	}
	if err != nil {
		t.Fatalf("%s: %v", l.ID, err)
	}
	return s
}

func (p *limPosition) position() game.Position {
	pos := game.Position{Stock: limCards(p.Stock), Waste: limCards(p.Waste), Pass: max(p.PassesUsed, 1)}
	for _, pile := range p.Piles {
		hidden := strings.Count(strings.Join(pile, ""), "#")
		pos.Piles = append(pos.Piles, game.PositionPile{Cards: limCards(pile), Hidden: hidden})
	}
	for suit := range game.Suit(game.Suits) {
		pos.Foundations[suit] = p.Foundations[suit.String()]
	}
	return pos
}

func limPlay(t *testing.T, s game.State, moves []string) game.State {
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

var limRuleSets = []game.Rules{
	game.KlondikeRules(1, 1, false), game.KlondikeRules(1, 1, true),
	game.KlondikeRules(1, 3, false), game.KlondikeRules(1, 3, true),
	game.KlondikeRules(1, 0, false), game.KlondikeRules(1, 0, true),
	game.KlondikeRules(3, 1, false), game.KlondikeRules(3, 1, true),
	game.KlondikeRules(3, 3, false), game.KlondikeRules(3, 3, true),
	game.KlondikeRules(3, 0, false), game.KlondikeRules(3, 0, true),
}

// limKnown checks an answer that is known, and returns whether the engine found
// it within its nodes.
func limKnown(t *testing.T, id string, s game.State, want string, nodes int64) bool {
	t.Helper()
	v, line := newLimited(s).search(&budget{ctx: context.Background(), memory: 1 << 30, limit: nodes})
	if v == Winnable {
		mustWin(t, id, s, line)
	}
	if want != "" && want != "unknown" && v != Unknown && v.String() != want {
		t.Errorf("%s, %v: %v, want %s", id, s.Rules(), v, want)
	}
	return v != Unknown
}

// TestLimitedPositions settles the positions with known answers, most of them
// endgames in which the rules make the difference.
func TestLimitedPositions(t *testing.T) {
	limShared(t, "positions.jsonl", func(l limLine) {
		if l.Unreachable || len(l.Verdicts) == 0 {
			return
		}
		for _, rules := range limRuleSets {
			if rules.Passes > 0 && l.Position.PassesUsed > rules.Passes {
				continue
			}
			s := l.start(t, rules)
			if want := l.Verdicts[rules.String()]; want != "" && !limKnown(t, l.ID, s, want, 2_000_000) {
				t.Errorf("%s, %v: unknown, want %s", l.ID, rules, want)
			}
			if want := l.After.Verdicts[rules.String()]; want != "" {
				limKnown(t, l.ID+" after", limPlay(t, s, l.After.Moves), want, 2_000_000)
			}
		}
	})
}

// TestLimitedVerdicts checks that no known answer is contradicted.
func TestLimitedVerdicts(t *testing.T) {
	nodes := int64(2_000)
	if os.Getenv("SOLITAIRE_LONG") != "" {
		nodes = 5_000_000
	}
	limShared(t, "verdicts.jsonl", func(l limLine) {
		for _, rules := range limRuleSets {
			limKnown(t, l.ID, l.start(t, rules), l.Verdicts[rules.String()], nodes)
		}
	})
}

// TestLimitedLines checks that no position on a known winning line is called
// unwinnable.
func TestLimitedLines(t *testing.T) {
	nodes, step := int64(2_000), 40
	if os.Getenv("SOLITAIRE_LONG") != "" {
		nodes, step = 500_000, 5
	}
	for _, file := range []string{"golden.jsonl", "witness.jsonl"} {
		limShared(t, file, func(l limLine) {
			s := l.start(t, game.KlondikeRules(l.Rules.Draw, l.Rules.Passes, l.Rules.Return))
			for i := range l.Moves {
				if i%step == step-1 {
					limKnown(t, l.ID, s, "winnable", nodes)
				}
				s = limPlay(t, s, l.Moves[i:i+1])
			}
		})
	}
}
