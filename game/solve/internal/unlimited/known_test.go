package unlimited

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// unlimitedNamed returns the rule set with a name such as "klondike-d3-unlimited-return".
// It reports false for rules with a limit on passes.
func unlimitedNamed(name string) (game.Rules, bool) {
	for _, r := range unlimitedRules() {
		if r.String() == name {
			return r, true
		}
	}
	return game.Rules{}, false
}

// TestKnownDeals compares verdicts with those of the shared deals.
func TestKnownDeals(t *testing.T) {
	seen := new(Workspace)
	for _, d := range solvetest.SharedLines[knownDeal](t, "deals", "verdicts.jsonl") {
		for name, want := range d.Verdicts {
			r, ok := unlimitedNamed(name)
			if !ok {
				continue
			}
			state, err := game.Deal(r, d.deck(t))
			if err != nil {
				t.Fatal(err)
			}
			expect(t, d.ID+" "+name, state, want, seen)
		}
	}
}

// expect compares one verdict. The data's unknown matches anything. If we don't know
// within ten seconds, that is reported but isn't an error.
func expect(t *testing.T, name string, state game.State, want string, seen *Workspace) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	e, ok := New(state, seen)
	if !ok {
		t.Errorf("%s: refused", name)
		return
	}
	verdict, line := e.Search(&search.Budget{Ctx: ctx, Memory: search.DefaultMemory})
	switch {
	case verdict == search.Unknown:
		t.Logf("%s: unknown", name)
	case want != "unknown" && verdict.String() != want:
		t.Errorf("%s: %v, not %s", name, verdict, want)
	case verdict == search.Winnable:
		solvetest.MustWin(t, "", state, line)
	}
}

// A knownPosition is a line of deals/positions.jsonl.
type knownPosition struct {
	ID, Game string
	Position struct {
		Piles        [][]string
		Stock, Waste []string
		Foundations  map[string]int
	}
	Verdicts    map[string]string
	Unreachable bool
	After       struct {
		Moves    []string
		Verdicts map[string]string
	}
}

func (k knownPosition) state(t *testing.T, r game.Rules) game.State {
	t.Helper()
	p := game.Position{Stock: cardsOf(t, k.Position.Stock), Waste: cardsOf(t, k.Position.Waste), Pass: 1}
	for _, pile := range k.Position.Piles {
		hidden := 0
		for hidden < len(pile) && strings.HasPrefix(pile[hidden], "#") {
			hidden++
		}
		p.Piles = append(p.Piles, game.PositionPile{Cards: cardsOf(t, pile), Hidden: hidden})
	}
	for suit := range game.Suit(game.Suits) {
		p.Foundations[suit] = k.Position.Foundations[suit.String()]
	}
	s, err := game.FromPosition(r, p)
	if err != nil {
		t.Fatalf("%s: %v", k.ID, err)
	}
	return s
}

func cardsOf(t *testing.T, list []string) []game.Card {
	t.Helper()
	var cards []game.Card
	for _, s := range list {
		c, ok := game.ParseCard(strings.TrimPrefix(s, "#"))
		if !ok {
			t.Fatalf("%q is no card", s)
		}
		cards = append(cards, c)
	}
	return cards
}

// TestKnownPositions compares verdicts with those of the shared positions, including
// after some moves.
func TestKnownPositions(t *testing.T) {
	seen := new(Workspace)
	for _, k := range solvetest.SharedLines[knownPosition](t, "deals", "positions.jsonl") {
		for name, want := range k.Verdicts {
			if r, ok := unlimitedNamed(name); ok {
				expect(t, k.ID+" "+name, k.state(t, r), want, seen)
			}
		}
		for name, want := range k.After.Verdicts {
			r, ok := unlimitedNamed(name)
			if !ok {
				continue
			}
			s := k.state(t, r)
			for _, text := range k.After.Moves {
				m, err := game.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				if s, _, err = s.Apply(m); err != nil {
					t.Fatal(err)
				}
			}
			expect(t, k.ID+" after, "+name, s, want, seen)
		}
	}
}
