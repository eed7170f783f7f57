package limited

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
	"github.com/solitaire-chat/solitaire/game/solve/internal/unlimited"
)

// plain is the plain search with a limit on positions.
type plain struct{ limit int }

func (p plain) solve(s game.State) (search.Verdict, bool) {
	winnable, decided := solvetest.Brute(s, p.limit)
	switch {
	case !decided:
		return search.Unknown, false
	case winnable:
		return search.Winnable, true
	}
	return search.Unwinnable, true
}

// randomSmall returns a position of a reduced deck after up to 20 random moves.
func randomSmall(r *rand.Rand, rules game.Rules) game.State {
	s, err := game.Deal(rules, gametest.RandomDeck(r, rules.Ranks))
	if err != nil {
		panic(err)
	}
	return gametest.Wander(r, s, max(0, r.IntN(40)-20))
}

// longPercent returns the percentage of the long tests that SOLITAIRE_LONG requests; 1
// means all of them.
func longPercent() int {
	n, _ := strconv.Atoi(os.Getenv("SOLITAIRE_LONG"))
	if n == 1 {
		return 100
	}
	return n
}

func verdict(t testing.TB, s game.State, rules rules, nodes int64) search.Verdict {
	t.Helper()
	e := New(s, new(unlimited.Workspace))
	e.rules = rules
	e.first, e.main = 0, 100 // so that this engine decides, and the others get their turns
	v, line := e.Search(&search.Budget{Ctx: context.Background(), Memory: 1 << 26, Limit: nodes})
	if v == search.Winnable {
		solvetest.MustWin(t, "", s, line)
	}
	return v
}

var sizes = []struct{ ranks, piles int }{{3, 2}, {4, 2}, {5, 2}, {3, 3}, {4, 3}, {5, 3}, {4, 4}, {5, 4}, {6, 4}, {6, 5}, {8, 6}}

// TestPlain compares the plain search with the engine, with all pruning rules on and with
// each one off.
func TestPlain(t *testing.T) {
	deals, limit := 12, 1_000
	if n := longPercent(); n > 0 {
		deals, limit = 2_000*n/100, 3_000
	}
	for _, draw := range []int{1, 2, 3, 4} {
		for _, passes := range []int{1, 2, 3, 0} {
			for _, ret := range []bool{false, true} {
				name := game.KlondikeRules(draw, passes, ret)
				t.Run(name.String(), func(t *testing.T) {
					seed := uint64(draw<<8 | passes<<1)
					if ret {
						seed++
					}
					plainTest(t, rand.New(rand.NewPCG(seed, 7)), name, deals, limit)
				})
			}
		}
	}
}

func plainTest(t *testing.T, r *rand.Rand, rules game.Rules, deals, limit int) {
	c := compare{T: t, r: r, plain: plain{limit: limit}}
	for _, size := range sizes {
		for range deals {
			rules.Ranks, rules.Piles = size.ranks, size.piles
			c.position(randomSmall(r, rules))
		}
	}
	t.Logf("unknown, winnable, unwinnable: %v", c.count)
}

// compare compares the engine with the plain search, and with itself with one rule off
// and with all rules off.
type compare struct {
	*testing.T
	r     *rand.Rand
	plain plain
	count [3]int
}

func (c *compare) position(s game.State) {
	c.Helper()
	want, _ := c.plain.solve(s)
	c.count[want]++
	off := rules(1) << c.r.IntN(bits.Len(uint(allRules)))
	for _, rules := range []rules{allRules, allRules &^ off, 0} {
		got := verdict(c, s, rules, 20_000)
		if want == search.Unknown {
			want = got
		}
		if got != want && got != search.Unknown {
			c.Fatalf("with rules %b: %v, not %v\n%s", rules, got, want, show(s))
		}
	}
}

// TestEndgames compares them on nearly won positions of full games, after some random
// moves.
func TestEndgames(t *testing.T) {
	deals, limit := 10, 1_000
	if n := longPercent(); n > 0 {
		deals, limit = 1_000*n/100, 20_000
	}
	for _, rules := range []game.Rules{
		game.KlondikeRules(1, 1, false), game.KlondikeRules(1, 1, true),
		game.KlondikeRules(3, 3, false), game.KlondikeRules(3, 3, true),
	} {
		t.Run(rules.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(rules.Draw), 8))
			c := compare{T: t, r: r, plain: plain{limit: limit}}
			for n := range deals {
				s, err := game.Deal(rules, game.Numbered(n+1))
				if err != nil {
					t.Fatal(err)
				}
				_, line := New(s, nil).Search(&search.Budget{Ctx: context.Background(), Memory: 1 << 28, Limit: 50_000})
				if len(line) == 0 {
					continue
				}
				for _, m := range line[:len(line)-10-r.IntN(len(line)/2)] {
					s, _, _ = s.Apply(m)
				}
				c.position(gametest.Wander(r, s, r.IntN(8)))
			}
			t.Logf("unknown, winnable, unwinnable: %v", c.count)
		})
	}
}

// TestRules compares the engine with itself on full deals, with one rule off and with all
// rules off. (Reduced decks don't reveal every bug in a rule.)
func TestRules(t *testing.T) {
	deals, nodes := 100, int64(10_000)
	if n := longPercent(); n > 0 {
		deals, nodes = 2_000*n/100, 100_000
	}
	for _, set := range ruleSets {
		t.Run(set.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(set.Draw), 9))
			var count [3]int
			for range deals {
				s, err := game.Deal(set, game.Numbered(1+r.IntN(game.MaxNumber)))
				if err != nil {
					t.Fatal(err)
				}
				s = gametest.Wander(r, s, r.IntN(60))
				want := search.Unknown
				off := rules(1) << r.IntN(bits.Len(uint(allRules)))
				for _, on := range []rules{allRules, allRules &^ off, 0} {
					v := verdict(t, s, on, nodes)
					if want == search.Unknown {
						want = v
					}
					if v != want && v != search.Unknown {
						t.Fatalf("with rules %b: %v, not %v\n%s", on, v, want, show(s))
					}
				}
				count[want]++
			}
			t.Logf("unknown, winnable, unwinnable: %v", count)
		})
	}
}

func show(s game.State) string {
	p := s.Position()
	return fmt.Sprintf("%v\npiles %v\nwaste %v\nstock %v\nup %v pass %d", s.Rules(), p.Piles, p.Waste, p.Stock, p.Foundations, p.Pass)
}
