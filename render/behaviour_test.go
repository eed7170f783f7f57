package render_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/render"
)

// wasteLine returns the line of a drawn board with stock and waste.
func wasteLine(s game.State) string {
	line, _, _ := strings.Cut(render.Board(s.View(), render.Unicode, nil), "\n")
	return line
}

// waste returns the sentence about the waste.
func waste(s game.State) string {
	return strings.Split(render.Board(s.View(), render.Text, newEnglish()), "\n")[1]
}

type wasteStep struct{ moves, line, sentence string }

// checkWaste plays step by step and compares line and sentence.
func checkWaste(t *testing.T, s game.State, steps []wasteStep) {
	t.Helper()
	for _, step := range steps {
		s = gametest.Play(t, s, step.moves)
		if diff := cmp.Diff(step.line, wasteLine(s)); diff != "" {
			t.Errorf("line after %q (-want +got):\n%s", step.moves, diff)
		}
		if diff := cmp.Diff(step.sentence, waste(s)); diff != "" {
			t.Errorf("sentence after %q (-want +got):\n%s", step.moves, diff)
		}
	}
}

// When the top of the waste is played, the card below it is shown and marked, even if an
// earlier draw brought it.
func TestB02TheCardUnderneathIsShown(t *testing.T) {
	checkWaste(t, midgame(t), []wasteStep{
		{"", "  ::×13   w   3♦  9♠[10♥]", "Waste: ten of hearts can be played; under it nine of spades, three of diamonds."},
		{"w>3", "  ::×13   w   3♦ [9♠]", "Waste: nine of spades can be played; under it three of diamonds."},
		{"w>2", "  ::×13   w  [3♦]", "Waste: three of diamonds can be played."},
		{"w>6", "  ::×13   w  [J♣]", "Waste: jack of clubs can be played."},
		{"w>1", "  ::×13   w  [2♠]", "Waste: two of spades can be played."},
	})
}

// With one or two cards left in the stock, draw 3 turns only those. They alone are
// spread, and the last one is marked.
func TestB03AShortDrawIsSpreadAlone(t *testing.T) {
	waste := "KC 2S JC 3D 9S TH QS KH KD QD JD"
	for short, waste := range map[int]string{2: waste, 1: waste + " QC"} {
		s := gametest.Table{
			Rules: drawThree(), Pass: 2,
			Piles: "KS QH/#TD/##JS//####8C 7D 6S 5H/#####4S/######9H 8S",
			Waste: waste,
			Up:    [game.Suits]int{2, 1, 0, 1},
		}.Set(t, nil)
		left := s.Stock()[6:]
		if len(left) != short {
			t.Fatalf("the last draw is of %d cards, want %d", len(left), short)
		}
		s = gametest.Play(t, s, "d d d")
		d := mustRead(t, render.Board(s.View(), render.Unicode, nil), true)
		want := signs(left, render.Unicode)
		if diff := cmp.Diff(want, d.Waste); diff != "" {
			t.Errorf("waste after a draw of %d (-want +got):\n%s", short, diff)
		}
		if d.Playable != want[short-1] || d.Stock != "--×0" {
			t.Errorf("playable %q of %q, stock %q", d.Playable, want, d.Stock)
		}
	}
}

// At draw 3 the cards of the last draw lie together, and a reader or listener can tell
// which one can be played: exactly one card of the waste.
func TestB15TheLastDrawLiesTogether(t *testing.T) {
	checkWaste(t, gametest.Deal(t, drawThree(), 2), []wasteStep{
		{"", "  ::×24   w   --", "Waste: empty."},
		{"d", "  ::×21   w   2♠  J♦ [8♣]", "Waste: eight of clubs can be played; under it jack of diamonds, two of spades."},
		{"d", "  ::×18   w   J♠  5♦ [2♣]", "Waste: two of clubs can be played; under it five of diamonds, jack of spades."},
	})
}

// At draw 1 there is only one card to play, and it is marked too.
func TestB15ASingleCardIsMarked(t *testing.T) {
	s := gametest.Play(t, gametest.Deal(t, drawOne(), 1), "d d")
	v := s.View()
	if line, want := wasteLine(s), "["+sign(v.Waste[1], render.Unicode)+"]"; !strings.HasSuffix(line, want) {
		t.Errorf("line %q, want %q at its end", line, want)
	}
}

// The title names the pass as long as it matters: until no card is left to go through.
func TestB15ThePassIsSaidUntilTheStockIsGone(t *testing.T) {
	for _, passes := range []int{0, 1, 3} {
		v := game.View{Rules: game.KlondikeRules(1, passes, false), Pass: 1, Waste: game.NewDeck()[:1]}
		if render.Pass(v, newEnglish()) == "" {
			t.Errorf("%d passes: none is said though the waste has a card", passes)
		}
		if v.Waste = nil; render.Pass(v, newEnglish()) != "" {
			t.Errorf("%d passes: %q is said though no card is left", passes, render.Pass(v, newEnglish()))
		}
	}
}

// The board's title says the number of the pass in words.
func TestB15ThePassIsInWords(t *testing.T) {
	tests := []struct {
		rules game.Rules
		moves string
		want  string
	}{
		{game.KlondikeRules(24, 1, false), "", "one pass"},
		{game.KlondikeRules(24, 3, false), "", "pass 1 of 3"},
		{game.KlondikeRules(24, 3, false), "d r", "pass 2 of 3"},
		{game.KlondikeRules(24, 3, false), "d r d r", "last pass"},
		{game.KlondikeRules(24, 2, false), "d r d", "last pass"},
		{game.KlondikeRules(24, 0, false), "d r d r d r", "pass 4"},
		{game.YukonRules(false), "", ""},
	}
	for _, tt := range tests {
		s := gametest.Play(t, gametest.Deal(t, tt.rules, 3), tt.moves)
		if got := render.Pass(s.View(), newEnglish()); got != tt.want {
			t.Errorf("%v after %q: %q, want %q", tt.rules, tt.moves, got, tt.want)
		}
	}
}
