package solve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// yukonReduced deals a small game.
func yukonReduced(r *rand.Rand, ret bool) game.State {
	for {
		rules := game.YukonRules(ret)
		rules.Ranks, rules.Piles = 3+r.IntN(5), 3+r.IntN(3)
		if rules.Check() != nil {
			continue
		}
		var deck game.Deck
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
		mustWin(t, "", s, line)
	}
	return v
}

func yukonShow(s *game.State) string { return fmt.Sprintf("%v %+v", s.Rules(), s.Position()) }

// TestYukonAgreesWithPlainSearch compares verdicts, with all pruning rules and
// with each one off. Lines are replayed, so a win needs no second opinion.
func TestYukonAgreesWithPlainSearch(t *testing.T) {
	n, most := 250, 2_000
	if os.Getenv("SOLITAIRE_LONG") != "" {
		n, most = 40_000, 100_000
	}
	for _, ret := range []bool{false, true} {
		for _, kind := range []struct {
			name string
			make func(*rand.Rand, bool) game.State
		}{{"reduced", yukonReduced}, {"endgame", yukonEndgame}} {
			t.Run(fmt.Sprintf("%s/return=%v", kind.name, ret), func(t *testing.T) {
				r := rand.New(rand.NewPCG(1, uint64(n)))
				var c yukonCounts
				for range n {
					c.compare(t, kind.make(r, ret), most)
				}
				t.Logf("%+v", c)
			})
		}
	}
}

// yukonCounts counts wins, proofs that the plain search confirms, and those
// that it has no room for.
type yukonCounts struct{ won, dead, large int }

func (n *yukonCounts) compare(t *testing.T, s game.State, most int) {
	t.Helper()
	want := yukonSolve(t, s, yukonAllRules)
	for off := yukonRules(1); off < yukonAllRules; off <<= 1 {
		if got := yukonSolve(t, s, yukonAllRules&^off); got != want {
			t.Fatalf("without rule %d: %v, want %v: %s", off, got, want, yukonShow(&s))
		}
	}
	if want == Winnable {
		n.won++
		return
	}
	switch winnable, ok := brute(s, most); {
	case winnable:
		t.Fatalf("not %v: %s", want, yukonShow(&s))
	case ok:
		n.dead++
	default:
		n.large++
	}
}

// yukonWith returns an engine with some of the rules that fights duels at every
// node, so that small games see them too.
func yukonWith(s game.State, rules yukonRules) *yukonEngine {
	e := newYukon(s)
	e.rules, e.eager = rules, 12
	if os.Getenv("SOLITAIRE_LONG") != "" {
		e.eager = 1000
	}
	return e
}

// TestYukonMidGame solves positions along a winning line: each is winnable.
func TestYukonMidGame(t *testing.T) {
	for n := 1; n <= 5; n++ {
		s, err := game.Deal(game.YukonRules(n%2 == 0), game.Numbered(n))
		if err != nil {
			t.Fatal(err)
		}
		_, line := newYukon(s).search(&budget{ctx: context.Background(), memory: 1 << 28, limit: 20_000})
		for _, m := range line {
			if yukonSolveWithin(t, s, 20_000) == Unwinnable {
				t.Fatalf("deal %d: a position on a winning line is called unwinnable: %s", n, yukonShow(&s))
			}
			s, _, _ = s.Apply(m)
		}
	}
}

// TestYukonGivesUp checks that memory and time run out in an answer.
func TestYukonGivesUp(t *testing.T) {
	s, err := game.Deal(game.YukonRules(false), game.Numbered(1067))
	if err != nil {
		t.Fatal(err)
	}
	e := newYukon(s)
	if v, _ := e.search(&budget{ctx: context.Background(), memory: 1 << 21}); v != Unknown || e.nodes.room(1<<18) {
		t.Errorf("with 2 MiB: %v", v)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := &budget{ctx: ctx, memory: 1 << 30}
	if v, _ := newYukon(s).search(b); v != Unknown || b.nodes > checkEvery {
		t.Errorf("cancelled: %v after %d nodes", v, b.nodes)
	}
}

// TestYukonBoards plays at random. The board that follows the moves must stand
// for the same as one laid out from its key and one read from the game: the
// relaxation sees all of a board and ends the same whatever the order.
func TestYukonBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for n := 1; n <= 60; n++ {
		s, err := game.Deal(game.YukonRules(n%3 != 0), game.Numbered(n))
		if err != nil {
			t.Fatal(err)
		}
		e := newYukon(s)
		e.rules = 0
		for b, step := e.start, 0; step < 150; step++ {
			var moves []game.Move
			for m := range s.Moves() {
				moves = append(moves, m)
			}
			if len(moves) == 0 {
				break
			}
			next, effect, _ := s.Apply(moves[r.IntN(len(moves))])
			s = next
			if m, ok := yukonMirror(e, &b, effect); ok {
				e.play(&b, m)
			}
			var loaded yukonBoard
			e.load(b.key, &loaded)
			fresh := newYukon(s)
			want, _ := fresh.outlook(&fresh.start)
			got, _ := e.outlook(&b)
			again, _ := e.outlook(&loaded)
			if got != want || again != want {
				t.Fatalf("deal %d after %v: %+v, from its key %+v, want %+v", n, effect.Move, got, again, want)
			}
		}
	}
}

// yukonMirror returns the search's form of a move; there is none for a bottom
// king that goes to an empty column.
func yukonMirror(e *yukonEngine, b *yukonBoard, effect game.Effect) (yukonMove, bool) {
	c := uint8(effect.Card)
	switch {
	case effect.Move.To == game.Foundation:
		return newYukonMove(c, linkUp), true
	case yukonRank(c) == e.ranks:
		return newYukonMove(c, linkLow), b.face>>c&1 == 0 || b.below[c] != 0
	}
	return newYukonMove(c, yukonLinkTo(c, uint8(effect.On))), true
}
