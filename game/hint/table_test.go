package hint

import (
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
)

// Looking at a game shows the current position and the positions of the line. Undone
// positions are forgotten, as they are in the view.
func TestLookForgetsWhatWasTakenBack(t *testing.T) {
	g, err := game.New(game.KlondikeRules(1, 0, false), game.Numbered(5), game.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	fresh := Look(g)
	for range 3 {
		if _, err := g.Do(game.Draw); err != nil {
			t.Fatal(err)
		}
	}
	if drawn := Look(g); unseenStock(&drawn.View) != 21 || len(drawn.passed) != 4 {
		t.Errorf("after three draws %d cards of the stock are unseen, and %d positions were passed", unseenStock(&drawn.View), len(drawn.passed))
	}
	g.Undo(3)
	again := Look(g)
	if placeKey(&again.View) != placeKey(&fresh.View) || len(again.passed) != 1 {
		t.Errorf("after taking all back: %+v", again)
	}
}

// An arrangement is a position that looks the same.
func TestWorldsLookLikeTheGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for _, r := range gametest.EveryRules() {
		for i := range 20 {
			s := gametest.Wander(rng, gametest.Deal(t, r, i+1), rng.IntN(120))
			w := reshuffled(t, rng, s)
			v, look := s.View(), w.View()
			if placeKey(&v) != placeKey(&look) || progressKey(&v) != progressKey(&look) {
				t.Fatalf("%v: %+v\nlooks like\n%+v", r, v, look)
			}
		}
	}
}

// A world that was made earlier stays one exactly as long as the game shows what that
// world would show.
func TestWorldsHoldWhileTheGameShowsThem(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for _, r := range gametest.EveryRules() {
		kept, dropped := 0, 0
		for i := range 40 {
			s := gametest.Wander(rng, gametest.Deal(t, r, i+1), rng.IntN(40))
			v := s.View()
			truth := hiddenIn(&s)
			w := &world{}
			split(w, &v, truth)
			later := gametest.Wander(rng, s, rng.IntN(30))
			view := later.View()
			if !w.enter(&view) || plain(w.state) != plain(later) {
				t.Fatalf("%v: the true arrangement doesn't hold:\n%+v\n%+v", r, later.Position(), w.state.Position())
			}
			split(w, &v, shuffled(truth, rng))
			if holds := w.enter(&view); holds {
				kept++
			} else {
				dropped++
			}
		}
		if dropped == 0 {
			t.Errorf("%v: no wrong arrangement was noticed, %d held", r, kept)
		}
	}
}

// hiddenIn returns the hidden cards of a position.
func hiddenIn(s *game.State) (a arrangement) {
	for p := range s.Rules().Piles {
		cards, hidden := s.Pile(game.Pile(p + 1))
		a = append(a, cards[:hidden]...)
	}
	if s.Pass() == 1 {
		a = append(a, s.Stock()...)
	}
	return a
}

// split distributes an arrangement over the places of a view.
func split(w *world, v *game.View, a arrangement) {
	for i := range v.Piles {
		w.hidden[i], a = a[:v.Piles[i].Hidden], a[v.Piles[i].Hidden:]
	}
	w.stock = a
}
