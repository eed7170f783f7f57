package chat

import (
	"strings"
	"unicode/utf8"
)

// Cut shortens a text to a number of characters. It never cuts an escape in half.
func Cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	if most <= 0 {
		return ""
	}
	return strings.TrimRight(string([]rune(text)[:most-1]), `\ `) + "…"
}
