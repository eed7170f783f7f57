package shorten

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// randomRules returns random rules of a small game.
func randomRules(rnd *rand.Rand) game.Rules {
	r := game.YukonRules(rnd.IntN(2) == 0)
	if rnd.IntN(4) > 0 {
		r = game.KlondikeRules(1+rnd.IntN(3), rnd.IntN(4), rnd.IntN(2) == 0)
	}
	r.Ranks, r.Piles = 4+rnd.IntN(4), 2+rnd.IntN(4)
	return r
}

// randomStart returns a random position of a few cards: some ranks are already up, the
// others lie anywhere, as in the middle of a game.
func randomStart(t testing.TB, r game.Rules, rnd *rand.Rand) game.State {
	t.Helper()
	var p game.Position
	var cards []game.Card
	for suit := range game.Suit(game.Suits) {
		up := max(0, r.Ranks-1-rnd.IntN(4))
		p.Foundations[suit] = up
		for rank := up + 1; rank <= r.Ranks; rank++ {
			cards = append(cards, game.NewCard(rank, suit))
		}
	}
	rnd.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	take := func(n int) []game.Card {
		taken := cards[:min(n, len(cards))]
		cards = cards[len(taken):]
		return taken
	}
	for i := range r.Piles {
		hidden := rnd.IntN(i + 1)
		faceUp := rnd.IntN(2)
		if r.Groups == game.AnyGroup {
			faceUp = rnd.IntN(4)
		}
		pile := game.PositionPile{Cards: take(hidden + faceUp)}
		pile.Hidden = max(0, min(hidden, len(pile.Cards)-1))
		p.Piles = append(p.Piles, pile)
	}
	last := &p.Piles[r.Piles-1]
	if r.HasStock() {
		p.Waste = take(rnd.IntN(6))
		p.Stock = take(len(cards))
		p.Pass = 1 + rnd.IntN(max(1, r.Passes))
	} else {
		last.Cards = append(append([]game.Card(nil), last.Cards...), cards...)
	}
	if len(last.Cards) > 0 && r.Groups == game.Runs {
		last.Hidden = min(r.Piles-1, len(last.Cards)-1)
	}
	s, err := game.FromPosition(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// reduced calls f with small winnable positions whose whole graph is known. Their rules
// and cards depend only on the name of the test.
func reduced(t *testing.T, f func(*testing.T, *oracle, *rand.Rand)) {
	deals, most := 1000, 1_000
	if solvetest.Long() {
		deals, most = 10_000, 2_000
	}
	rnd := rand.New(rand.NewPCG(uint64(len(t.Name())), 7))
	n, states := 0, 0
	for range deals {
		o, ok := newOracle(randomStart(t, randomRules(rnd), rnd), most)
		if ok && o.dist[0] < never {
			n, states = n+1, states+len(o.states)
			f(t, o, rnd)
		}
	}
	t.Logf("%d winnable starts of %d, %d positions", n, deals, states)
}

func TestFindsShortest(t *testing.T) {
	reduced(t, func(t *testing.T, o *oracle, rnd *rand.Rand) {
		line := o.wander(rnd)
		better, minimal := Line(context.Background(), o.states[0], line, search.DefaultMemory)
		checkShorter(t, o.states[0], line, better)
		if n := game.Length(better); n != o.dist[0] || !minimal {
			t.Fatalf("%v: %d, minimal %v; shortest is %d\n%+v", o.states[0].Rules(), n, minimal, o.dist[0], o.states[0].Position())
		}
	})
}

// TestRulesKeepLength tries each rule alone, all rules but one, and no rules.
func TestRulesKeepLength(t *testing.T) {
	sets := []rules{0}
	for rule := pruneSafe; rule <= pruneAll; rule <<= 1 {
		sets = append(sets, rule, pruneAll&^rule)
	}
	reduced(t, func(t *testing.T, o *oracle, rnd *rand.Rand) {
		line := o.wander(rnd)
		for _, prune := range sets {
			s := newSearcher(context.Background(), &o.states[0], search.DefaultMemory)
			s.game.prune = prune
			steps, _ := stepsOf(&o.states[0], line)
			s.setBest(steps)
			if !s.improve() || s.length != o.dist[0] {
				t.Fatalf("%v: rules %b find %d, shortest is %d", o.states[0].Rules(), prune, s.length, o.dist[0])
			}
		}
	})
}

func TestBoundAdmissible(t *testing.T) {
	reduced(t, func(t *testing.T, o *oracle, rnd *rand.Rand) {
		for i := range o.states {
			if o.dist[i] == never || i > 0 && rnd.IntN(16) > 0 {
				continue
			}
			g, p := newModel(&o.states[i])
			if b := g.bound(&p) + g.cycleBound(&p); b > o.dist[i] {
				t.Fatalf("%v: bound %d, shortest is %d\n%+v", o.states[i].Rules(), b, o.dist[i], o.states[i].Position())
			}
		}
	})
}

// checkShorter fails if a line doesn't win under the rules, or is longer than before.
func checkShorter(t *testing.T, start game.State, line, better []game.Move) {
	t.Helper()
	s := start
	for i, m := range better {
		next, _, err := s.Apply(m)
		if err != nil {
			t.Fatalf("%v: move %d: %v", start.Rules(), i, err)
		}
		s = next
	}
	if !s.Won() {
		t.Fatalf("%v: the line does not win", start.Rules())
	}
	if game.Length(better) > game.Length(line) {
		t.Fatalf("%v: %d is longer than %d", start.Rules(), game.Length(better), game.Length(line))
	}
}
