package render_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

func TestTheMovedCardIsMarked(t *testing.T) {
	nine, ten := game.NewCard(9, game.Clubs), game.NewCard(10, game.Hearts)
	for _, c := range []struct {
		board, want string
		style       render.Style
		card        game.Card
	}{
		{" 9♣ 10♥", "»9♣ 10♥", render.Unicode, nine},
		{" 9♣ 10♥", " 9♣»10♥", render.Coloured, ten},
		{" 9C  TH", " 9C >TH", render.ASCII, ten},
		{" w  [9♣]\n     10♥", " w  [9♣]\n     10♥", render.Unicode, nine}, // the waste's card has brackets
		{" 9♣ 10♥", " 9♣ 10♥", render.Unicode, 0},
		{"Pile 1: 9♣", "Pile 1: 9♣", render.Text, nine},
	} {
		if got := render.Mark(c.board, c.style, c.card); got != c.want {
			t.Errorf("%q, %v: got %q, want %q", c.board, c.card, got, c.want)
		}
	}
	if got := render.Paint(render.Mark(" 9♣ 10♥", render.Coloured, ten), false); got != " 9♣\x1b[1;31m»10♥\x1b[0m" {
		t.Errorf("painted: %q", got)
	}
	if got := render.Paint(render.Mark(" 9♣ 10♥", render.Coloured, nine), false); got != "\x1b[1m»9♣\x1b[0m \x1b[31m10♥\x1b[0m" {
		t.Errorf("painted: %q", got)
	}
}

// Whatever was moved last is marked, takes no room, and stands in its place.
func TestAMarkTakesNoRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules, deck, moves := playout(t, func(game.State) {})
		s, err := game.Deal(rules, deck)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			var e game.Effect
			if s, e, err = s.Apply(m); err != nil {
				t.Fatal(err)
			}
			for style, sign := range map[render.Style]string{render.Unicode: "»", render.ASCII: ">"} {
				board := render.Board(s.View(), style, nil)
				marked := render.Mark(board, style, e.Card)
				if utf8.RuneCountInString(marked) != utf8.RuneCountInString(board) || strings.ReplaceAll(marked, sign, " ") != board {
					t.Fatalf("the mark has changed the board:\n%s\n%s", board, marked)
				}
				if want := m != game.Draw && m != game.TurnOver; strings.Contains(marked, sign+render.Card(e.Card, style)) != want {
					t.Fatalf("after %v, marked is not %v:\n%s", m, want, marked)
				}
			}
		}
	})
}
