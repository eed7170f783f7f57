package play

import (
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
)

func TestPercentIsNotRoundedToNoneOrAll(t *testing.T) {
	for _, c := range []struct{ won, played, want int }{
		{0, 7, 0}, {7, 7, 100}, {200, 201, 99}, {1, 1000, 1}, {1, 2, 50}, {2, 3, 67},
	} {
		if got := (sums{won: c.won, played: c.played}).percent(); got != c.want {
			t.Errorf("%d of %d are %d%%, want %d", c.won, c.played, got, c.want)
		}
	}
}

func TestResultsAreSummedUpByRules(t *testing.T) {
	win := func(rules string, moves, score, version int) persist.Result {
		return persist.Result{Rules: rules, Outcome: persist.Won, Moves: moves, Score: score, Scoring: version}
	}
	list := sumUp([]persist.Result{
		win("a", 120, 300, 1), win("a", 100, 200, 1),
		{Rules: "a", Outcome: persist.Resigned, Moves: 3, Score: 999, Scoring: 1},
		win("b", 90, 500, 1), win("a", 110, 9999, 99), // of another scoring
	})
	want := []sums{{rules: "a", played: 4, won: 3, moves: 100, score: 300, scored: true}, {rules: "b", played: 1, won: 1, moves: 90, score: 500, scored: true}}
	if !slices.Equal(list, want) {
		t.Errorf("got %+v, want %+v", list, want)
	}
}
