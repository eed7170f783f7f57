package lines

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// Rules are the rules of a line. A game without a stock has only return.
type Rules struct {
	Draw   int  `json:"draw,omitempty"`
	Passes *int `json:"passes,omitempty"` // 0: no limit
	Return bool `json:"return"`
}

// RulesOf returns the rules in the form of a line.
func RulesOf(r game.Rules) Rules {
	out := Rules{Return: r.Return}
	if r.HasStock() {
		out.Draw, out.Passes = r.Draw, &r.Passes
	}
	return out
}

// parseRules parses game and rules of a line, applies the override, and adds the
// defaults. It uses the words of [game.Options], so that flags and lines obey the same
// rules. The line's game may be wrong or missing only if it is overridden.
func parseRules(o object, override game.Options) (game.Rules, error) {
	var name string
	given := o.has("game") && o.read("game", &name)
	if _, known := game.FamilyNamed(name); !known && override.Game == "" {
		names := strings.Join(game.FamilyNames(), " or ")
		if given {
			return game.Rules{}, faultf(UnknownGame, "game is %s: give %s", quote(name), names)
		}
		return game.Rules{}, faultf(UnknownGame, "game must be %s", names)
	}
	w, err := parseWords(o, name)
	if err != nil {
		return game.Rules{}, err
	}
	if override.Game != "" && w.Game != "" && override.Game != w.Game {
		w.Draw, w.Passes = "", ""
	}
	rules, err := game.Options{
		Game: cmp.Or(override.Game, w.Game), Draw: cmp.Or(override.Draw, w.Draw),
		Passes: cmp.Or(override.Passes, w.Passes), Return: cmp.Or(override.Return, w.Return),
	}.Rules()
	if option, ok := errors.AsType[*game.OptionError](err); ok {
		if option.Fault == game.NeedsStock {
			return rules, faultf(BadRules, "%s has no stock: leave out %s", option.Game, option.Option)
		}
		return rules, ruleFault(option.Option)
	}
	return rules, nil // Rules returns no other error
}

// parseWords returns the rules in the line. A game without a stock may have 0 for draw
// and passes.
func parseWords(o object, name string) (w game.Options, err error) {
	var rules object
	if !o.read("rules", &rules) {
		return w, faultf(BadRules, `rules must be an object such as {"draw":1,"passes":1,"return":false}`)
	}
	w.Game = name
	family, _ := game.FamilyNamed(name)
	stockless := family != nil && !family.Stock
	for _, rule := range [...]struct {
		key  string
		word *string
	}{{"draw", &w.Draw}, {"passes", &w.Passes}} {
		var n int
		switch {
		case !rules.read(rule.key, &n):
			return w, ruleFault(rule.key)
		case !rules.has(rule.key) || n == 0 && stockless:
		case n == 0 && rule.key == "passes":
			*rule.word = "unlimited"
		default:
			*rule.word = strconv.Itoa(n)
		}
	}
	var back bool
	switch {
	case !rules.has("return"):
	case !rules.read("return", &back):
		return w, ruleFault("return")
	case back:
		w.Return = "yes"
	default:
		w.Return = "no"
	}
	return w, nil
}

func ruleFault(key string) error {
	switch key {
	case "draw":
		return faultf(BadRules, "draw must be a whole number from 1 to %d", game.MaxDraw)
	case "passes":
		return faultf(BadRules, "passes must be a whole number, 0 for no limit")
	}
	return faultf(BadRules, "%s must be true or false", key)
}
