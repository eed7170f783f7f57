package slack

import (
	"math"
	"strings"
	"unicode/utf8"
)

// escape makes text safe where Slack reads markup: the three signs it gives a
// meaning, and backticks, which could begin or end code.
func escape(s string) string { return cutEscaped(s, math.MaxInt) }

// cutEscaped escapes text so that the result has at most so many characters and
// no entity is broken.
func cutEscaped(s string, most int) string {
	var b strings.Builder
	b.Grow(len(s))
	size, fits := 0, 0 // characters written; bytes that leave room for a sign more
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

// literal makes somebody's name stand as it is. Slack has no escape for the signs that
// format text, but takes none for that beside a zero-width space.
func literal(name string) string {
	const apart = "\u200b"
	return strings.NewReplacer("*", apart+"*"+apart, "_", apart+"_"+apart, "~", apart+"~"+apart).Replace(name)
}

// calm asks for suits as text. Without the selector behind them Slack shows
// some as coloured pictures, black ones on a black ground among them.
func calm(s string) string {
	const asText = "\ufe0e"
	return strings.NewReplacer("♣", "♣"+asText, "♦", "♦"+asText, "♥", "♥"+asText, "♠", "♠"+asText).Replace(s)
}

// pack puts lines together into texts of at most so many characters.
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
