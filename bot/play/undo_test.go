package play_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
)

// Unlimited undo, redo and restart are reachable from every board (B36).
func TestUndoRedoAndRestart(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	fresh := p.Say("show")
	r := p.Say("5 4, d, d, d")
	more := p.Tap(r, "more")
	asked := p.Tap(more, "restart")
	r = p.Tap(asked, "restart confirm")
	if len(r.Board.Stock) != len(fresh.Board.Stock) || len(r.Board.Waste) != 0 {
		t.Error("restart doesn't show the fresh deal")
	}
	for range 4 {
		r = p.Tap(p.Tap(r, "more"), "redo")
	}
	if len(r.Board.Waste) != 9 {
		t.Errorf("after four redos: got %d cards on the waste, want 9", len(r.Board.Waste))
	}
	p.Has(p.Say("undo 99"), "undo.done")
	p.Has(p.Say("undo"), "undo.nothing")
	p.Expect("undo x", "isn't a number of steps")
	p.Expect("undo 0", "isn't a number of steps")
}

// Redo doesn't reduce the count.
func TestEachStepTakenBackCountsAsAnUndo(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	p.Say("d, d, d, 5 4")
	for i, text := range []string{"undo 3", "redo", "undo", "restart confirm"} {
		r := p.Say(text)
		want := []int{3, 3, 4, 5}[i]
		if got := p.Speaker.Say(r.Status[2]); !strings.HasPrefix(got, strconv.Itoa(want)+" ") {
			t.Errorf("after %s: got %s, want %d undos", text, got, want)
		}
	}
}
