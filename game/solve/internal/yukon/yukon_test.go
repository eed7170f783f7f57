package yukon

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
	"github.com/solitaire-chat/solitaire/game/solve/internal/solvetest"
)

// reduced deals a small game.
func reduced(r *rand.Rand, ret bool) game.State {
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

// endgame lays out a position of the full game with few cards left.
func endgame(r *rand.Rand, ret bool) game.State {
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

// solveWith runs the engine and replays its line.
func solveWith(t *testing.T, s game.State, rules rules) search.Verdict {
	t.Helper()
	v, line := with(s, rules).Search(&search.Budget{Ctx: context.Background(), Memory: 1 << 30})
	if v == search.Winnable {
		solvetest.MustWin(t, "", s, line)
	}
	return v
}

func show(s *game.State) string { return fmt.Sprintf("%v %+v", s.Rules(), s.Position()) }

// TestAgreesWithPlainSearch compares verdicts, with all pruning rules on and with each
// one off. Lines are replayed, so a win needs no second opinion.
func TestAgreesWithPlainSearch(t *testing.T) {
	n, most := 250, 2_000
	if solvetest.Long() {
		n, most = 40_000, 100_000
	}
	for _, ret := range []bool{false, true} {
		for _, kind := range []struct {
			name string
			make func(*rand.Rand, bool) game.State
		}{{"reduced", reduced}, {"endgame", endgame}} {
			t.Run(fmt.Sprintf("%s/return=%v", kind.name, ret), func(t *testing.T) {
				r := rand.New(rand.NewPCG(1, uint64(n)))
				var c counts
				for range n {
					c.compare(t, kind.make(r, ret), most)
				}
				t.Logf("%+v", c)
			})
		}
	}
}

// counts counts wins, proofs that the plain search confirms, and those that are too large
// for it.
type counts struct{ won, dead, large int }

func (n *counts) compare(t *testing.T, s game.State, most int) {
	t.Helper()
	want := solveWith(t, s, allRules)
	for off := rules(1); off < allRules; off <<= 1 {
		if got := solveWith(t, s, allRules&^off); got != want {
			t.Fatalf("without rule %d: %v, want %v: %s", off, got, want, show(&s))
		}
	}
	if want == search.Winnable {
		n.won++
		return
	}
	switch winnable, ok := solvetest.Brute(s, most); {
	case winnable:
		t.Fatalf("not %v: %s", want, show(&s))
	case ok:
		n.dead++
	default:
		n.large++
	}
}

// with returns an engine with some of the rules. It fights duels at every node, so that
// small games use them too.
func with(s game.State, rules rules) *Engine {
	e := New(s)
	e.rules, e.eager = rules, 12
	if solvetest.Long() {
		e.eager = 1000
	}
	return e
}

// TestMidGame solves positions along a winning line, which are all winnable.
func TestMidGame(t *testing.T) {
	for n := 1; n <= 5; n++ {
		s, err := game.Deal(game.YukonRules(n%2 == 0), game.Numbered(n))
		if err != nil {
			t.Fatal(err)
		}
		_, line := New(s).Search(&search.Budget{Ctx: context.Background(), Memory: 1 << 28, Limit: 20_000})
		for _, m := range line {
			if solveWithin(t, s, 20_000) == search.Unwinnable {
				t.Fatalf("deal %d: a position on a winning line is called unwinnable: %s", n, show(&s))
			}
			s, _, _ = s.Apply(m)
		}
	}
}

// TestGivesUp checks that running out of memory or time leads to an answer.
func TestGivesUp(t *testing.T) {
	s, err := game.Deal(game.YukonRules(false), game.Numbered(1067))
	if err != nil {
		t.Fatal(err)
	}
	e := New(s)
	if v, _ := e.Search(&search.Budget{Ctx: context.Background(), Memory: 1 << 21}); v != search.Unknown || e.nodes.room(1<<18) {
		t.Errorf("with 2 MiB: %v", v)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := &search.Budget{Ctx: ctx, Memory: 1 << 30}
	if v, _ := New(s).Search(b); v != search.Unknown || b.Nodes > search.CheckEvery {
		t.Errorf("cancelled: %v after %d nodes", v, b.Nodes)
	}
}

// TestBoards plays at random. The incremental board must represent the same position as
// one laid out from its key and one read from the game: the relaxation uses the whole
// board and ends with the same result whatever the order.
func TestBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for n := 1; n <= 60; n++ {
		s, err := game.Deal(game.YukonRules(n%3 != 0), game.Numbered(n))
		if err != nil {
			t.Fatal(err)
		}
		e := New(s)
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
			if m, ok := mirror(e, &b, effect); ok {
				e.play(&b, m)
			}
			var loaded board
			e.load(b.key, &loaded)
			fresh := New(s)
			want, _ := fresh.outlook(&fresh.start)
			got, _ := e.outlook(&b)
			again, _ := e.outlook(&loaded)
			if got != want || again != want {
				t.Fatalf("deal %d after %v: %+v, from its key %+v, want %+v", n, effect.Move, got, again, want)
			}
		}
	}
}

// mirror returns the search's form of a move. A bottom king's move to an empty column has
// none.
func mirror(e *Engine, b *board, effect game.Effect) (move, bool) {
	c := uint8(effect.Card)
	switch {
	case effect.Move.To == game.Foundation:
		return newMove(c, edgeUp), true
	case rankOf(c) == e.ranks:
		return newMove(c, edgeLow), b.face>>c&1 == 0 || b.below[c] != 0
	}
	return newMove(c, edgeTo(c, uint8(effect.On))), true
}
