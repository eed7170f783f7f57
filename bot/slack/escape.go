package slack

import (
	"math"
	"strings"
	"unicode/utf8"
)

// escape makes text safe where Slack reads markup. It escapes Slack's three special
// characters, and backticks, which could begin or end code.
func escape(s string) string { return cutEscaped(s, math.MaxInt) }

// cutEscaped escapes text and shortens the result to a number of characters, without
// breaking an entity.
func cutEscaped(s string, most int) string {
	var b strings.Builder
	b.Grow(len(s))
	size, fits := 0, 0 // characters written; bytes up to which one more character still fits
	for _, r := range s {
		e := entity(r)
		size += utf8.RuneCountInString(e)
		if size > most {
			return b.String()[:fits] + "…"
		}
		b.WriteString(e)
		if size < most {
			fits = b.Len()
		}
	}
	return b.String()
}

func entity(r rune) string {
	switch r {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '`':
		return "'"
	}
	return string(r)
}

// literal makes a name appear as it is. Slack has no escape for formatting characters, but
// doesn't format beside a zero-width space.
func literal(name string) string {
	const apart = "\u200b"
	return strings.NewReplacer("*", apart+"*"+apart, "_", apart+"_"+apart, "~", apart+"~"+apart).Replace(name)
}

// calm makes Slack show suits as text, by a variation selector after each. Without it,
// Slack shows some as pictures, and black suits on a black background.
func calm(s string) string {
	const asText = "\ufe0e"
	return strings.NewReplacer("♣", "♣"+asText, "♦", "♦"+asText, "♥", "♥"+asText, "♠", "♠"+asText).Replace(s)
}

// pack joins lines into texts of a limited number of characters.
func pack(lines []string, most int) []string {
	var texts []string
	room := 0
	for _, line := range lines {
		size := utf8.RuneCountInString(line)
		if size+1 > room {
			texts = append(texts, line)
			room = most - size
			continue
		}
		texts[len(texts)-1] += "\n" + line
		room -= size + 1
	}
	return texts
}
