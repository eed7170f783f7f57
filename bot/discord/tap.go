package discord

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot"
)

// A tap is the meaning of a button or menu: a command, and the board it belongs to. The
// custom_id contains it, so that it survives a restart:
//
//	1|GAME|VERSION|TEXT    the text as it is
//	2|GAME|VERSION|TEXT    the text with common words as capital letters
//
// The second form is for texts that otherwise don't fit. A menu has no text: the chosen
// entry supplies it.
type tap struct {
	ref  bot.BoardRef
	text string
}

const (
	maxCustomID = 100 // characters

	plainForm  = "1"
	shortForm  = "2"
	tapSep     = "|"
	tapParts   = 4
	numberBase = 36
)

// customID returns the tap's custom_id. It reports false if the tap doesn't fit into one.
func (t tap) customID() (string, bool) {
	for _, form := range []string{plainForm, shortForm} {
		text := t.text
		if form == shortForm {
			text = shorten(text)
		}
		id := strings.Join([]string{form, t.ref.Game, strconv.FormatUint(t.ref.Version, numberBase), text}, tapSep)
		if back, ok := parseTap(id); utf8.RuneCountInString(id) <= maxCustomID && ok && back == t {
			return id, true
		}
	}
	return "", false
}

// parseTap parses a custom_id.
func parseTap(id string) (tap, bool) {
	parts := strings.SplitN(id, tapSep, tapParts)
	if len(parts) != tapParts {
		return tap{}, false
	}
	version, err := strconv.ParseUint(parts[2], numberBase, 64)
	if err != nil {
		return tap{}, false
	}
	t := tap{bot.BoardRef{Game: parts[1], Version: version}, parts[3]}
	switch parts[0] {
	case plainForm:
	case shortForm:
		t.text = lengthen(t.text)
	default:
		return tap{}, false
	}
	return t, true
}

// shortWords are the words that a letter replaces, from A on. Existing messages use these
// letters, so add new words only at the end.
func shortWords() []string {
	return []string{
		"new", "game", "klondike", "yukon", "draw", "passes", "unlimited", "return", "yes", "no",
		"scoring", "standard", "vegas", "deal", "public", "confirm", "winnable", "settings",
	}
}

func shorten(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		if at := slices.Index(shortWords(), w); at >= 0 {
			words[i] = string(rune('A' + at))
		}
	}
	return strings.Join(words, " ")
}

func lengthen(text string) string {
	known := shortWords()
	words := strings.Split(text, " ")
	for i, w := range words {
		if len(w) == 1 && w[0] >= 'A' && int(w[0]-'A') < len(known) {
			words[i] = known[w[0]-'A']
		}
	}
	return strings.Join(words, " ")
}
