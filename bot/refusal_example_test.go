package bot_test

import (
	"strings"
	"testing"
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
