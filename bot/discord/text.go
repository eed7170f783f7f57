package discord

import (
	"strings"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// textSign stands behind a sign that would otherwise be shown as an emoji.
// Inside a code block it must not be used: it would shift the columns.
const textSign = '\uFE0E'

// prose makes a text harmless in an embed: nothing in it formats, mentions
// people or links, and suits stay letters.
func prose(text string) string {
	return rewrite(text, `\*_~|<>[]#`+"`")
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
