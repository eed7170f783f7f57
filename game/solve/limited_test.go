package solve

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// limPlain is the plain search within a number of positions.
type limPlain struct{ limit int }

func (p limPlain) solve(s game.State) (Verdict, bool) {
	winnable, decided := brute(s, p.limit)
	switch {
	case !decided:
		return Unknown, false
	case winnable:
		return Winnable, true
	}
	return Unwinnable, true
}

// limRandom returns a position of a reduced deck after up to 20 random moves.
func limRandom(r *rand.Rand, rules game.Rules) game.State {
	var deck game.Deck
	for suit := range game.Suit(game.Suits) {
		for rank := range rules.Ranks {
			deck = append(deck, game.NewCard(rank+1, suit))
		}
	}
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	s, err := game.Deal(rules, deck)
	if err != nil {
		panic(err)
	}
	return wander(r, s, max(0, r.IntN(40)-20))
}

// limLong returns the percentage of the long tests that SOLITAIRE_LONG asks for;
// 1 means all of them.
func limLong() int {
	n, _ := strconv.Atoi(os.Getenv("SOLITAIRE_LONG"))
	if n == 1 {
		return 100
	}
	return n
}

func limVerdict(t testing.TB, s game.State, rules limRules, nodes int64) Verdict {
	t.Helper()
	e := newLimited(s)
	e.rules = rules
	e.patience = 100 // so that the other searches get their turn
	v, line := e.search(&budget{ctx: context.Background(), memory: 1 << 26, limit: nodes})
	if v == Winnable {
		mustWin(t, "", s, line)
	}
	return v
}

var limSizes = []struct{ ranks, piles int }{{3, 2}, {4, 2}, {5, 2}, {3, 3}, {4, 3}, {5, 3}, {4, 4}, {5, 4}, {6, 4}, {6, 5}, {8, 6}}

// TestLimitedPlain compares the engine, with all pruning rules and with each
// one off, with the plain search.
func TestLimitedPlain(t *testing.T) {
	deals, limit := 12, 1_000
	if n := limLong(); n > 0 {
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
					limPlainTest(t, rand.New(rand.NewPCG(seed, 7)), name, deals, limit)
				})
			}
		}
	}
}

func limPlainTest(t *testing.T, r *rand.Rand, rules game.Rules, deals, limit int) {
	c := limCompare{T: t, r: r, plain: limPlain{limit: limit}}
	for _, size := range limSizes {
		for range deals {
			rules.Ranks, rules.Piles = size.ranks, size.piles
			c.position(limRandom(r, rules))
		}
	}
	t.Logf("unknown, winnable, unwinnable: %v", c.count)
}

// limCompare compares the engine with the plain search, and the engine with
// all its rules to itself with one of them off and with all off.
type limCompare struct {
	*testing.T
	r     *rand.Rand
	plain limPlain
	count [3]int
}

func (c *limCompare) position(s game.State) {
	c.Helper()
	want, _ := c.plain.solve(s)
	c.count[want]++
	off := limRules(1) << c.r.IntN(bits.Len(uint(limAllRules)))
	for _, rules := range []limRules{limAllRules, limAllRules &^ off, 0} {
		got := limVerdict(c, s, rules, 20_000)
		if want == Unknown {
			want = got
		}
		if got != want && got != Unknown {
			c.Fatalf("with rules %b: %v, not %v\n%s", rules, got, want, limShow(s))
		}
	}
}

// TestLimitedEndgames compares them on positions of full games that are nearly
// won, after some random moves.
func TestLimitedEndgames(t *testing.T) {
	deals, limit := 10, 1_000
	if n := limLong(); n > 0 {
		deals, limit = 1_000*n/100, 20_000
	}
	for _, rules := range []game.Rules{
		game.KlondikeRules(1, 1, false), game.KlondikeRules(1, 1, true),
		game.KlondikeRules(3, 3, false), game.KlondikeRules(3, 3, true),
	} {
		t.Run(rules.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(rules.Draw), 8))
			c := limCompare{T: t, r: r, plain: limPlain{limit: limit}}
			for n := range deals {
				s, err := game.Deal(rules, game.Numbered(n+1))
				if err != nil {
					t.Fatal(err)
				}
				_, line := newLimited(s).search(&budget{ctx: context.Background(), memory: 1 << 28, limit: 50_000})
				if len(line) == 0 {
					continue
				}
				for _, m := range line[:len(line)-10-r.IntN(len(line)/2)] {
					s, _, _ = s.Apply(m)
				}
				c.position(wander(r, s, r.IntN(8)))
			}
			t.Logf("unknown, winnable, unwinnable: %v", c.count)
		})
	}
}

// TestLimitedRules compares the engine with itself on full deals, with one rule
// off and with all off. (Reduced decks alone don't find every fault of a rule.)
func TestLimitedRules(t *testing.T) {
	deals, nodes := 100, int64(10_000)
	if n := limLong(); n > 0 {
		deals, nodes = 2_000*n/100, 100_000
	}
	for _, rules := range limRuleSets {
		t.Run(rules.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(rules.Draw), 9))
			var count [3]int
			for range deals {
				s, err := game.Deal(rules, game.Numbered(1+r.IntN(game.MaxNumber)))
				if err != nil {
					t.Fatal(err)
				}
				s = wander(r, s, r.IntN(60))
				want := Unknown
				off := limRules(1) << r.IntN(bits.Len(uint(limAllRules)))
				for _, on := range []limRules{limAllRules, limAllRules &^ off, 0} {
					v := limVerdict(t, s, on, nodes)
					if want == Unknown {
						want = v
					}
					if v != want && v != Unknown {
						t.Fatalf("with rules %b: %v, not %v\n%s", on, v, want, limShow(s))
					}
				}
				count[want]++
			}
			t.Logf("unknown, winnable, unwinnable: %v", count)
		})
	}
}

func limShow(s game.State) string {
	p := s.Position()
	return fmt.Sprintf("%v\npiles %v\nwaste %v\nstock %v\nup %v pass %d", s.Rules(), p.Piles, p.Waste, p.Stock, p.Foundations, p.Pass)
}
