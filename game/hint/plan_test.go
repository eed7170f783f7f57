package hint

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// On small deals, the best possible result of somebody who sees what a player sees can be
// computed. Following the hints never does better, which would be peeking, and hardly
// ever worse.
func TestHintsHardlyEverFallBehindTheBestPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for _, r := range []game.Rules{game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 3, false), game.KlondikeRules(1, 0, false), game.KlondikeRules(3, 0, true)} {
		won, best, most, deals := 0, 0, 0, 0
		for deals < 15 {
			s := gametest.Wander(rng, small(t, rng, r), 5+rng.IntN(20))
			worlds := everyWorld(t, s)
			if len(worlds) < 6 {
				continue
			}
			oracle := oracle{solver: solve.New(), left: 500, known: map[string]int{}}
			value, ok := oracle.value(worlds)
			if !ok || value == 0 {
				continue
			}
			deals++
			wins := 0
			for i := range worlds {
				p := Player{Solver: solve.New(), Source: rand.NewPCG(1, 1), Limits: Limits{Samples: 24, Each: 1 << 40}}
				if end := p.Play(context.Background(), worlds[i]); end.Won() {
					wins++
				}
			}
			if wins > value {
				t.Fatalf("%v: %d of %d arrangements won, and no more than %d can be:\n%+v", r, wins, len(worlds), value, s.Position())
			}
			won, best = won+wins, best+value
			most += len(worlds)
		}
		t.Logf("%v: %d of %d arrangements won, %d at best", r, won, most, best)
		if won*100 < best*98 {
			t.Errorf("%v: %d arrangements won, %d at best", r, won, best)
		}
	}
}

// everyWorld returns all positions that look like a given one.
func everyWorld(t *testing.T, s game.State) (worlds []game.State) {
	v := s.View()
	cards := unseen(&v)
	if len(cards) > 4 {
		return nil
	}
	permute(cards, len(cards), func(a arrangement) { worlds = append(worlds, placed(t, v.Rules, a.position(&v))) })
	return worlds
}

// An oracle computes in how many of several positions that look the same a game is won by
// the best play that doesn't know which of them is real.
type oracle struct {
	solver *solve.Solver
	left   int // positions it may still visit
	known  map[string]int
}

func (o *oracle) value(worlds []game.State) (wins int, ok bool) {
	if len(worlds) == 0 {
		return 0, false
	}
	if worlds[0].Won() {
		return len(worlds), true
	}
	if len(worlds) == 1 { // nothing is hidden any more
		switch o.solver.Solve(context.Background(), worlds[0], solve.Limits{Nodes: 10_000}).Verdict {
		case solve.Winnable:
			return 1, true
		case solve.Unwinnable:
			return 0, true
		}
		return 0, false
	}
	key := ""
	for i := range worlds {
		key += fmt.Sprintln(worlds[i].Position())
	}
	if wins, ok := o.known[key]; ok {
		return wins, true
	}
	if o.left--; o.left < 0 {
		return 0, false
	}
	table := NewTable(worlds[0].View())
	for _, c := range choices(&table, worlds[0]) {
		sum := 0
		for _, alike := range sorted(worlds, c.line) {
			n, ok := o.value(alike)
			if !ok {
				return 0, false
			}
			sum += n
		}
		wins = max(wins, sum)
	}
	o.known[key] = wins
	return wins, true
}

// sorted plays a line and groups the positions by what they look like.
func sorted(worlds []game.State, line []game.Move) [][]game.State {
	var looks []string
	var all [][]game.State
	for i := range worlds {
		after, _, _ := worlds[i].Play(line)
		v := after.View()
		look := placeKey(&v)
		k := slices.Index(looks, look)
		if k < 0 {
			k = len(looks)
			looks, all = append(looks, look), append(all, nil)
		}
		all[k] = append(all[k], after)
	}
	return all
}

// A plan continues its choice by moves that are legal whatever is hidden, and shows
// nothing before its last move.
func TestPlansShowNothingBeforeTheirEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	longer := 0
	for _, r := range gametest.EveryRules() {
		for i := range 8 {
			s := gametest.Wander(rng, gametest.Deal(t, r, 30+i), 10*i)
			a := advise(s, 1, Limits{Samples: 10, Each: 200})
			if !a.OK {
				continue
			}
			if len(a.Plan) < len(a.Line) || !slices.Equal(a.Line, a.Plan[:len(a.Line)]) {
				t.Fatalf("%v: the plan %v doesn't begin with %v", r, a.Plan, a.Line)
			}
			if len(a.Plan) > len(a.Line) {
				longer++
			}
			other := reshuffled(t, rng, s)
			for _, m := range a.Plan[:len(a.Plan)-1] {
				s, _, _ = s.Apply(m)
				other, _, _ = other.Apply(m)
				if v, w := s.View(), other.View(); placeKey(&v) != placeKey(&w) {
					t.Fatalf("%v: something shows at %v of %v", r, m, a.Plan)
				}
			}
		}
	}
	if longer == 0 {
		t.Error("no plan goes beyond its first choice")
	}
}
