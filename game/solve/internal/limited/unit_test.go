package limited

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
	"github.com/solitaire-chat/solitaire/game/solve/internal/search"
)

// TestKeys makes random moves and compares the incremental values with values computed
// from scratch.
func TestKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		rules := game.KlondikeRules(1+n%3, n%4, n%2 == 0)
		g, err := game.Deal(rules, game.Numbered(n+1))
		if err != nil {
			t.Fatal(err)
		}
		d, s, ok := newDeal(&g)
		if !ok {
			t.Fatal("refused")
		}
		for range 300 {
			checkState(t, &d, &s)
			list := d.moves(&s, nil)
			if len(list) == 0 {
				break
			}
			d.do(&s, list[r.IntN(len(list))])
		}
	}
}

func checkState(t *testing.T, d *deal, s *state) {
	t.Helper()
	key, rest, empty := d.talonWeight*uint64(s.talon), cards.Set(0), int(d.piles)
	for at, x := range d.stock {
		if s.talon>>at&1 != 0 {
			rest |= 1 << x
		}
	}
	for set := s.up; set != 0; set &= set - 1 {
		key += d.suitWeight[cards.Suit(set.First())]
	}
	base, all := cards.Set(0), s.up|s.vis|s.rest
	for p := range d.piles {
		h := s.hidden(p)
		key += d.pileWeight[p] * uint64(h)
		if h > 0 {
			base |= 1 << d.cards[p][h-1]
			all |= d.under[p][h-1]
			empty--
		}
	}
	empty -= (s.carried() & d.kings).Count()
	switch {
	case key != s.key || rest != s.rest || base != s.base || empty != int(s.empty):
		t.Fatalf("state %+v: key %d rest %x base %x empty %d", s, key, rest, base, empty)
	case all != d.deck || s.up&s.vis|s.up&s.rest|s.vis&s.rest != 0:
		t.Fatalf("state %+v: cards are missing or twice", s)
	}
}

// TestAsGood compares the times that the table takes to be as good with
// those that draws and turning over lead to. Besides, a position is as good as
// the same with fewer passes left.
func TestAsGood(t *testing.T) {
	const left, passes = 7, 3
	for draw := 1; draw <= 4; draw++ {
		table := timed{width: left + 1, draw: draw}
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
				s := state{talon: 1<<left - 1, pass: uint8(to / (left + 1)), edge: uint8(to % (left + 1))}
				if got := table.asGood(uint64(from), &s, s.drawn()); got != want {
					t.Errorf("draw %d: time %d is as good as %d: %v, want %v", draw, from, to, got, want)
				}
			}
		}
	}
}

// TestBudget checks that a search ends when it must.
func TestBudget(t *testing.T) {
	s, err := game.Deal(game.KlondikeRules(1, 3, true), game.Numbered(76)) // takes millions of nodes
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	for name, b := range map[string]*search.Budget{
		"nodes":  {Ctx: context.Background(), Memory: 1 << 30, Limit: 10_000},
		"memory": {Ctx: context.Background(), Memory: 1 << 20},
		"time":   {Ctx: soon, Memory: 1 << 30},
	} {
		if v, _ := New(s, nil).Search(b); v != search.Unknown { // it must not have decided
			t.Errorf("%s: %v", name, v)
		}
	}
}

// TestRefuses checks that the engine refuses positions that play can't reach.
func TestRefuses(t *testing.T) {
	s, err := game.Deal(game.YukonRules(false), game.Numbered(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, ok := newDeal(&s); ok {
		t.Error("Yukon is accepted")
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
	if v, _ := New(s, nil).Search(&search.Budget{Ctx: context.Background(), Memory: 1 << 20}); v != search.Unknown {
		t.Errorf("a pile that is no run: %v", v)
	}
}
