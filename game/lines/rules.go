package lines

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// parseRules reads game and rules of a line, replaces what is overridden, and
// fills in the defaults. It does so in the words of [game.Options], so that
// flags and lines follow the same rules.
func parseRules(o object, override game.Options) (game.Rules, error) {
	own, err := parseGame(o, override.Game)
	if err != nil {
		return game.Rules{}, err
	}
	words, err := parseWords(o, own)
	if err != nil {
		return game.Rules{}, err
	}
	rules, err := replaced(words, override).Rules()
	if err != nil {
		return game.Rules{}, rulesFault(err)
	}
	return rules, nil
}

// parseGame returns the game that the line states. It may be wrong or missing
// only if it is overridden.
func parseGame(o object, override string) (string, error) {
	name, ok := o.text("game")
	_, known := game.FamilyNamed(name)
	switch names := strings.Join(game.FamilyNames(), " or "); {
	case known || override != "":
		return name, nil
	case ok:
		return "", faultf(UnknownGame, "game is %s: give %s", quote(name), names)
	default:
		return "", faultf(UnknownGame, "game must be %s", names)
	}
}

// parseWords returns the rules that the line states.
func parseWords(o object, name string) (w game.Options, err error) {
	rules, ok := o.object("rules")
	if !ok {
		return w, faultf(BadRules, `rules must be an object such as {"draw":1,"passes":1,"return":false}`)
	}
	w.Game = name
	if w.Draw, err = parseDraw(rules, name); err != nil {
		return w, err
	}
	if w.Passes, err = parsePasses(rules, name); err != nil {
		return w, err
	}
	w.Return, err = parseReturn(rules)
	return w, err
}

func parseDraw(rules object, name string) (string, error) {
	n, ok, err := parseNumber(rules, "draw")
	if !ok || err != nil || n == 0 && stockless(name) {
		return "", err
	}
	return strconv.Itoa(n), nil
}

func parsePasses(rules object, name string) (string, error) {
	n, ok, err := parseNumber(rules, "passes")
	switch {
	case !ok || err != nil || n == 0 && stockless(name):
		return "", err
	case n == 0:
		return "unlimited", nil
	}
	return strconv.Itoa(n), nil
}

// stockless reports a game in which draw and passes may be given, as 0.
func stockless(name string) bool {
	family, ok := game.FamilyNamed(name)
	return ok && !family.Stock
}

func parseNumber(rules object, key string) (n int, ok bool, err error) {
	if !rules.has(key) {
		return 0, false, nil
	}
	if json.Unmarshal(rules[key], &n) != nil {
		return 0, false, ruleFault(key)
	}
	return n, true, nil
}

func parseReturn(rules object) (string, error) {
	if !rules.has("return") {
		return "", nil
	}
	switch string(rules["return"]) {
	case "true":
		return "yes", nil
	case "false":
		return "no", nil
	}
	return "", ruleFault("return")
}

// replaced returns the words w with the given ones of the override in their
// places.
func replaced(w, override game.Options) game.Options {
	if override.Game != "" && w.Game != "" && override.Game != w.Game {
		w.Draw, w.Passes = "", ""
	}
	set(&w.Game, override.Game)
	set(&w.Draw, override.Draw)
	set(&w.Passes, override.Passes)
	set(&w.Return, override.Return)
	return w
}

func set(word *string, given string) {
	if given != "" {
		*word = given
	}
}

// rulesFault tells in the terms of a line what [game.Options.Rules] refuses.
func rulesFault(err error) error {
	option, ok := errors.AsType[*game.OptionError](err)
	switch {
	case !ok:
		return faultf(BadRules, "%v", err)
	case option.Fault == game.NeedsStock:
		return faultf(BadRules, "%s has no stock: leave out %s", option.Game, option.Option)
	}
	return ruleFault(option.Option)
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
