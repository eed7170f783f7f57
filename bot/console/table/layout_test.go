package table

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/game"
)

// sizes are windows from the least size to a large one.
var sizes = [][2]int{{leastWidth, leastHeight}, {40, 16}, {60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}}

// playout makes random moves from a random deal, and calls see with every view.
func playout(t *rapid.T, see func(v game.View)) {
	rules := rapid.SampledFrom([]game.Rules{
		game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 0, true), game.KlondikeRules(24, 0, false), game.YukonRules(false), game.YukonRules(true),
	}).Draw(t, "rules")
	s, err := game.Deal(rules, game.Numbered(rapid.IntRange(1, game.MaxNumber).Draw(t, "deal")))
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 80).Draw(t, "moves") {
		see(s.View())
		var moves []game.Move
		for m := range s.Moves() {
			moves = append(moves, m)
		}
		if len(moves) == 0 {
			return
		}
		s, _, _ = s.Apply(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	see(s.View())
}

// Whatever lies on the table is within the window, above the notes; cards of other
// columns are not covered; the last card of every pile is seen, and so is the cursor's.
func TestEverythingIsWithinTheWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom(sizes).Draw(t, "size")
		playout(t, func(v game.View) {
			for _, lane := range lanes(&v) {
				for _, focus := range append(lane.upper, lane.cards...) {
					checkLayout(t, &v, size, focus)
				}
			}
		})
	})
}

func checkLayout(t *rapid.T, v *game.View, size [2]int, focus spot) {
	l := arrange(v, size[0], size[1], focus)
	seen := map[spot]bool{}
	for i, b := range l.boxes {
		seen[b.spot] = true
		if b.x < l.left || b.x+b.w > l.right || l.right > size[0] || b.y < titleRows || b.bottom() > l.notes || b.h < 1 {
			t.Fatalf("%d×%d: the box %+v leaves the window: %+v", size[0], size[1], b, l)
		}
		for _, o := range l.boxes[:i] {
			samePlace := o.pile == b.pile || o.covered && o.y == b.y || o.x == b.x && o.covered
			if !samePlace && o.x < b.x+b.w && b.x < o.x+o.w && o.y < b.bottom() && b.y < o.bottom() {
				t.Fatalf("%d×%d: %+v covers %+v", size[0], size[1], b, o)
			}
		}
	}
	if !seen[focus] {
		t.Fatalf("%d×%d: the cursor's %v is not seen", size[0], size[1], focus)
	}
	for p := range v.Piles {
		if end := last(v, game.Pile(p+1)); focus.pile != end.pile && !seen[end] {
			t.Fatalf("%d×%d: the last card of pile %d is not seen", size[0], size[1], p+1)
		}
	}
	if v.Rules.HasStock() && (!seen[spot{pile: game.Stock}] || !seen[spot{pile: game.Waste}]) {
		t.Fatalf("%d×%d: stock or waste is not seen", size[0], size[1])
	}
}

// The longest pile there can be, six backs below a king's whole run, is whole in a
// large window; in a small one it folds, and every card of it can be reached.
func TestTooLongAPileFolds(t *testing.T) {
	v := game.View{Rules: game.YukonRules(false), Piles: make([]game.ViewPile, game.MaxPiles)}
	pile := &v.Piles[6]
	pile.Hidden = 6
	for rank := game.King; rank >= game.Ace; rank-- {
		pile.Up = append(pile.Up, game.NewCard(rank, game.Suit(rank%2)))
	}
	for size, folds := range map[[2]int]bool{{120, 40}: false, {80, 24}: false, {60, 20}: false, {40, 16}: true, {leastWidth, leastHeight}: true} {
		for at := range pile.Up {
			focus := spot{7, at}
			l := arrange(&v, size[0], size[1], focus)
			if _, ok := l.of(focus); !ok {
				t.Errorf("%v: card %d can't be reached", size, at)
			}
			folded := false
			for _, b := range l.boxes {
				folded = folded || b.kind == fold
			}
			if folded != folds {
				t.Errorf("%v: the pile is folded: %v, want %v", size, folded, folds)
			}
		}
	}
}

// A point finds what is seen there, not what lies below it.
func TestAPointFindsTheTopmostCard(t *testing.T) {
	s, err := game.Deal(game.YukonRules(false), game.Numbered(1))
	if err != nil {
		t.Fatal(err)
	}
	v := s.View()
	for _, size := range sizes {
		l := arrange(&v, size[0], size[1], spot{pile: 1})
		for _, b := range l.boxes {
			if got, ok := l.at(b.x+1, b.y); !ok || got.spot != b.spot || got.y != b.y {
				t.Errorf("%v: at %d,%d is %+v, want %+v", size, b.x+1, b.y, got, b)
			}
		}
		if b, ok := l.at(0, 0); ok {
			t.Errorf("%v: in the title is %+v", size, b)
		}
	}
}
