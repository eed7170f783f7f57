package bot_test

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// It shows the current board (B58).
func TestAStaleTapChangesNothing(t *testing.T) {
	p := bottest.NewPerson(t)
	old := p.Say("new draw 3 deal 1")
	now := p.Tap(old, "draw")
	r := p.Tap(old, "draw")
	p.Has(r, "tap.stale")
	if r.Ref != now.Ref || len(r.Board.Waste) != 3 {
		t.Error("the stale tap drew again or shows another board")
	}
	p.Say("new yukon confirm")
	p.Has(p.Send("draw", old.Ref), "tap.foreign")
}

// B58.
func TestOfConcurrentTapsOneSucceeds(t *testing.T) {
	p := bottest.NewPerson(t)
	board := p.Say("new draw 3 deal 1")
	var wg sync.WaitGroup
	moved := make(chan bool, 16)
	for range 16 {
		wg.Go(func() {
			r := p.Send("draw", board.Ref)
			moved <- r.Lines[0].Key == "did.draw"
		})
	}
	wg.Wait()
	close(moved)
	n := 0
	for m := range moved {
		if m {
			n++
		}
	}
	if n != 1 {
		t.Errorf("got %d draws from 16 taps on one board, want 1", n)
	}
}

func TestTwoBotsOnOneStoreLoseNoMove(t *testing.T) {
	store := bottest.OpenBolt(t, filepath.Join(t.TempDir(), "test.db"))
	a, b := bottest.PersonOn(t, play.New(store)), bottest.PersonOn(t, play.New(store))
	a.Say("new draw 3 passes unlimited deal 1")
	var wg sync.WaitGroup
	for _, p := range []*bottest.Person{a, b} {
		wg.Go(func() {
			for range 10 {
				p.Say("d")
			}
		})
	}
	wg.Wait()
	r := a.Say("show")
	if got := a.Speaker.Join(r.Status); !strings.HasPrefix(got, "18 moves") && !strings.HasPrefix(got, "19 moves") {
		t.Errorf("after twenty draws: got %s, want 18 moves and the turn-overs", got)
	}
}
