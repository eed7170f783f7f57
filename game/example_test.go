package game_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// This example lays out a deal, tries an illegal move and makes a legal one.
func Example() {
	rules, err := game.Options{Game: "klondike", Draw: "3"}.Rules()
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := game.Deal(rules, game.Numbered(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rules, slices.Collect(state.Moves()))

	move, err := game.ParseMove("3>5")
	if err != nil {
		fmt.Println(err)
		return
	}
	var refused *game.MoveError
	if err := state.Check(move); errors.As(err, &refused) {
		fmt.Println(refused.Reason, refused.Card, "on", refused.On)
	}
	next, effect, err := state.Apply(game.Draw)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(effect.Drawn, "drawn:", next.Waste())
	// Output:
	// klondike-d3-3pass-noreturn [d 5>4 6>2 7>5]
	// wrong-rank QC on QD
	// 3 drawn: [7H 4S 9H]
}

// A game keeps its moves, so that they can be undone, and has a binary form for a store.
func ExampleGame() {
	g, err := game.New(game.YukonRules(false), game.Numbered(3), game.Origin{Generator: game.Generator, Number: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		state := g.State()
		for move := range state.Moves() {
			_, err = g.Do(move)
			break
		}
	}
	fmt.Println(g.Steps(), err)
	g.Undo(2)
	stored, err := g.MarshalBinary()
	if err != nil {
		fmt.Println(err)
		return
	}
	var read game.Game
	if err := read.UnmarshalBinary(stored); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(read.Origin().Number, read.Steps(), "and", read.Undone(), "to redo")
	// Output:
	// [1>2 3>2:3 2>3:5] <nil>
	// 3 [1>2] and 2 to redo
}
