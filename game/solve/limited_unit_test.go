package solve

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// TestLimitedCards checks what the layout of the cards is for.
func TestLimitedCards(t *testing.T) {
	for suit := range game.Suit(game.Suits) {
		for rank := 1; rank <= game.King; rank++ {
			c := game.NewCard(rank, suit)
			x := limIndex(c)
			if limCard(x) != c {
				t.Errorf("%v has number %d, which is %v", c, x, limCard(x))
			}
			if twin := limCard(x ^ 1); twin.Rank() != rank || twin.Red() != c.Red() || twin == c {
				t.Errorf("the twin of %v isn't %v", c, twin)
			}
			if !limSuits[limSuit(x)].has(x) {
				t.Errorf("%v isn't in its suit", c)
			}
			if rank == game.King {
				continue
			}
			if next := limIndex(game.NewCard(rank+1, suit)); next != (x+4)^2 {
				t.Errorf("after %v comes %v, not %v", c, limCard(next), limCard((x+4)^2))
			}
			for takers := limTakers(x); takers != 0; takers &= takers - 1 {
				if on := limCard(takers.first()); on.Rank() != rank+1 || on.Red() == c.Red() {
					t.Errorf("%v doesn't take %v", on, c)
				}
			}
		}
	}
}

// TestLimitedKeys walks at random and compares what is kept up from move to
// move with the same computed anew.
func TestLimitedKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		rules := game.KlondikeRules(1+n%3, n%4, n%2 == 0)
		g, err := game.Deal(rules, game.Numbered(n+1))
		if err != nil {
			t.Fatal(err)
		}
		d, s, err := limBegin(&g)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			limCheckState(t, &d, &s)
			list := d.moves(&s, nil)
			if len(list) == 0 {
				break
			}
			d.do(&s, list[r.IntN(len(list))])
		}
	}
}

func limCheckState(t *testing.T, d *limDeal, s *limState) {
	t.Helper()
	key, rest, empty := d.talonWeight*uint64(s.talon), limSet(0), int(d.piles)
	for at, x := range d.stock {
		if s.talon>>at&1 != 0 {
			rest |= 1 << x
		}
	}
	for suit := range d.suitWeight {
		key += d.suitWeight[suit] * uint64((s.up & limSuits[suit]).len())
	}
	base, all := limSet(0), s.up|s.vis|s.rest
	for p := range d.piles {
		h := s.hidden(p)
		key += d.pileWeight[p] * uint64(h)
		if h > 0 {
			base |= 1 << d.cards[p][h-1]
			all |= d.under[p][h-1]
			empty--
		}
	}
	empty -= (s.carried() & d.kings).len()
	switch {
	case key != s.key || rest != s.rest || base != s.base || empty != int(s.empty):
		t.Fatalf("state %+v: key %d rest %x base %x empty %d", s, key, rest, base, empty)
	case all != d.deck || s.up&s.vis|s.up&s.rest|s.vis&s.rest != 0:
		t.Fatalf("state %+v: cards are missing or twice", s)
	}
}

// TestLimitedAsGood compares the times that the table takes to be as good with
// those that draws and turning over lead to. Besides, a position is as good as
// the same with fewer passes left.
func TestLimitedAsGood(t *testing.T) {
	const left, passes = 7, 3
	for draw := 1; draw <= 4; draw++ {
		table := limTable{width: left + 1, draw: draw}
		reached := func(from, to int) bool { // times as pass*width + drawn
			for time := from; ; {
				if time == to {
					return true
				}
				pass, drawn := time/(left+1), time%(left+1)
				if drawn == left {
					if pass++; pass == passes {
						return false
					}
					time = pass * (left + 1)
				} else {
					time += min(draw, left-drawn)
				}
			}
		}
		for from := range passes * (left + 1) {
			for to := range passes * (left + 1) {
				want := false
				for later := from; later < passes*(left+1); later += left + 1 {
					want = want || reached(later, to)
				}
				s := limState{talon: 1<<left - 1, pass: uint8(to / (left + 1)), edge: uint8(to % (left + 1))}
				if got := table.asGood(uint64(from), &s, s.drawn()); got != want {
					t.Errorf("draw %d: time %d is as good as %d: %v, want %v", draw, from, to, got, want)
				}
			}
		}
	}
}

// TestLimitedBudget checks that a search ends when it must.
func TestLimitedBudget(t *testing.T) {
	s, err := game.Deal(game.KlondikeRules(1, 3, true), game.Numbered(76)) // takes millions of nodes
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	for name, b := range map[string]*budget{
		"nodes":  {ctx: context.Background(), memory: 1 << 30, limit: 10_000},
		"memory": {ctx: context.Background(), memory: 1 << 20},
		"time":   {ctx: soon, memory: 1 << 30},
	} {
		if v, _ := newLimited(s).search(b); v != Unknown { // it went on until it knew
			t.Errorf("%s: %v", name, v)
		}
	}
}

// TestLimitedRefuses checks that positions which can't come up are left alone.
func TestLimitedRefuses(t *testing.T) {
	s, err := game.Deal(game.YukonRules(false), game.Numbered(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := limBegin(&s); !errors.Is(err, errLimited) {
		t.Errorf("Yukon: %v", err)
	}
	rules := game.KlondikeRules(1, 1, false)
	rules.Ranks, rules.Piles = 2, 1
	two := func(suit game.Suit) game.Card { return game.NewCard(2, suit) }
	s, err = game.FromPosition(rules, game.Position{
		Piles:       []game.PositionPile{{Cards: []game.Card{two(game.Hearts), two(game.Clubs), two(game.Spades), two(game.Diamonds)}}},
		Foundations: [game.Suits]int{1, 1, 1, 1}, Pass: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := newLimited(s).search(&budget{ctx: context.Background(), memory: 1 << 20}); v != Unknown {
		t.Errorf("a pile that is no run: %v", v)
	}
}

// TestLimitedEasier checks that only Unwinnable of an easier engine counts.
func TestLimitedEasier(t *testing.T) {
	s, err := game.Deal(game.KlondikeRules(1, 3, false), game.Numbered(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, easier := range []Verdict{Unknown, Winnable, Unwinnable} {
		e := newLimited(s)
		want, _ := e.search(&budget{ctx: context.Background(), memory: 1 << 28})
		e.easier = limSays(easier)
		if easier == Unwinnable {
			want = Unwinnable
		}
		if v, _ := e.search(&budget{ctx: context.Background(), memory: 1 << 28}); v != want {
			t.Errorf("%v: %v, want %v", easier, v, want)
		}
	}
}

// limSays is an engine that has one answer.
type limSays Verdict

func (v limSays) search(*budget) (Verdict, []game.Move) { return Verdict(v), nil }
