package review

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// small are limits for tests.
func small() Limits { return Limits{Nodes: 100_000, Samples: 24} }

// A move that makes a winnable game unwinnable is named at the very step, whatever is
// played after it; and the line from the position before it wins.
func TestPlantedBlundersAreNamed(t *testing.T) {
	s, rng := solve.New(), rand.New(rand.NewPCG(1, 1))
	planted := 0
	rules := gametest.EveryRules()
	for number := 1; planted < 50; number++ {
		if number > 400 {
			t.Fatalf("only %d blunders could be planted in 400 deals", planted)
		}
		g, blunder, ok := plant(s, rng, gametest.Deal(t, rules[number%len(rules)], number))
		if !ok {
			continue
		}
		planted++
		e := Decide(t.Context(), s, g, ExactLimits())
		if step, named := e.LosingStep(); !named || step != blunder || e.Deal() != solve.Winnable || !e.Settled() {
			t.Errorf("deal %d of %v: got %+v, want step %d of %d named", number, g.Start.Rules(), e, blunder, len(g.Steps))
		}
		before, _, err := g.Start.Play(g.Steps[:blunder-1])
		if err != nil {
			t.Fatal(err)
		}
		if end, _, err := before.Play(e.Line); err != nil || !end.Won() {
			t.Errorf("deal %d: the line from before the blunder doesn't win: %v", number, err)
		}
	}
}

// plant plays part of a line that wins, then a move after which the game is proved lost,
// then at random. It returns the blunder's step.
func plant(s *solve.Solver, rng *rand.Rand, start game.State) (g Game, blunder int, ok bool) {
	limits := solve.Limits{Nodes: 300_000}
	won := s.Solve(context.Background(), start, limits)
	if won.Verdict != solve.Winnable {
		return g, 0, false
	}
	g = Game{ID: "planted", Start: start}
	state := start
	wait := rng.IntN(len(won.Line) / 2)
	for i, m := range won.Line {
		if i >= wait {
			for other := range state.Moves() {
				next, _, _ := state.Apply(other)
				if s.Solve(context.Background(), next, limits).Verdict == solve.Unwinnable {
					g.Steps = append(slices.Clone(won.Line[:i]), other)
					blunder = len(g.Steps)
					for range rng.IntN(30) {
						moves := slices.Collect(next.Moves())
						if len(moves) == 0 {
							break
						}
						m := moves[rng.IntN(len(moves))]
						next, _, _ = next.Apply(m)
						g.Steps = append(g.Steps, m)
					}
					return g, blunder, true
				}
			}
		}
		state, _, _ = state.Apply(m)
	}
	return g, 0, false
}

// The verdicts along a line, and in every arrangement of the hidden cards, are those of
// a plain search without any of the solver's rules.
func TestReducedDealsAgreeWithExhaustiveSearch(t *testing.T) {
	s, rng := solve.New(), rand.New(rand.NewPCG(2, 2))
	compared, decisions := 0, 0
	for _, r := range gametest.EveryRules() {
		r.Ranks, r.Piles = 4, 3
		for i := range 2 {
			start := gametest.DealOf(t, r, gametest.RandomDeck(rng, r.Ranks))
			g := wandered(start, uint64(i))
			g.Steps = g.Steps[:min(len(g.Steps), 60)]
			if compareExact(t, s, g) {
				compared++
			}
			decisions += compareChances(t, s, g)
		}
	}
	if compared < 10 || decisions < 20 {
		t.Errorf("only %d games and %d decisions were compared", compared, decisions)
	}
}

func compareExact(t *testing.T, s *solve.Solver, g Game) bool {
	t.Helper()
	e := Decide(t.Context(), s, g, solve.Limits{})
	if !e.Settled() {
		t.Errorf("%v: %+v leaves something open without limits", g.Start.Rules(), e)
	}
	for i, state := range g.states() {
		won, decided := exhaust(state, 4_000)
		if !decided {
			return false
		}
		if want := i <= e.Last; won != want {
			t.Errorf("%v, position %d: an exhaustive search says winnable %v, the review %+v", g.Start.Rules(), i, won, e)
		}
	}
	return true
}

