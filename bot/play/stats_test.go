package play

import (
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
)

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
