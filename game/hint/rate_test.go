package hint

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

func TestB47DifficultiesHaveTheirShares(t *testing.T) {
	tests := []struct {
		rating Rating
		want   Difficulty
	}{
		{Rating{}, Unrated},
		{Rating{RateGames - 1, RateGames - 1}, Unrated},
		{Rating{RateGames, RateGames}, Easy},
		{Rating{RateGames, RateGames * 40 / 100}, Easy},
		{Rating{RateGames, RateGames*40/100 - 1}, Medium},
		{Rating{RateGames, RateGames*10/100 - 1}, Hard},
		{Rating{RateGames, RateGames*1/100 - 1}, Expert},
		{Rating{RateGames, 0}, Expert},
	}
	for _, test := range tests {
		if got := test.rating.Difficulty(); got != test.want {
			t.Errorf("%+v is %v, not %v", test.rating, got, test.want)
		}
	}
}

// A deal that no play can win is never won, and one that any play wins always is.
func TestRatesOfCertainDealsAreCertain(t *testing.T) {
	r := game.KlondikeRules(1, 1, false)
	r.Ranks, r.Piles = 2, 2
	ctx := context.Background()
	easy := game.Deck(cards(t, "AC AD 2C AH AS 2D 2H 2S"))
	if got, err := Rate(ctx, solve.New(), r, easy, 5, 1); err != nil || got != (Rating{5, 5}) {
		t.Errorf("aces first: %+v, %v", got, err)
	}
	dead := lost(t)
	if got, err := Rate(ctx, solve.New(), dead.Rules(), deckOf(dead), 5, 1); err != nil || got != (Rating{5, 0}) {
		t.Errorf("a deal that can't be won: %+v, %v", got, err)
	}
	if _, err := Rate(ctx, solve.New(), r, easy[1:], 5, 1); !errors.Is(err, game.ErrCardCount) {
		t.Errorf("a deck without a card: %v", err)
	}
	ended, end := context.WithCancel(ctx)
	end()
	if got, err := Rate(ended, solve.New(), r, easy, 5, 1); err != nil || got.Games != 0 {
		t.Errorf("without time: %+v, %v", got, err)
	}
}

// lost returns a small deal that can't be won.
func lost(t *testing.T) game.State {
	t.Helper()
	for rng := rand.New(rand.NewPCG(12, 0)); ; {
		s := small(t, rng, game.KlondikeRules(3, 1, false))
		if won, decided := winnable(s, 2_000); decided && !won {
			return s
		}
	}
}

// The same seed gives the same rating.
func TestTheSameSeedGivesTheSameRating(t *testing.T) {
	r := game.KlondikeRules(3, 3, false)
	one, err := Rate(context.Background(), solve.New(), r, game.Numbered(9001), 3, 7)
	if err != nil {
		t.Fatal(err)
	}
	if two, _ := Rate(context.Background(), solve.New(), r, game.Numbered(9001), 3, 7); one != two {
		t.Errorf("%+v, then %+v", one, two)
	}
}
