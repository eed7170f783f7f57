package hint_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// An adviser sees what the player sees, and is kept for the next move. Each question here
// has enough time, so that no layout stays undecided.
func ExampleAdviser() {
	state, err := game.Deal(game.KlondikeRules(1, 0, true), game.Numbered(2))
	if err != nil {
		fmt.Println(err)
		return
	}
	adviser, table := hint.NewAdviser(solve.New()), hint.NewTable(state.View())
	for range 3 {
		advice := adviser.Advise(context.Background(), table, rand.NewPCG(1, 0), hint.Limits{Samples: 20, Each: 10_000_000})
		if !advice.OK {
			fmt.Println("nothing can be done")
			return
		}
		fmt.Printf("%v: %d of %d layouts can be won\n", advice.Line, advice.Won, advice.Samples)
		if state, _, err = state.Apply(advice.Move); err != nil {
			fmt.Println(err)
			return
		}
		table = table.Then(state.View())
	}
	// Output:
	// [d]: 17 of 20 layouts can be won
	// [d]: 18 of 20 layouts can be won
	// [d]: 20 of 20 layouts can be won
}

// With all cards known, a game can be judged.
func ExampleJudge() {
	g, err := game.New(game.KlondikeRules(1, 1, false), game.Numbered(323), game.Origin{})
	if err != nil {
		fmt.Println(err)
		return
	}
	judgement := hint.Judge(context.Background(), solve.New(), g, solve.Limits{})
	fmt.Println(judgement.Now, hint.Stuck(hint.Look(g).View))
	// Output:
	// winnable false
}
