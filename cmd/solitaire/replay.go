package main

import (
	"context"

	"github.com/solitaire-chat/solitaire/game/lines"
)

type replayCmd struct {
	rulesFlags
	Files []string `arg:"" optional:"" name:"file" help:"JSON Lines of deals with moves; - or none for the standard input."`
}

// Help is the longer text of replay --help.
func (replayCmd) Help() string {
	return `Each line is an object with game, cards or position, rules and moves. For each the answer is an
object with the position after its moves and the moves that are legal there; ok is false if a move was
refused, with its index and the reason, and the position before it. A line that can't be used gets an error
object, the others are answered, and the exit status is 1.

A rules flag replaces that one rule of every line and leaves its others. Where --game names another game
than the line, the line's draw and passes don't count.`
}

// Run answers every line, in order.
func (c *replayCmd) Run(ctx context.Context, s streams) error {
	override, err := c.override()
	if err != nil {
		return err
	}
	out := lines.NewEncoder(s.out)
	return source{s.in, c.Files, override}.each(ctx, func(l *lines.Line, bad *lines.Error) error {
		if bad != nil {
			return out.Encode(bad)
		}
		return out.Encode(lines.Replay(l))
	})
}
