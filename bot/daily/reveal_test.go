package daily_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
)

func TestTheRevealStepsThroughTheWinningLine(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily")
	w.At(31, "12:00:00")
	steps := len(w.Line(30, bottest.Klondike()))
	r := ann.Say("reveal yesterday")
	for i := range steps {
		row := r.Actions[0]
		next := slices.IndexFunc(row, func(a bot.Action) bool { return a.Label.Key == "button.step-on" })
		if next < 0 {
			t.Fatalf("got no button to the next step after %d of %d", i, steps)
		}
		r = ann.Say(row[next].Text)
	}
	if !r.Board.Won {
		t.Errorf("the last step doesn't win: %s", ann.Text(r))
	}
	if !strings.Contains(ann.Text(r), "Par ") {
		t.Errorf("got no par: %s", ann.Text(r))
	}
	for text, want := range map[string]int{
		"reveal yesterday": 0, "reveal yesterday step 1": 1, "reveal yesterday step 3": 3, "reveal yesterday step 9999": steps,
	} {
		if got := ann.Text(ann.Say(text)); !strings.HasPrefix(got, fmt.Sprintf("Step %d of %d", want, steps)) {
			t.Errorf("%q: got %s, want step %d", text, got, want)
		}
	}
	ann.Has(ann.Say("reveal #2"), "daily.no-such")
}
