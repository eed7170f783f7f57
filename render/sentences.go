package render

import (
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// sentences tells the board, a sentence a line, in the order in which a drawn
// one is read.
func sentences(v game.View, w Words) string {
	var lines []string
	if v.Rules.HasStock() {
		lines = append(lines, stockSentence(v, w), wasteSentence(fan(v), w))
	}
	lines = append(lines, foundationsSentence(v, w))
	for i, p := range v.Piles {
		lines = append(lines, pileSentence(i+1, p, w))
	}
	return strings.Join(lines, "\n")
}

func stockSentence(v game.View, w Words) string {
	if len(v.Stock) == 0 {
		return w.Text("board.stock-empty", map[string]any{"Pass": Pass(v, w)})
	}
	return w.Text("board.stock", map[string]any{"Count": len(v.Stock), "Pass": Pass(v, w)})
}

// wasteSentence names the playable card first: it is what the listener waits
// for. Those under it follow from the top down.
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

func foundationsSentence(v game.View, w Words) string {
	if v.TotalUp() == 0 {
		return w.Text("board.foundations-empty", nil)
	}
	items := make([]string, game.Suits)
	for i, rank := range v.Foundations {
		items[i] = foundationItem(rank, game.Suit(i), w)
	}
	return w.Text("board.foundations", map[string]any{"Cards": list(items, w)})
}

func foundationItem(rank int, suit game.Suit, w Words) string {
	if rank == 0 {
		return w.Text("board.foundation-empty", map[string]any{"Suit": suitName(suit, w)})
	}
	return Name(game.NewCard(rank, suit), w)
}

// pileSentence tells a pile from the bottom up, as it is read when drawn: the
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
