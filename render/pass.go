package render

import "github.com/solitaire-chat/solitaire/game"

// Pass returns which pass through the stock is under way, such as "pass 2 of
// 3" or "last pass"; "" in a game without a stock. It is no sentence: it
// stands in a title or in a list.
func Pass(v game.View, w Words) string {
	switch {
	case !v.Rules.HasStock():
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
