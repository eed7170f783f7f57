package daily_test

import (
	"testing"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// Every command and option has a text for a platform's own list of commands,
// and it fits there.
func TestCommandsAreDescribed(t *testing.T) {
	p := newPerson(t)
	check := func(what string, m locale.Message) {
		text := p.speaker.Say(m)
		if n := utf8.RuneCountInString(text); text == m.Key || n == 0 || n > 100 {
			t.Errorf("%s is described by %d characters: %q", what, n, text)
		}
	}
	check("solitaire", locale.Message{Key: "about.solitaire"})
	for _, spec := range play.Commands() {
		check(spec.Name, spec.About())
		for _, o := range spec.Options {
			check(spec.Name+" "+o.Name, o.About())
		}
	}
}

// A command that is put together from options is read as what it says.
func TestTextOfOptions(t *testing.T) {
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
			t.Errorf("%s %v gives %q and %v, want %q", tt.command, tt.values, got, fault, tt.want)
		}
	}
	p := newPerson(t)
	if r := p.say("new game klondike draw 3 passes unlimited public deal 5"); r.Board == nil || r.Board.Rules.Draw != 3 || r.Board.Rules.Passes != 0 {
		t.Errorf("the options were not understood: %v", r.Lines)
	}
}
