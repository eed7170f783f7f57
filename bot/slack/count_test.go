package slack_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
)

// A move takes one tap where it has a button, and two where it must be taken from the
// menu. -games sets how many games are played; with -v the log has the figures.
func TestMostMovesTakeOneTap(t *testing.T) {
	s := inMemory(t, overHTTP)
	for _, r := range []game.Rules{game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 3, false), game.YukonRules(false)} {
		median, before := bottest.CountTaps(t, r, *games, func(r bot.Reply, text string) int {
			buttons, options := commandsOn(t, s, r)
			switch {
			case slices.Contains(buttons, text):
				return 1
			case !slices.Contains(options, text):
				t.Fatalf("%q can't be tapped: %q, %q", text, buttons, options)
			}
			return 2
		})
		t.Logf("%s, %d games: median %.2f taps a move, with the menu only %.2f", r, *games, median, before)
		if median > 1.4 {
			t.Errorf("%s: the median is %.2f taps a move, want 1.4 or less", r, median)
		}
	}
}

// commandsOn lists what the buttons and menu entries of a reply send.
func commandsOn(t *testing.T, s *stage, r bot.Reply) (buttons, options []string) {
	t.Helper()
	data, err := json.Marshal(s.adapter.Blocks(r))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []struct {
		Elements json.RawMessage
	}
	if err := json.Unmarshal(data, &blocks); err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		var elements []struct {
			Value   string
			Options []struct{ Value string }
		}
		if json.Unmarshal(b.Elements, &elements) != nil {
			continue // those of a text
		}
		for _, e := range elements {
			if e.Value != "" {
				buttons = append(buttons, e.Value)
			}
			for _, o := range e.Options {
				options = append(options, o.Value)
			}
		}
	}
	return buttons, options
}
