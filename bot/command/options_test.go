package command_test

import (
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// A platform with typed options builds the same call as typed text, and the call's
// text can be parsed again.
func TestTypedOptionsBecomeACommandLine(t *testing.T) {
	grammar := bot.New(nil, play.Commands()).Grammar()
	for _, tt := range []struct {
		command string
		values  map[string]string
		want    string
	}{
		{"new", map[string]string{"game": "klondike", "draw": "3", "passes": "unlimited", "public": "true"}, "new klondike draw 3 passes unlimited public"},
		{"move", map[string]string{"from": "3 5"}, "move 3 5"},
		{"move", map[string]string{"from": "3", "to": "5", "count": "2"}, "move 3 5 x2"},
		{"move", map[string]string{"from": "3", "count": "2"}, "move 3 x2"},
		{"move", nil, "move"},
		{"undo", map[string]string{"steps": "4"}, "undo 4"},
		{"settings", map[string]string{"name": "style", "value": "ascii"}, "settings style ascii"},
	} {
		call, fault := grammar.Build(tt.command, tt.values)
		if got := call.Text(); got != tt.want || fault != nil {
			t.Errorf("%s %v: got %q and %v, want %q", tt.command, tt.values, got, fault, tt.want)
		}
	}
	p := bottest.NewPerson(t)
	if r := p.Say("new game klondike draw 3 passes unlimited public deal 5"); r.Board == nil || r.Board.Rules.Draw != 3 || r.Board.Rules.Passes != 0 {
		t.Errorf("got %v, want a board under these options", r.Lines)
	}
}