// compareChances compares the shares of decisions of which every arrangement was tried.
func compareChances(t *testing.T, s *solve.Solver, g Game) (compared int) {
	t.Helper()
	states := g.states()
	for _, d := range Weigh(t.Context(), s, g, Limits{Nodes: 1 << 40, Samples: 8}).Decisions {
		if !d.Complete || d.Open > 0 {
			continue
		}
		var want [3]int
		n, decided := 0, true
		for _, state := range arrange(t, states[d.From]) {
			n++
			for k, line := range [][]game.Move{nil, d.Played, d.Other} {
				after, _, err := state.Play(line)
				if err != nil {
					t.Fatal(err)
				}
				won, ok := exhaust(after, 4_000)
				if decided = decided && ok; won {
					want[k]++
				}
			}
		}
		if got := [3]int{d.Comparison.Before, d.Won[0], d.Won[1]}; decided && (got != want || d.Samples != n || d.Error() != 0) {
			t.Errorf("%v, position %d: got %v of %d, an exhaustive search %v of %d", g.Start.Rules(), d.From, got, d.Samples, want, n)
		}
		compared++
	}
	return compared
}

// arrange lists the position with its unseen cards in every order.
func arrange(t *testing.T, s game.State) (list []game.State) {
	t.Helper()
	p, view := s.Position(), s.View()
	var places []*game.Card
	for i := range p.Piles {
		for k := range p.Piles[i].Hidden {
			places = append(places, &p.Piles[i].Cards[k])
		}
	}
	for i := range p.Stock {
		if view.Stock[i] == 0 {
			places = append(places, &p.Stock[i])
		}
	}
	var next func(int)
	next = func(i int) {
		if i == len(places) {
			state, err := game.FromPosition(s.Rules(), p)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, state)
			return
		}
		for k := i; k < len(places); k++ {
			*places[i], *places[k] = *places[k], *places[i]
			next(i + 1)
			*places[i], *places[k] = *places[k], *places[i]
		}
	}
	next(0)
	return list
}

// exhaust looks at every position that can be reached, without any shortcut.
func exhaust(start game.State, limit int) (won, decided bool) {
	seen, todo := map[game.State]bool{}, []game.State{start}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.Won() {
			return true, true
		}
		for m := range s.Moves() {
			next, _, _ := s.Apply(m)
			place, err := game.FromPosition(s.Rules(), next.Position()) // without the score
			if err != nil || seen[place] {
				continue
			}
			if seen[place] = true; len(seen) > limit {
				return false, false
			}
			todo = append(todo, place)
		}
	}
	return false, true
}

func TestEqualGamesHaveEqualReviews(t *testing.T) {
	g := wandered(gametest.Deal(t, game.KlondikeRules(1, 1, false), 3), 3)
	first := Weigh(t.Context(), solve.New(), g, small())
	if again := Weigh(t.Context(), solve.New(), g, small()); !reflect.DeepEqual(first, again) {
		t.Errorf("got %+v, then %+v", first, again)
	}
	if len(first.Decisions) == 0 || !first.Complete {
		t.Errorf("got %+v, want decisions, and nothing cut short", first)
	}
	g.ID = "another"
	if other := Weigh(t.Context(), solve.New(), g, small()); reflect.DeepEqual(first, other) {
		t.Error("a game with another id has the same samples")
	}
}

// The decision in focus gets its samples first, and no more than the others may have.
func TestTheStepInFocusGetsItsSamplesFirst(t *testing.T) {
	g := wandered(gametest.Deal(t, game.KlondikeRules(1, 1, false), 3), 3)
	l := Limits{Nodes: 200_000, Samples: 64}
	before := Weigh(t.Context(), solve.New(), g, l)
	d := before.Decisions[0]
	if d.Samples+d.Open >= l.Samples {
		t.Fatalf("got %d samples without a focus, want room for more", d.Samples)
	}
	l.Focus = d.Step()
	if d = Weigh(t.Context(), solve.New(), g, l).Decisions[0]; d.Samples+d.Open <= before.Decisions[0].Samples || d.Samples+d.Open > l.Samples {
		t.Errorf("got %d samples in focus, %d without, at most %d", d.Samples, before.Decisions[0].Samples, l.Samples)
	}
}

// Cards that were still unseen when the game ended have no influence on the chances.
func TestChancesDoNotPeek(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, r := range gametest.EveryRules() {
		g := wandered(gametest.Deal(t, r, 5), 5)
		g.Steps = g.Steps[:min(12, len(g.Steps))]
		twin, ok := otherCards(t, rng, g)
		if !ok {
			t.Fatalf("%v: no other deal looks alike", r)
		}
		l := Limits{Nodes: 30_000, Samples: 8}
		a, b := Weigh(t.Context(), solve.New(), g, l), Weigh(t.Context(), solve.New(), twin, l)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%v: got %+v, but with other hidden cards %+v", r, a, b)
		}
	}
}

