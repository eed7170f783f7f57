package command_test

import (
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/command"
)

// A command that is being typed can continue with a name, an option or a value, each
// option once; a text that can't be a command, with nothing.
func TestCommandsAreCompleted(t *testing.T) {
	specs := []command.Spec{
		{Name: "new", Named: true, Options: []command.Option{
			{Name: "game", Values: []string{"klondike", "yukon"}},
			{Name: "draw", Values: []string{"1", "3"}},
			{Name: "deal", Kind: command.Number},
			{Name: "public", Kind: command.Flag},
		}},
		{Name: "show", Options: []command.Option{{Name: "as", Values: []string{"ascii", "text"}}}},
	}
	for typed, want := range map[string][]string{
		"":              {"new", "show"},
		"n":             {"new"},
		"/N":            {"new"},
		"new":           nil,
		"new ":          {"new klondike", "new yukon", "new draw", "new deal", "new public"},
		"new yukon d":   {"new yukon draw", "new yukon deal"},
		"new draw ":     {"new draw 1", "new draw 3"},
		"new yukon k":   nil,
		"new public pu": nil,
		"show t":        {"show text"},
		"xyzzy ":        nil,
	} {
		var got []string
		for _, s := range command.SuggestWords(specs, typed) {
			got = append(got, s.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is completed to %q, want %q", typed, got, want)
		}
	}
}
