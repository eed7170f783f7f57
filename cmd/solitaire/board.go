package main

import (
	"fmt"
	"io"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// writeBoard shows a deal to a person. A drawn board has no words in it, so it
// needs no language.
func writeBoard(w io.Writer, number int, rules game.Rules) error {
	state, err := game.Deal(rules, game.Numbered(number))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "Deal %d, %v\n\n%s\n", number, rules, render.Board(state.View(), render.Unicode, nil))
	return err
}
