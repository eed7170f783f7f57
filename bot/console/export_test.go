package console

import (
	"context"
	"strings"
)

// Show carries out lines as on a terminal, or in a pipe, and returns what is
// written.
func Show(c *Console, terminal bool, lines ...string) string {
	var out strings.Builder
	t := &talk{Console: c, typed: commandsTyped(c.Bot.Specs()), out: &out, colours: terminal, width: func() int { return 0 }}
	for _, line := range lines {
		t.answer(context.Background(), line)
	}
	return out.String()
}

// Beside begins some work, which stop ends.
func Beside(ctx context.Context, work func(context.Context)) (stop func()) { return beside(ctx, work) }
