package render

import (
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// Words are the texts of the reader's language. Each key stands for one whole
// text, into which the arguments are put; no text is made from others, except
// that the names of cards and a pass are arguments. An argument named Count
// chooses the plural form.
//
// The keys are "card" (arguments Rank, Suit), "rank.1" to "rank.13", "suit.c",
// "suit.d", "suit.h" and "suit.s", and those that begin with "board.".
type Words interface {
	Text(key string, args map[string]any) string
}

// Name returns a card in words, such as "ten of hearts".
func Name(c game.Card, w Words) string {
	return w.Text("card", map[string]any{
		"Rank": w.Text("rank."+strconv.Itoa(c.Rank()), nil),
		"Suit": suitName(c.Suit(), w),
	})
}

func suitName(s game.Suit, w Words) string {
	return w.Text("suit."+strings.ToLower(s.String()), nil)
}

// names returns cards in words as one list.
func names(cards []game.Card, w Words) string {
	items := make([]string, len(cards))
	for i, c := range cards {
		items[i] = Name(c, w)
	}
	return list(items, w)
}

func list(items []string, w Words) string {
	return strings.Join(items, w.Text("board.list-separator", nil))
}
