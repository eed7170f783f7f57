package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// Words are the texts of the reader's language. Each key stands for one whole text, into
// which the arguments are put. No text is composed of others, except that the names of
// cards and of a pass are arguments. An argument named Count chooses the plural form.
//
// The keys are "card" (arguments Rank, Suit), "rank.1" to "rank.13", "suit.c", "suit.d",
// "suit.h" and "suit.s", and those that begin with "board.".
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

func names(cards []game.Card, w Words) string {
	items := make([]string, len(cards))
	for i, c := range cards {
		items[i] = Name(c, w)
	}
	return strings.Join(items, w.Text("board.list-separator", nil))
}

// Pass returns the current pass through the stock in words, such as "pass 2 of 3" or
// "last pass"; "" in a game without a stock, and when no card is left there, so that the
// pass no longer matters. It isn't a sentence: it belongs in a title or in a list.
func Pass(v game.View, w Words) string {
	switch {
	case !v.Rules.HasStock(), len(v.Stock) == 0 && len(v.Waste) == 0:
		return ""
	case v.Rules.Passes == 0:
		return w.Text("board.pass", map[string]any{"Pass": v.Pass})
	case v.Rules.Passes == 1:
		return w.Text("board.pass-only", nil)
	case !v.PassLeft:
		return w.Text("board.pass-last", nil)
	}
	return w.Text("board.pass-of", map[string]any{"Pass": v.Pass, "Passes": v.Rules.Passes})
}

// sentences returns the board as one sentence per line, in the order in which a drawn
// board is read.
func sentences(v game.View, w Words) string {
	var lines []string
	if v.Rules.HasStock() {
		key, args := "board.stock-empty", map[string]any{"Pass": Pass(v, w)}
		switch {
		case len(v.Stock) > 0:
			key, args["Count"] = "board.stock", len(v.Stock)
		case args["Pass"] == "":
			key = "board.stock-gone"
		}
		lines = append(lines, w.Text(key, args), wasteSentence(fan(v), w))
	}
	if v.TotalUp() == 0 {
		lines = append(lines, w.Text("board.foundations-empty", nil))
	} else {
		up := make([]string, game.Suits)
		for i, rank := range v.Foundations {
			if rank == 0 {
				up[i] = w.Text("board.foundation-empty", map[string]any{"Suit": suitName(game.Suit(i), w)})
			} else {
				up[i] = Name(game.NewCard(rank, game.Suit(i)), w)
			}
		}
		lines = append(lines, w.Text("board.foundations", map[string]any{"Cards": strings.Join(up, w.Text("board.list-separator", nil))}))
	}
	for i, p := range v.Piles {
		lines = append(lines, pileSentence(i+1, p, w))
	}
	return strings.Join(lines, "\n")
}

// wasteSentence names the playable card first, since the listener is waiting for it.
// Those under it follow from the top down.
func wasteSentence(fan []game.Card, w Words) string {
	if len(fan) == 0 {
		return w.Text("board.waste-empty", nil)
	}
	last := len(fan) - 1
	top := Name(fan[last], w)
	if last == 0 {
		return w.Text("board.waste", map[string]any{"Card": top})
	}
	under := slices.Clone(fan[:last])
	slices.Reverse(under)
	return w.Text("board.waste-fan", map[string]any{"Card": top, "Cards": names(under, w)})
}

// pileSentence names the cards of a pile from the bottom up, as in a drawn board: the
// last card named is the one with nothing on it.
func pileSentence(number int, p game.ViewPile, w Words) string {
	args := map[string]any{"Pile": number}
	if p.Empty() {
		return w.Text("board.pile-empty", args)
	}
	args["Cards"] = names(p.Up, w)
	if p.Hidden == 0 {
		return w.Text("board.pile", args)
	}
	args["Count"] = p.Hidden
	return w.Text("board.pile-hidden", args)
}
