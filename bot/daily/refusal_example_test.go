package daily_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// A refusal's example is of the command that was asked for: /solitaire new in
// its place would deal another game.
func TestRefusalsExampleIsOfTheSameCommand(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	for command, want := range map[string]string{
		"new yukon draw 3":              "/solitaire new yukon return yes",
		"daily yukon draw 3":            "/solitaire daily yukon",
		"leaderboard week yukon draw 1": "/solitaire leaderboard yukon",
		"reveal yukon draw 3":           "/solitaire reveal yukon",
		"challenge <@bob> yukon draw 3": "/solitaire challenge @ann yukon",
	} {
		r := ann.says(command, bob)
		ann.has(r, "new.needs-stock")
		if got := ann.text(r); !strings.HasSuffix(got, ": "+want) {
			t.Errorf("%q: got %q, want it to end with %q", command, got, want)
		}
	}
}

// A number is asked for in words that can be followed, and # may stand before it,
// as it does before the number of a day.
func TestNumberOfADeal(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.expect("new deal", "deal can be 1–999999999.")
	ann.expect("new deal 0", "“0” isn't a deal number")
	titled := func(m locale.Message) bool { return ann.speaker.Say(m) == "deal 1141" }
	if r := ann.says("new deal #1141"); !slices.ContainsFunc(r.Title, titled) {
		t.Errorf("#1141 deals %v, %s", r.Title, ann.text(r))
	}
}
