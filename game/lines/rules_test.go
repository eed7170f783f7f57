package lines_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

func TestRulesAreOverriddenOneByOne(t *testing.T) {
	tests := []struct {
		name, line string
		override   game.Options
		want       string // the rule set or the error's code
	}{
		{"default", `"game":"klondike"`, game.Options{}, "klondike-d1-1pass-noreturn"},
		{"default of yukon", `"game":"yukon"`, game.Options{}, "yukon-noreturn"},
		{"default passes follow draw", `"game":"klondike","rules":{"draw":3}`, game.Options{}, "klondike-d3-3pass-noreturn"},
		{"all stated", `"game":"klondike","rules":{"draw":2,"passes":5,"return":true}`, game.Options{}, "klondike-d2-5pass-return"},
		{"no limit", `"game":"klondike","rules":{"draw":1,"passes":0}`, game.Options{}, "klondike-d1-unlimited-noreturn"},
		{"draw the whole stock", `"game":"klondike","rules":{"draw":24,"passes":1}`, game.Options{}, "klondike-d24-1pass-noreturn"},
		{"yukon without a stock", `"game":"yukon","rules":{"draw":0,"passes":0,"return":true}`, game.Options{}, "yukon-return"},

		{"one rule replaced", `"game":"klondike","rules":{"draw":3,"passes":2,"return":true}`, game.Options{Passes: "1"}, "klondike-d3-1pass-return"},
		{"no limit replaced", `"game":"klondike","rules":{"draw":3,"passes":0}`, game.Options{Passes: "3"}, "klondike-d3-3pass-noreturn"},
		{"replaced by no limit", `"game":"klondike","rules":{"draw":3,"passes":1}`, game.Options{Passes: "unlimited"}, "klondike-d3-unlimited-noreturn"},
		{"draw replaced, passes stated", `"game":"klondike","rules":{"draw":1,"passes":1}`, game.Options{Draw: "3"}, "klondike-d3-1pass-noreturn"},
		{"draw replaced, passes not stated", `"game":"klondike"`, game.Options{Draw: "3"}, "klondike-d3-3pass-noreturn"},
		{"return taken away", `"game":"yukon","rules":{"return":true}`, game.Options{Return: "no"}, "yukon-noreturn"},
		{"same game", `"game":"klondike","rules":{"draw":3,"passes":2}`, game.Options{Game: "klondike"}, "klondike-d3-2pass-noreturn"},
		{"another game", `"game":"klondike","rules":{"draw":3,"passes":2,"return":true}`, game.Options{Game: "yukon"}, "yukon-return"},
		{"another game, other way", `"game":"yukon","rules":{"draw":0,"return":true}`, game.Options{Game: "klondike", Draw: "3"}, "klondike-d3-3pass-return"},
		{"game not stated", `"rules":{"draw":3,"passes":2}`, game.Options{Game: "klondike"}, "klondike-d3-2pass-noreturn"},
		{"unknown game replaced", `"game":"spider"`, game.Options{Game: "yukon"}, "yukon-noreturn"},
		{"draw for a yukon line", `"game":"yukon"`, game.Options{Draw: "3"}, string(lines.BadRules)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			good, bad := readAll(t, strings.NewReader(`{`+test.line+`,"cards":`+cards(1)+`}`), test.override)
			got := ""
			for _, l := range good {
				got += l.Rules().String()
			}
			for _, err := range bad {
				got += string(err.Code)
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
