package cards

import (
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

func TestShiftsFindTwinsCarriersAndSuits(t *testing.T) {
	for _, c := range game.NewDeck() {
		b := Of(c)
		if Card(b) != c {
			t.Errorf("%v becomes %v", c, Card(b))
		}
		if Reds.Has(b) != c.Red() || Suit(b) != Suit(Of(game.NewCard(game.Ace, c.Suit()))) {
			t.Errorf("%v: wrong colour or suit", c)
		}
		if twin := Card(b ^ 1); twin.Rank() != c.Rank() || twin.Red() != c.Red() || twin == c {
			t.Errorf("the twin of %v is %v", c, twin)
		}
		if c.Rank() == game.King {
			continue
		}
		above := game.NewCard(c.Rank()+1, c.Suit())
		if Card((b+4)^2) != above || One(b).SuitAbove() != One(Of(above)) || One(Of(above)).SuitBelow() != One(b) {
			t.Errorf("%v isn't above %v", above, c)
		}
		takers := Takers(b)
		if takers.Count() != 2 || !takers.Has(b+4) {
			t.Errorf("%d cards take %v", takers.Count(), c)
		}
		for ; takers != 0; takers &= takers - 1 {
			if on := Card(takers.First()); on.Rank() != c.Rank()+1 || on.Red() == c.Red() {
				t.Errorf("%v doesn't take %v", on, c)
			}
		}
	}
}
