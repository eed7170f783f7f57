package solve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// yukonPlain is the search that obviously is right: every legal move of the
// engine, no pruning, a set of whole positions. It reports false when there
// are more than most positions.
func yukonPlain(state game.State, most int) (winnable, ok bool) {
	seen := map[string]bool{yukonText(&state): true}
	stack := []game.State{state}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.Won() {
			return true, true
		}
		for m := range s.Moves() {
			next, _, err := s.Apply(m)
			if err != nil {
				panic(err)
			}
			if text := yukonText(&next); !seen[text] {
				seen[text] = true
				stack = append(stack, next)
			}
		}
		if len(seen) > most {
			return false, false
		}
	}
	return false, true
}

// yukonText spells out the tableau; the foundations hold the rest.
func yukonText(s *game.State) string {
	var b []byte
	for p := range game.Pile(s.Rules().Piles) {
		cards, hidden := s.Pile(p + 1)
		for _, c := range cards {
			b = append(b, byte(c))
		}
		b = append(b, 0, byte(hidden))
	}
	return string(b)
}

// yukonReduced deals a small game.
func yukonReduced(r *rand.Rand, ret bool) game.State {
	for {
		rules := game.YukonRules(ret)
		rules.Ranks, rules.Piles = 3+r.IntN(4), 3+r.IntN(3)
		if rules.Check() != nil {
			continue
		}
		deck := game.Deck{}
		for _, i := range r.Perm(rules.Cards()) {
			deck = append(deck, game.NewCard(i/game.Suits+1, game.Suit(i%game.Suits)))
		}
		if s, err := game.Deal(rules, deck); err == nil {
			return s
		}
	}
}

// yukonEndgame lays out a position of the full game with few cards left.
func yukonEndgame(r *rand.Rand, ret bool) game.State {
	rules := game.YukonRules(ret)
	rules.Piles = 2 + r.IntN(6)
	var pos game.Position
	var left []game.Card
	for s := range pos.Foundations {
		pos.Foundations[s] = game.King - r.IntN(6)
		for rank := pos.Foundations[s] + 1; rank <= game.King; rank++ {
			left = append(left, game.NewCard(rank, game.Suit(s)))
		}
	}
	r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	pos.Piles = make([]game.PositionPile, rules.Piles)
	for _, c := range left {
		p := &pos.Piles[r.IntN(rules.Piles)]
		p.Cards = append(p.Cards, c)
	}
	for i := range pos.Piles {
		if n := min(len(pos.Piles[i].Cards), i+1); n > 0 {
			pos.Piles[i].Hidden = r.IntN(n)
		}
	}
	s, err := game.FromPosition(rules, pos)
	if err != nil {
		panic(err)
	}
	return s
}

// yukonSolve runs the engine and replays its line.
func yukonSolve(t *testing.T, s game.State, rules yukonRules) Verdict {
	t.Helper()
	v, line := yukonWith(s, rules).search(&budget{ctx: context.Background(), memory: 1 << 30})
	if v == Winnable {
		yukonReplay(t, s, line)
	}
	return v
}

func yukonReplay(t *testing.T, s game.State, line []game.Move) {
	t.Helper()
	for i, m := range line {
		next, _, err := s.Apply(m)
		if err != nil {
			t.Fatalf("move %d of %v: %v\n%s", i, line, err, yukonShow(&s))
		}
		s = next
	}
	if !s.Won() {
		t.Fatalf("%v wins nothing", line)
	}
}

func yukonShow(s *game.State) string { return fmt.Sprintf("%v %+v", s.Rules(), s.Position()) }

// TestYukonAgreesWithPlainSearch compares verdicts, with all pruning rules and
// with each one off.
func TestYukonAgreesWithPlainSearch(t *testing.T) {
	n := 600
	if os.Getenv("SOLITAIRE_LONG") != "" {
		n = 40_000
	}
	for _, ret := range []bool{false, true} {
		for _, kind := range []struct {
			name string
			make func(*rand.Rand, bool) game.State
		}{{"reduced", yukonReduced}, {"endgame", yukonEndgame}} {
			t.Run(fmt.Sprintf("%s/return=%v", kind.name, ret), func(t *testing.T) {
				r := rand.New(rand.NewPCG(1, uint64(n)))
				counts := map[Verdict]int{}
				for range n {
					s := kind.make(r, ret)
					counts[yukonCompare(t, s)]++
				}
				t.Log(counts)
			})
		}
	}
}

func yukonCompare(t *testing.T, s game.State) Verdict {
	t.Helper()
	winnable, ok := yukonPlain(s, 5_000)
	if !ok {
		return Unknown
	}
	want := Unwinnable
	if winnable {
		want = Winnable
	}
	if got := yukonSolve(t, s, yukonAllRules); got != want {
		t.Fatalf("%v, want %v: %s", got, want, yukonShow(&s))
	}
	for off := yukonRules(1); off < yukonAllRules; off <<= 1 {
		if got := yukonSolve(t, s, yukonAllRules&^off); got != want {
			t.Fatalf("without %d: %v, want %v: %s", off, got, want, yukonShow(&s))
		}
	}
	return want
}

// yukonWith returns an engine with some of the rules that asks all twins at
// every node, so that small games see them too.
func yukonWith(s game.State, rules yukonRules) *yukonEngine {
	e := newYukon(s)
	e.rules, e.eager = rules, true
	return e
}
