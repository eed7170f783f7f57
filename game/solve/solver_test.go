package solve_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// play makes the moves of a line, which must be legal.
func play(t testing.TB, state game.State, line []game.Move) game.State {
	t.Helper()
	for i, m := range line {
		next, _, err := state.Apply(m)
		if err != nil {
			t.Fatalf("move %d: %v", i, err)
		}
		state = next
	}
	return state
}

// TestSolveEveryRules decides deals under every rule set, with one solver used by several
// goroutines. Winning lines win, and from the middle of one the rest still wins.
func TestSolveEveryRules(t *testing.T) {
	solver := solve.New()
	var all sync.WaitGroup
	for _, r := range gametest.EveryRules() {
		all.Go(func() {
			for number := 1; number <= 6; number++ {
				state := gametest.Deal(t, r, number)
				a := solver.Solve(t.Context(), state, solve.Limits{Nodes: 3_000_000})
				if a.Verdict != solve.Winnable {
					continue
				}
				if end := play(t, state, a.Line); !end.Won() {
					t.Errorf("%v deal %d: the line doesn't win", r, number)
				}
				middle := play(t, state, a.Line[:len(a.Line)/2])
				if b := solver.Solve(t.Context(), middle, solve.Limits{}); b.Verdict != solve.Winnable {
					t.Errorf("%v deal %d: half-way to a win it is %v", r, number, b.Verdict)
				}
			}
		})
	}
	all.Wait()
}

// TestSolveLooserRulesDecideNoLess solves deals under every two rule sets of which one
// allows everything that the other does. They never contradict each other, and with ten
// times the nodes the looser one decides whatever the stricter one did.
func TestSolveLooserRulesDecideNoLess(t *testing.T) {
	contains := func(loose, strict game.Rules) bool {
		return loose.Family == strict.Family && (loose.Return || !strict.Return) &&
			(loose.Draw == strict.Draw || loose.Draw == 1) &&
			(loose.Passes == 0 || strict.Passes != 0 && loose.Passes >= strict.Passes)
	}
	solver, sets := solve.New(), gametest.EveryRules()
	for number := 1; number <= 15; number++ {
		few, many := map[game.Rules]solve.Verdict{}, map[game.Rules]solve.Verdict{}
		for _, r := range sets {
			const nodes = 10_000
			few[r] = solver.Solve(t.Context(), gametest.Deal(t, r, number), solve.Limits{Nodes: nodes}).Verdict
			many[r] = solver.Solve(t.Context(), gametest.Deal(t, r, number), solve.Limits{Nodes: 10 * nodes}).Verdict
		}
		for _, loose := range sets {
			for _, strict := range sets {
				if contains(loose, strict) && few[strict] == solve.Winnable && many[loose] != solve.Winnable {
					t.Errorf("deal %d: %v is won and %v %v", number, strict, loose, many[loose])
				}
				if contains(loose, strict) && few[loose] == solve.Unwinnable && many[strict] != solve.Unwinnable {
					t.Errorf("deal %d: %v is lost and %v %v", number, loose, strict, many[strict])
				}
			}
		}
	}
}

// TestSolveYukonWinsWithoutReturn solves a deal that is won at once without
// return, and whose search with return goes astray.
func TestSolveYukonWinsWithoutReturn(t *testing.T) {
	var deck game.Deck
	for name := range strings.FieldsSeq("JC QC 7D KH 5D 3C 8D AC 6H JH AD 5C AS 3S 4D 2C 7H 4S TH 2S 3H 3D 2D JD 7C 7S " +
		"9D 6S 8H JS 9H 8S TS TC 5H AH 4H TD QS 2H KD 5S 6D KS 8C KC QD 9S 9C 4C QH 6C") {
		c, _ := game.ParseCard(name)
		deck = append(deck, c)
	}
	for _, ret := range []bool{false, true} {
		state, err := game.Deal(game.YukonRules(ret), deck)
		if err != nil {
			t.Fatal(err)
		}
		if a := solve.New().Solve(t.Context(), state, solve.Limits{Nodes: 150_000}); a.Verdict != solve.Winnable {
			t.Errorf("return %v: %v", ret, a.Verdict)
		}
	}
}

func TestSolveLimits(t *testing.T) {
	hard := gametest.Deal(t, game.KlondikeRules(3, 0, false), 8951)
	ended, end := context.WithCancel(t.Context())
	end()
	for name, a := range map[string]solve.Answer{
		"context": solve.New().Solve(ended, hard, solve.Limits{}),
		"nodes":   solve.New().Solve(t.Context(), hard, solve.Limits{Nodes: 5000}),
		"memory":  solve.New().Solve(t.Context(), hard, solve.Limits{Memory: 64 << 10, Nodes: 20_000_000}),
	} {
		if a.Verdict != solve.Unknown || a.Line != nil {
			t.Errorf("%s: %v", name, a.Verdict)
		}
	}
}

func TestSolveWonAndLost(t *testing.T) {
	won, err := game.FromPosition(game.YukonRules(false), game.Position{Foundations: [4]int{13, 13, 13, 13}})
	if err != nil {
		t.Fatal(err)
	}
	if a := solve.New().Solve(t.Context(), won, solve.Limits{}); a.Verdict != solve.Winnable || len(a.Line) != 0 {
		t.Errorf("a won game is %v, %v", a.Verdict, a.Line)
	}
}

func TestShorten(t *testing.T) {
	state := gametest.Deal(t, game.KlondikeRules(3, 3, false), 1770)
	solver := solve.New()
	a := solver.Solve(t.Context(), state, solve.Limits{})
	if a.Verdict != solve.Winnable {
		t.Fatal(a.Verdict)
	}
	better, minimal := solver.Shorten(t.Context(), state, a.Line, 0)
	if end := play(t, state, better); !end.Won() || game.Length(better) > game.Length(a.Line) {
		t.Errorf("%d moves became %d", game.Length(a.Line), game.Length(better))
	}
	if !minimal {
		t.Error("with all the time there is the line of this deal is proved minimal")
	}
	if same, proved := solver.Shorten(t.Context(), state, a.Line[:3], 0); len(same) != 3 || proved {
		t.Error("a line that doesn't win was touched")
	}
}
