package main

import (
	"context"

	"github.com/solitaire-chat/solitaire/game/lines"
)

type replayCmd struct{ linesFlags }

// Help returns the longer text of replay --help.
func (replayCmd) Help() string {
	return `Each line is an object with game, cards or position, rules and moves. The answer to it is an object with the
position after its moves and the moves that are legal there. If a move is refused, ok is false, and the answer has
the move's index, the reason and the position before it. A line that can't be used gets an error object; the
others are answered, and the exit status is 1.

A rules flag replaces that one rule of every line and leaves the others. If --game names another game than the
line does, the line's draw and passes are ignored.`
}

// Run answers every line, in order.
func (c *replayCmd) Run(ctx context.Context, s streams) error {
	c.announce(s)
	out := lines.NewEncoder(s.out)
	return c.each(ctx, s.in, func(l *lines.Line, bad *lines.Error) error {
		if bad != nil {
			return out.Encode(bad)
		}
		return out.Encode(lines.Replay(l))
	})
}
