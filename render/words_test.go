package render_test

import (
	"fmt"
	"strings"
	"testing"
)

// english is the catalogue of the tests. Texts with a Count have two forms, separated by
// "|".
type english map[string]string

func newEnglish() english {
	words := english{
		"card": "{Rank} of {Suit}",

		"suit.c": "clubs", "suit.d": "diamonds", "suit.h": "hearts", "suit.s": "spades",

		"board.foundation-empty":  "no {Suit}",
		"board.foundations":       "Foundations: {Cards}.",
		"board.foundations-empty": "Foundations: empty.",
		"board.list-separator":    ", ",
		"board.pass":              "pass {Pass}",
		"board.pass-last":         "last pass",
		"board.pass-of":           "pass {Pass} of {Passes}",
		"board.pass-only":         "one pass",
		"board.pile":              "Pile {Pile}: {Cards}.",
		"board.pile-empty":        "Pile {Pile}: empty.",
		"board.pile-hidden":       "Pile {Pile}: {Count} face down, then {Cards}.",
		"board.stock":             "Stock: {Count} cards left, {Pass}.|Stock: {Count} card left, {Pass}.",
		"board.stock-empty":       "Stock: empty, {Pass}.",
		"board.stock-gone":        "Stock: empty.",
		"board.waste":             "Waste: {Card} can be played.",
		"board.waste-empty":       "Waste: empty.",
		"board.waste-fan":         "Waste: {Card} can be played; under it {Cards}.",
	}
	for i, rank := range strings.Fields("ace two three four five six seven eight nine ten jack queen king") {
		words[fmt.Sprintf("rank.%d", i+1)] = rank
	}
	return words
}

func (e english) Text(key string, args map[string]any) string {
	text, ok := e[key]
	if !ok {
		return "!" + key
	}
	many, one, _ := strings.Cut(text, "|")
	if args["Count"] == 1 && one != "" {
		many = one
	}
	for name, value := range args {
		many = strings.ReplaceAll(many, "{"+name+"}", fmt.Sprint(value))
	}
	return many
}

// listener is english that also records the keys and arguments it was asked for.
type listener struct {
	english
	asked map[string]map[string]any
}

func (l listener) Text(key string, args map[string]any) string {
	l.asked[key] = args
	return l.english.Text(key, args)
}

func mustBeWhole(t testing.TB, text string) {
	t.Helper()
	if strings.ContainsAny(text, "!{}|") {
		t.Errorf("a text is missing a key or an argument:\n%s", text)
	}
}
