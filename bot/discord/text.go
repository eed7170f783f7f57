package discord

import (
	"strings"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// textSign follows a character that would otherwise be shown as an emoji. It must not
// stand in a code block, where it would shift the columns.
const textSign = '\uFE0E'

// prose escapes a text for an embed or a message: nothing in it is taken for formatting,
// mentions, links or list items, and suits stay text.
func prose(text string) string {
	lines := strings.Split(rewrite(text, `\*_~|<>[]#`+"`"), "\n")
	for i, line := range lines {
		lines[i] = noItem(line)
	}
	return strings.Join(lines, "\n")
}

// noItem escapes the beginning of a line that Discord would take for a list item. Discord
// numbers the items itself, so two players who share a place would be shown as first and
// second.
func noItem(line string) string {
	text := strings.TrimLeft(line, " ")
	at := len(text) - len(strings.TrimLeft(text, "0123456789"))
	marks := ".)"
	if at == 0 {
		marks = "-+"
	}
	if at == len(text) || !strings.ContainsRune(marks, rune(text[at])) || !strings.HasPrefix(text[at+1:]+" ", " ") {
		return line
	}
	at += len(line) - len(text)
	return line[:at] + `\` + line[at:]
}

// label prepares a text for buttons, menus and suggestions, which have no formatting, and
// shortens it to a number of characters.
func label(text string, most int) string {
	return chat.Cut(rewrite(text, ""), most)
}

// rewrite puts a backslash before special characters and textSign behind suits.
func rewrite(text, special string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i, size := 0, 0; i < len(text); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '<' && reference(text[i:]) > 0:
			size = reference(text[i:])
		case strings.ContainsRune(special, r):
			b.WriteByte('\\')
		}
		if r != textSign {
			b.WriteString(text[i : i+size])
		}
		if strings.ContainsRune("♣♦♥♠", r) {
			b.WriteRune(textSign)
		}
	}
	return b.String()
}

// reference returns the length of the timestamp or channel reference at the beginning of a
// text; 0 if there is none. Discord shows timestamps in the reader's time zone and
// channels by name.
func reference(text string) int {
	end := strings.IndexByte(text, '>')
	if end < 0 {
		return 0
	}
	inner, moment := strings.CutPrefix(text[:end], "<t:")
	inner, full := strings.CutSuffix(inner, momentStyle)
	channel, isChannel := strings.CutPrefix(text[:end], "<#")
	if moment && full && isNumber(inner) || isChannel && isNumber(channel) {
		return end + 1
	}
	return 0
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
