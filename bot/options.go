package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// readOptions reads a command's options: pairs of name and value in any order,
// or values alone where only one option has such a value.
func (c command) readOptions() (given map[string]string, fault *locale.Message) {
	given = map[string]string{}
	for words := c.words; len(words) > 0; {
		if strings.HasPrefix(words[0], "<@") { // people come with the request
			words = words[1:]
			continue
		}
		o, value, rest, ok := readOption(c.spec.Options, words)
		switch {
		case !ok && o.Name == "":
			return nil, ptr(msg("choice.unknown", "Input", quoted(words[0]), "Command", c.spec.usage(), "Example", c.spec.Example))
		case !ok && o.Kind == OneOf:
			return nil, ptr(msg("choice.value", "Option", o.Name, "Values", strings.Join(o.Values, ", "), "Example", c.spec.Example))
		case given[o.Name] != "":
			return nil, ptr(msg("choice.twice", "Option", o.Name))
		case value == "": // its name stands at the end
			value = " "
		}
		given[o.Name] = value
		words = rest
	}
	return given, nil
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
		if slices.Contains(o.Values, value) || o.Kind == Date && isDate(value) {
			if ok {
				return Option{}, false
			}
			owner, ok = o, true
		}
	}
	return owner, ok
}

// ruleOptions are those of which rules follow.
func ruleOptions(given map[string]string) game.Options {
	return game.Options{
		Game: given["game"], Draw: given["draw"], Passes: given["passes"], Return: given["return"], Scoring: given["scoring"],
	}
}

// isDate reports whether a word is meant as a day: #123, today or yesterday.
func isDate(word string) bool {
	return strings.HasPrefix(word, "#") || word == "today" || word == "yesterday"
}

// readDay reads a day; none given means today.
func readDay(word string, today persist.Day) (persist.Day, *locale.Message) {
	switch word {
	case "", "today":
		return today, nil
	case "yesterday":
		return today - 1, nil
	}
	n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(word), "#"))
	switch {
	case err != nil || n < 1:
		return 0, ptr(msg("day.unreadable", "Input", quoted(word)))
	case persist.Day(n) > today:
		return 0, ptr(msg("day.future", "Day", strconv.Itoa(n), "Today", dayNumber(today)))
	}
	return persist.Day(n), nil
}
