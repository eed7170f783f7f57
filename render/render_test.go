package render_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/render"
)

func TestUnknownStylesAreRefused(t *testing.T) {
	for _, want := range render.Styles() {
		if got, ok := render.ParseStyle(string(want)); got != want || !ok {
			t.Errorf("%q: %q, %v", want, got, ok)
		}
	}
	for _, word := range []string{"", "Unicode", "emoji", "striped"} {
		if got, ok := render.ParseStyle(word); ok {
			t.Errorf("%q is read as %q", word, got)
		}
	}
}

func TestCardsTakeAtMostThreeCells(t *testing.T) {
	tests := []struct {
		card  game.Card
		style render.Style
		want  string
		cells int
	}{
		{game.NewCard(10, game.Hearts), render.Unicode, "10♥", 3},
		{game.NewCard(10, game.Hearts), render.ASCII, "TH", 2},
		{game.NewCard(10, game.Hearts), render.Text, "10♥", 3},
		{game.NewCard(game.Ace, game.Clubs), render.Unicode, "A♣", 2},
		{game.NewCard(game.King, game.Spades), "", "K♠", 2},
		{0, render.Unicode, "--", 2},
		{0, render.ASCII, "--", 2},
	}
	for _, tt := range tests {
		got := render.Card(tt.card, tt.style)
		if got != tt.want || utf8.RuneCountInString(got) != tt.cells {
			t.Errorf("%v in %q: %q of %d cells, want %q of %d", tt.card, tt.style, got, utf8.RuneCountInString(got), tt.want, tt.cells)
		}
	}
}

// Each style writes a card as the tests' own sign does.
func TestCardsAreWrittenInEachStyle(t *testing.T) {
	for _, c := range game.NewDeck() {
		for _, style := range []render.Style{render.Unicode, render.ASCII} {
			if got, want := render.Card(c, style), sign(c, style); got != want {
				t.Errorf("%v in %q: %q, want %q", c, style, got, want)
			}
		}
	}
}

func TestASCIIIsASCII(t *testing.T) {
	for name, s := range scenes(t) {
		board := render.Board(s.View(), render.ASCII, nil)
		if i := strings.IndexFunc(board, func(r rune) bool { return r > '~' }); i >= 0 {
			t.Errorf("%s: %q", name, board[i:])
		}
	}
}

func TestUnknownStyleIsUnicode(t *testing.T) {
	s := midgame(t)
	v := s.View()
	if got, want := render.Board(v, "striped", nil), render.Board(v, render.Unicode, nil); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// Any view can be drawn without a panic.
func TestNoViewPanics(t *testing.T) {
	for _, style := range render.Styles() {
		for _, v := range []game.View{{}, {Rules: drawThree(), Fan: 3}} {
			mustBeWhole(t, render.Board(v, style, newEnglish()))
		}
	}
}

// The scenes use every text of the catalogue and no other, so that the catalogue can be
// copied as the list of keys.
func TestScenesUseEveryText(t *testing.T) {
	words := listener{newEnglish(), map[string]map[string]any{}}
	for _, s := range scenes(t) {
		render.Board(s.View(), render.Text, words)
		render.Pass(s.View(), words)
	}
	for _, c := range game.NewDeck() {
		render.Name(c, words)
	}
	var want, got []string
	for key := range words.english {
		want = append(want, key)
	}
	for key := range words.asked {
		got = append(got, key)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("keys (-catalogue +asked):\n%s", diff)
	}
}

// Counts are whole numbers, as plural rules require.
func TestCountsAreWholeNumbers(t *testing.T) {
	words := listener{newEnglish(), map[string]map[string]any{}}
	s := gametest.Deal(t, drawOne(), 1)
	render.Board(s.View(), render.Text, words)
	for _, key := range []string{"board.stock", "board.pile-hidden"} {
		if _, ok := words.asked[key]["Count"].(int); !ok {
			t.Errorf("%s: arguments %v", key, words.asked[key])
		}
	}
}

func BenchmarkBoard(b *testing.B) {
	words := newEnglish()
	mid, tall := midgame(b), yukonColumn(b)
	for _, style := range render.Styles() {
		b.Run(string(style)+"/klondike", func(b *testing.B) { benchmarkBoard(b, mid, style, words) })
		b.Run(string(style)+"/yukon-column-45", func(b *testing.B) { benchmarkBoard(b, tall, style, words) })
	}
}

func benchmarkBoard(b *testing.B, s game.State, style render.Style, words render.Words) {
	v := s.View()
	b.ReportAllocs()
	for b.Loop() {
		render.Board(v, style, words)
	}
}
