package console_test

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/console"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// The work beside a talk has ended when the talk has.
func TestBesideEnds(t *testing.T) {
	begun, ended := make(chan struct{}), false
	stop := console.Beside(t.Context(), func(ctx context.Context) {
		close(begun)
		<-ctx.Done()
		ended = true
	})
	<-begun
	stop()
	if !ended {
		t.Error("the work is still running")
	}
}

// In a pipe there is nobody to wait for it.
func TestNothingBesideAPipe(t *testing.T) {
	c := newConsole(t, persisttest.NewMemory())
	c.Beside = func(context.Context) { t.Error("it was begun") }
	talk(t, c, "new", "d")
}
