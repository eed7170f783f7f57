package slackfake

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// checkText judges the top-level text, which notifications and screen readers
// use (S10).
func checkText(f *findings, message object) {
	const most = 4000
	text := str(message, "text")
	if strings.TrimSpace(text) == "" {
		f.add("S10", "the message has no text for notifications and screen readers")
	}
	if n := utf8.RuneCountInString(text); n > most {
		f.add("S10", "the text has %d characters, more than %d", n, most)
	}
	checkMarkup(f, "text", text)
}

// checkMarkup judges text that Slack reads as mrkdwn (S11).
func checkMarkup(f *findings, where, text string) {
	if strings.Count(text, "```")%2 != 0 {
		f.add("S11", "%s: a code fence stays open in %q", where, shorten(text))
	}
	rest := strings.NewReplacer("&amp;", "", "&lt;", "", "&gt;", "").Replace(text)
	rest = reference.ReplaceAllString(rest, "")
	if i := strings.IndexAny(rest, "&<>"); i >= 0 {
		f.add("S11", "%s: %q is not escaped in %q", where, rest[i:i+1], shorten(text))
	}
}

// reference matches what may stand in angle brackets: people, channels, dates
// and links. Calling a whole channel is not for a game.
var reference = regexp.MustCompile(
	`<(?:@[UW][A-Z0-9]+|#C[A-Z0-9]+|!date\^\d+\^[^<>|]+\|[^<>|]+|(?:https?://|mailto:)[^<>|\s]+)(?:\|[^<>|]*)?>`)

func shorten(text string) string {
	const most = 60
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
