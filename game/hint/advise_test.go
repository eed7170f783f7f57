package hint

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// Two games that look the same but have different hidden cards get the same advice.
func TestAdviceDoesNotPeek(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, r := range gametest.EveryRules() {
		differ := 0
		for i := range 6 {
			s := gametest.Wander(rng, gametest.Deal(t, r, i+1), 12*i)
			other := reshuffled(t, rng, s)
			if a, b := s.View(), other.View(); placeKey(&a) != placeKey(&b) {
				t.Fatal("the two look different")
			}
			if a, b := advise(s, 5, quick()), advise(other, 5, quick()); !reflect.DeepEqual(a, b) {
				t.Errorf("%v: %+v, but with other hidden cards %+v", r, a, b)
			}
			if plain(s) != plain(other) {
				differ++
			}
		}
		if differ == 0 {
			t.Errorf("%v: nothing was hidden in any position", r)
		}
	}
}

// So do advisers that follow two such games, up to the first card that shows the
// difference.
func TestAdvisersDoNotPeek(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, r := range gametest.EveryRules() {
		alike := 0
		for i := range 2 {
			s := gametest.Deal(t, r, 7+i)
			other := reshuffled(t, rng, s)
			alike += followBoth(t, s, other)
		}
		if alike < 2 {
			t.Errorf("%v: only %d pieces of advice could be compared", r, alike)
		}
	}
}

// followBoth follows the advice in two games while they look the same, and returns the
// number of comparisons.
func followBoth(t *testing.T, states ...game.State) (compared int) {
	advisers, tables := [2]*Adviser{}, [2]Table{}
	for i := range advisers {
		advisers[i], tables[i] = NewAdviser(solve.New()), NewTable(states[i].View())
	}
	for {
		var advice [2]Advice
		for i := range advice {
			advice[i] = advisers[i].Advise(context.Background(), tables[i], rand.NewPCG(9, uint64(compared)), quick())
		}
		if !reflect.DeepEqual(advice[0], advice[1]) {
			t.Fatalf("%+v, but with other hidden cards %+v", advice[0], advice[1])
		}
		compared++
		if !advice[0].OK {
			return compared
		}
		for i := range states {
			states[i], _, _ = states[i].Apply(advice[0].Move)
			tables[i] = tables[i].Then(states[i].View())
		}
		if placeKey(&tables[0].View) != placeKey(&tables[1].View) {
			return compared
		}
	}
}

// When every arrangement can be tried, the shares are those of a plain search.
func TestSharesAgreeWithAPlainSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for _, r := range gametest.EveryRules() {
		tried := 0
		for range 16 {
			s := gametest.Wander(rng, small(t, rng, r), 5+rng.IntN(30))
			v := s.View()
			cards := unseen(&v)
			if len(cards) > 3 {
				continue
			}
			a := advise(s, 1, Limits{Samples: 6, Each: 1 << 40})
			if !a.OK || a.Unknown > 0 {
				continue
			}
			tried++
			if !a.Complete {
				t.Fatalf("%v: %d hidden cards, and not every arrangement tried: %+v", r, len(cards), a)
			}
			won, lost := 0, 0
			permute(cards, len(cards), func(c arrangement) {
				w, err := game.FromPosition(v.Rules, c.position(&v))
				if err != nil {
					t.Fatal(err)
				}
				if after, _, err := w.Play(a.Line); err != nil {
					t.Fatal(err)
				} else if win, ok := winnable(after, 2_000); ok && win {
					won++
				} else if ok {
					lost++
				}
			})
			if a.Won < won || a.Lost < lost {
				t.Fatalf("%v: won %d, lost %d, a plain search %d and %d:\n%+v", r, a.Won, a.Lost, won, lost, s.Position())
			}
			if a.Hopeless && won > 0 {
				t.Fatalf("%v: called hopeless, but %d arrangements can be won", r, won)
			}
		}
		if tried < 2 {
			t.Errorf("%v: only %d positions with few hidden cards", r, tried)
		}
	}
}

func TestAdviceKeepsItsLimits(t *testing.T) {
	s := gametest.Deal(t, game.KlondikeRules(1, 1, false), 4)
	if a := advise(s, 1, Limits{Samples: 1000, Nodes: 5_000}); !a.OK || a.Samples == 0 || a.Samples >= 1000 {
		t.Errorf("within 5,000 nodes: %+v", a)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	a := NewAdviser(solve.New()).Advise(ended, NewTable(s.View()), rand.NewPCG(1, 1), Limits{})
	if !a.OK || s.Check(a.Move) != nil || a.Samples != 0 || a.Hopeless {
		t.Errorf("without any time: %+v", a)
	}
}

func TestAWonGameGetsNoAdvice(t *testing.T) {
	r := game.YukonRules(false)
	p := game.Position{Foundations: [game.Suits]int{13, 13, 13, 13}}
	s, err := game.FromPosition(r, p)
	if err != nil {
		t.Fatal(err)
	}
	if a := advise(s, 1, Limits{}); a.OK || a.Hopeless {
		t.Errorf("advice on a game that is won: %+v", a)
	}
}

// Insisting tries the same arrangements and leaves fewer of them undecided.
func TestInsistingLeavesFewerWorldsOpen(t *testing.T) {
	for deal := 1; deal <= 3; deal++ {
		s := gametest.Deal(t, game.KlondikeRules(1, 1, false), deal)
		short := advise(s, 1, Limits{Samples: 12, Each: 50})
		long := advise(s, 1, Limits{Samples: 12, Each: 50, Insist: true})
		if long.Samples != short.Samples || long.Unknown >= short.Unknown || long.Lost+long.Won+long.Unknown != long.Samples {
			t.Errorf("deal %d: %+v became %+v", deal, short, long)
		}
	}
}

// If choices are followed, insisting changes the share but not the advice, however little
// time there is.
func TestInsistingKeepsThePlan(t *testing.T) {
	r, longer := game.KlondikeRules(3, 0, true), 0
	for _, nodes := range []int64{2_000, 10_000, 50_000, 0} {
		s := gametest.Wander(rand.New(rand.NewPCG(6, uint64(nodes))), gametest.Deal(t, r, 5), 40)
		short := advise(s, 1, Limits{Samples: 20, Each: 100, Nodes: nodes})
		long := advise(s, 1, Limits{Samples: 20, Each: 100, Nodes: nodes, Insist: true})
		if !reflect.DeepEqual(short.Plan, long.Plan) || long.Unknown > short.Unknown || long.Samples != short.Samples {
			t.Errorf("within %d nodes %+v became %+v", nodes, short, long)
		}
		if len(long.Plan) > len(long.Line) {
			longer++
		}
	}
	if longer == 0 {
		t.Error("nothing was planned")
	}
}
