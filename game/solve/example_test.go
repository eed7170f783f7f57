package solve_test

import (
	"context"
	"fmt"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// This example decides a numbered deal and replays the line that proves the verdict.
func ExampleSolver_Solve() {
	start, err := game.Deal(game.KlondikeRules(1, 1, false), game.Numbered(1141))
	if err != nil {
		panic(err)
	}
	answer := solve.New().Solve(context.Background(), start, solve.Limits{})
	end, _, err := start.Play(answer.Line)
	fmt.Println(answer.Verdict, end.Won(), err)
	// Output: winnable true <nil>
}
