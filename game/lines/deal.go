package lines

import "github.com/solitaire-chat/solitaire/game"

// A Deal is a deck with rules, as a line that can be read again.
type Deal struct {
	ID    string   `json:"id"`
	Game  string   `json:"game"`
	Cards []string `json:"cards"`
	Rules Rules    `json:"rules"`
}

// Rules are the rules of a line; a game without a stock has only return.
type Rules struct {
	Draw   int  `json:"draw,omitempty"`
	Passes *int `json:"passes,omitempty"` // 0: no limit
	Return bool `json:"return"`
}

// NewDeal returns the line of a deal.
func NewDeal(id string, r game.Rules, d game.Deck) Deal {
	return Deal{ID: id, Game: r.Game, Cards: cardTexts(d), Rules: RulesOf(r)}
}

// RulesOf returns the rules as a line states them.
func RulesOf(r game.Rules) Rules {
	out := Rules{Return: r.Return}
	if r.HasStock() {
		out.Draw, out.Passes = r.Draw, &r.Passes
	}
	return out
}
