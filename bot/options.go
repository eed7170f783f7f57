package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A wish is what somebody asks for with a new game.
type wish struct {
	rules  game.Options
	number int  // of the deal; 0: any
	public bool // everybody in the place may watch
}

// readNew reads the options of a new game: pairs of name and value in any
// order, or values alone where only one option has such a value.
func readNew(words []string) (w wish, fault *locale.Message) {
	given := map[string]bool{}
	opts := &w.rules
	for len(words) > 0 {
		o, value, rest, ok := readOption(newOptions(), words)
		switch {
		case !ok && o.Name == "":
			return w, ptr(msg("new.unknown", "Input", quoted(words[0])))
		case !ok && o.Kind == OneOf:
			return w, ptr(msg("new.value", "Option", o.Name, "Values", strings.Join(o.Values, ", ")))
		case given[o.Name]:
			return w, ptr(msg("new.twice", "Option", o.Name))
		}
		given[o.Name] = true
		words = rest
		switch o.Name {
		case "game":
			opts.Game = value
		case "draw":
			opts.Draw = value
		case "passes":
			opts.Passes = value
		case "return":
			opts.Return = value
		case "scoring":
			opts.Scoring = value
		case "deal":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > game.MaxNumber {
				return w, ptr(msg("new.number", "Input", quoted(value), "Most", strconv.Itoa(game.MaxNumber)))
			}
			w.number = n
		case publicWord:
			w.public = true
		}
	}
	return w, nil
}

// readOption reads one option from the front of words. If it has a name but not
// a value that can be, ok is false and o is that option.
func readOption(options []Option, words []string) (o Option, value string, rest []string, ok bool) {
	for _, o := range options {
		switch {
		case o.Name != words[0]:
		case o.Kind == Flag:
			return o, words[0], words[1:], true
		case len(words) < 2:
			return o, "", nil, o.Kind != OneOf
		case o.Kind != OneOf || slices.Contains(o.Values, words[1]):
			return o, words[1], words[2:], true
		default:
			return o, "", nil, false
		}
	}
	o, ok = ownerOf(options, words[0])
	return o, words[0], words[1:], ok
}

// ownerOf returns the one option that has a value; none, if several do.
func ownerOf(options []Option, value string) (owner Option, ok bool) {
	for _, o := range options {
		if slices.Contains(o.Values, value) {
			if ok {
				return Option{}, false
			}
			owner, ok = o, true
		}
	}
	return owner, ok
}
