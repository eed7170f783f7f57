package hint

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// follow plays a game by advice alone, move by move, and calls check at each position. It
// fails if a piece of advice is illegal.
func follow(t *testing.T, s game.State, check func(step int, s game.State, a Advice)) game.State {
	t.Helper()
	adviser, table := NewAdviser(solve.New()), NewTable(s.View())
	for step := 0; ; step++ {
		if step > 3000 {
			t.Fatal("the advice never ends")
		}
		a := adviser.Advise(context.Background(), table, rand.NewPCG(3, uint64(step)), Limits{Samples: 2, Each: 100, Nodes: 1_000})
		if !a.OK {
			return s
		}
		check(step, s, a)
		next, _, err := s.Apply(a.Move)
		if err != nil {
			t.Fatalf("advised %v: %v", a.Move, err)
		}
		s, table = next, table.Then(next.View())
	}
}

// Advice never goes through the stock without a play, except for the one pass that shows
// its cards.
func TestB14AdviceNeverCyclesInVain(t *testing.T) {
	for _, r := range gametest.EveryRules() {
		if !r.HasStock() {
			continue
		}
		for number := range 2 {
			turnedOver, knew := 0, false
			follow(t, gametest.Deal(t, r, number+1), func(step int, s game.State, a Advice) {
				v := s.View()
				switch {
				case a.Move == game.TurnOver && turnedOver > 0 && knew:
					t.Fatalf("%v deal %d: turned over twice without a play, step %d", r, number+1, step)
				case a.Move == game.TurnOver:
					turnedOver, knew = turnedOver+1, unseenStock(&v) == 0 && v.Pass > 1
				case a.Move != game.Draw:
					turnedOver, knew = 0, false
				}
			})
		}
	}
}

// The advice never turns over a stock from which nothing can be played any more.
func TestB44ADeadStockIsNotTurnedOver(t *testing.T) {
	r := game.KlondikeRules(1, 3, false)
	r.Ranks, r.Piles = 3, 4
	p := game.Position{
		Piles: []game.PositionPile{
			{Cards: cards(t, "2C")},
			{Cards: cards(t, "AC 2S"), Hidden: 1},
			{Cards: cards(t, "AD AS 3C"), Hidden: 2},
			{Cards: cards(t, "2D 3S"), Hidden: 1},
		},
		Waste:       cards(t, "3D"),
		Foundations: [game.Suits]int{game.Hearts: 3},
		Pass:        2,
	}
	dead := placed(t, r, p)
	if a := advise(dead, 1, quick()); !dead.Legal(game.TurnOver) || a.OK || !a.Hopeless {
		t.Errorf("the stock is dead: %+v", a)
	}
	// With the two threes exchanged, the black twos have a place, and leave one for the
	// last card of the stock.
	p.Piles[3].Cards, p.Waste = cards(t, "2D 3D"), cards(t, "3S")
	alive := placed(t, r, p)
	if a := advise(alive, 1, quick()); !a.OK || a.Hopeless {
		t.Errorf("there is a place for twos: %+v", a)
	}
}

// A fresh deal gets advice, and following it never reaches a position twice.
func TestB45HintsLeadOn(t *testing.T) {
	for _, r := range gametest.EveryRules() {
		for number := range 2 {
			seen := map[string]int{}
			first := false
			follow(t, gametest.Deal(t, r, number+1), func(step int, s game.State, a Advice) {
				first = true
				v := s.View()
				key := fmt.Sprint(v.Piles, v.Stock, v.Waste, v.Foundations)
				if r.Passes > 0 {
					key += fmt.Sprint(v.Pass)
				}
				if at, ok := seen[key]; ok {
					t.Fatalf("%v deal %d: the position after step %d is that after step %d", r, number+1, step, at)
				}
				seen[key] = step
			})
			if !first {
				t.Errorf("%v deal %d: no advice", r, number+1)
			}
		}
	}
}
