package discord

import (
	"strings"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// textSign stands behind a sign that would otherwise be shown as an emoji.
// Inside a code block it must not be used: it would shift the columns.
const textSign = '\uFE0E'

// prose makes a text harmless in an embed or a message: nothing in it formats, mentions
// people or links, no line becomes an item of a list, and suits stay letters.
func prose(text string) string {
	lines := strings.Split(rewrite(text, `\*_~|<>[]#`+"`"), "\n")
	for i, line := range lines {
		lines[i] = noItem(line)
	}
	return strings.Join(lines, "\n")
}

// noItem escapes what would make a line an item of a list. Discord numbers the items
// itself, so two players who share a place would be shown as first and second.
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

// label makes a text fit for buttons, menus and suggestions, where nothing is
// formatted, in a limited number of characters.
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

// reference returns how long the moment or the channel is with which a text
// begins; 0 if it begins with neither. Discord shows the one in the reader's
// zone and the other by its name.
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
