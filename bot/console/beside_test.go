package console_test

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// In a pipe there is nobody to wait for it. That the work beside a terminal begins and
// ends, the tests of the command line show.
func TestNothingBesideAPipe(t *testing.T) {
	c := newConsole(t, persisttest.NewMemory())
	c.Beside = func(context.Context) { t.Error("it was begun") }
	talk(t, c, "new", "d")
}
