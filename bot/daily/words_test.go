package daily_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// B15: draw count and passes are options of new, in the help text and in the
// reply to a new game. (That the last draw lies spread out is tested in render.)
func TestB15ChoicesThatCanBeFound(t *testing.T) {
	p := newPerson(t)
	for _, want := range []string{"draw 1|3", "passes 1|3|unlimited", "return yes|no"} {
		p.expect("help all", want)
		p.expect("help new", want)
	}
	r := p.expect("new draw 3 return yes deal 7", "through the stock 3 times")
	easier := p.tap(r, "new klondike draw 3 passes unlimited deal 7 return yes")
	if got := easier.Board.Rules.String(); got != "klondike-d3-unlimited-return" {
		t.Errorf("the button deals %s", got)
	}
}

// B34: options and deal number are independent, and the number shown is that
// of the board shown.
func TestB34DealNumber(t *testing.T) {
	p := newPerson(t)
	first := p.say("new deal 77")
	for _, options := range []string{"draw 3", "passes unlimited return yes", "vegas"} {
		r := p.say("new " + options + " deal 77")
		if !strings.Contains(p.speaker.Join(r.Title), "deal 77") || r.Board.Piles[6].Up[0] != first.Board.Piles[6].Up[0] {
			t.Errorf("%s: %s", options, p.speaker.Join(r.Title))
		}
	}
	p.bot.Number = func() int { return 78 }
	if r := p.say("new"); !strings.Contains(p.speaker.Join(r.Title), "deal 78") {
		t.Errorf("title %s", p.speaker.Join(r.Title))
	}
}

// B56: one word for one thing, in all texts.
func TestB56OneGlossary(t *testing.T) {
	p := newPerson(t)
	for _, key := range catalogueKeys(t) {
		text := strings.ToLower(p.speaker.Text(key, locale.Args{"Count": 2}))
		for _, wrong := range []string{"talon", "discard", "column", "redeal", "recycle", "tableau", "deck", "pip", "hand "} {
			if strings.Contains(text, wrong) {
				t.Errorf("%s says %q: %s", key, wrong, text)
			}
		}
	}
}

// SC07: a game that is given up keeps the score it had.
func TestSC07GivenUpKeepsItsScore(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1")
	r := p.say("5 4")
	p.say("resign confirm")
	got := p.results()
	if len(got) != 1 || got[0].Score != r.Board.Score || got[0].Score != 5 || got[0].Outcome != persist.Resigned {
		t.Errorf("results %+v, the board had %d", got, r.Board.Score)
	}
}

// Undo of several steps counts each; redo gives none back.
func TestUndosCount(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1")
	p.say("d, d, d, 5 4")
	for i, text := range []string{"undo 3", "redo", "undo", "restart confirm"} {
		r := p.say(text)
		want := []int{3, 3, 4, 5}[i]
		if got := p.speaker.Say(r.Status[2]); !strings.HasPrefix(got, strconv.Itoa(want)+" ") {
			t.Errorf("after %s: %s, want %d", text, got, want)
		}
	}
}

// What most people need of the help fits on one screen: ten lines.
func TestHelpFitsOnAScreen(t *testing.T) {
	p := newPerson(t)
	if lines := strings.Split(p.text(p.say("help")), "\n"); len(lines) > 10 {
		t.Errorf("%d lines:\n%s", len(lines), strings.Join(lines, "\n"))
	}
}