// otherCards returns a game that looked the same at every step and has other cards face
// down at its end.
func otherCards(t *testing.T, rng *rand.Rand, g Game) (Game, bool) {
	t.Helper()
	states := g.states()
	end, view := states[len(states)-1].Position(), states[len(states)-1].View()
	shown := map[game.Card]bool{}
	for _, pile := range end.Piles {
		for i, c := range pile.Cards {
			shown[c] = i >= pile.Hidden
		}
	}
	for i, c := range end.Stock {
		shown[c] = view.Stock[i] != 0
	}
	start := g.Start.Position()
	var places []*game.Card
	collect := func(list []game.Card) {
		for i, c := range list {
			if seen, there := shown[c]; there && !seen {
				places = append(places, &list[i])
			}
		}
	}
	for i := range start.Piles {
		collect(start.Piles[i].Cards)
	}
	collect(start.Stock)
	rng.Shuffle(len(places), func(i, j int) { *places[i], *places[j] = *places[j], *places[i] })
	state, err := game.FromPosition(g.Start.Rules(), start)
	if err != nil {
		t.Fatal(err)
	}
	g.Start = state
	return g, len(places) > 1
}

// Without time nothing is claimed.
func TestAReviewThatIsCutShortClaimsNothing(t *testing.T) {
	g := wandered(gametest.Deal(t, game.KlondikeRules(1, 1, false), 3), 3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := Decide(ctx, solve.New(), g, ExactLimits())
	if e.Settled() || e.Deal() != solve.Unknown || e.Line != nil {
		t.Errorf("got %+v, want nothing decided", e)
	}
	c := Weigh(ctx, solve.New(), g, small())
	if c.Complete || len(c.Decisions) > 0 || len(c.Turning(e)) > 0 {
		t.Errorf("got %+v, want no decision", c)
	}
}

// A losing step is bad luck only where nothing else was clearly better by what could be
// seen, and at most three turning points are named.
func TestTurningPoints(t *testing.T) {
	step := func(from, samples, played, other int, best bool) Decision {
		d := Decision{From: from, Played: []game.Move{game.Draw}, Best: best}
		d.Samples, d.Won = samples, [2]int{played, other}
		d.Only = [2]int{max(0, played-other), max(0, other-played)}
		return d
	}
	lost := Exact{Steps: 20, Last: 4, Lost: 5}
	for _, c := range []struct {
		name      string
		exact     Exact
		decisions []Decision
		complete  bool
		steps     []int
		cause     Cause
	}{
		{"not weighed", lost, nil, false, []int{5}, Unweighed},
		{"no choice there", lost, nil, true, []int{5}, BadLuck},
		{"the best move lost", lost, []Decision{step(4, 90, 60, 30, true)}, true, []int{5}, BadLuck},
		{"another was better by chance", lost, []Decision{step(4, 90, 60, 62, false)}, true, []int{5}, BadLuck},
		{"another was clearly better", lost, []Decision{step(4, 90, 30, 60, false)}, true, []int{5}, Judgement},
		{"a bracket names no step", Exact{Steps: 20, Last: 4, Lost: 9}, nil, true, nil, Unweighed},
		{"at most three, the worst ones", lost, []Decision{
			step(0, 90, 20, 40, false), step(4, 90, 50, 50, true), step(6, 90, 10, 60, false), step(8, 90, 10, 50, false),
		}, true, []int{5, 7, 9}, BadLuck},
	} {
		list := Chances{Decisions: c.decisions, Complete: c.complete}.Turning(c.exact)
		var steps []int
		for _, turning := range list {
			steps = append(steps, turning.Step)
			if turning.Loses && turning.Cause != c.cause {
				t.Errorf("%s: got %v, want %v", c.name, turning.Cause, c.cause)
			}
		}
		if !slices.Equal(steps, c.steps) {
			t.Errorf("%s: got the steps %v, want %v", c.name, steps, c.steps)
		}
	}
	best := Chances{Decisions: []Decision{step(0, 90, 40, 20, true), step(2, 90, 41, 40, true), step(4, 90, 70, 10, true), step(6, 90, 60, 10, true)}}.BestMoves()
	if len(best) != 2 || best[0].From != 4 || best[1].From != 6 {
		t.Errorf("got the best moves %+v, want those after 4 and 6 steps", best)
	}
}
