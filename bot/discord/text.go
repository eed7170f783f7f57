package discord

import (
	"strings"
	"unicode/utf8"
)

// textSign stands behind a sign that would otherwise be shown as an emoji.
// Inside a code block it must not be used: it would shift the columns.
const textSign = '\uFE0E'

// prose makes a text harmless in an embed: nothing in it formats, mentions or
// links, and suits stay letters.
func prose(text string) string {
	return rewrite(text, `\*_~|<>[]#`+"`")
}

// label makes a text fit for buttons, menus and suggestions, where nothing is
// formatted, in at most so many characters.
func label(text string, most int) string {
	return clip(rewrite(text, ""), most)
}

// rewrite puts a backslash before special characters and textSign behind suits.
func rewrite(text, special string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		switch {
		case r == textSign:
			continue
		case strings.ContainsRune(special, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		if strings.ContainsRune("♣♦♥♠", r) {
			b.WriteRune(textSign)
		}
	}
	return b.String()
}

// clip cuts a text that is too long. It leaves no half of an escape behind.
func clip(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	if most <= 0 {
		return ""
	}
	runes := []rune(text)[:most-1]
	return strings.TrimRight(string(runes), `\ `) + "…"
}
