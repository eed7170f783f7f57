package daily_test

import "testing"

// Who asks for something that isn't there is told so, and doesn't get something
// else that looks like an answer.
func TestAnswersAreToWhatWasAsked(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	for command, want := range map[string]string{
		"stats @bob":  "choice.unknown",
		"stats yukon": "choice.unknown",
		"stats":       "stats.none",
		"stats <@1>":  "stats.none",
		"help foo":    "unknown.command",
		"help hnit":   "unknown.near",
		"help d":      "help.draw",
	} {
		if got := ann.says(command).Lines[0].Key; got != want {
			t.Errorf("%q: %s, want %s", command, got, want)
		}
	}
	ann.has(ann.says("stats <@bob>", bob), "stats.private")
}
