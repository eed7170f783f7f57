package slack

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// A moment stands in a text between two characters that occur nowhere else, and so does a
// mention. Therefore they aren't escaped with the rest, and Slack shows a moment in the
// reader's time zone.
const (
	momentBegin  = "\uE000"
	momentEnd    = "\uE001"
	mentionBegin = "\uE002"
	mentionEnd   = "\uE003"
)

func markMoment(t time.Time) string { return fmt.Sprintf("%s%d%s", momentBegin, t.Unix(), momentEnd) }

func markMention(m locale.Mention) string { return mentionBegin + m.ID + mentionEnd }

// mentions turns marked mentions in an escaped text into Slack's, which notify people.
// Nobody else is ever mentioned, whatever people type.
func mentions(messages []locale.Message) *strings.Replacer {
	var pairs []string
	for _, m := range locale.Mentioned(messages...) {
		if isPerson(m.ID) {
			pairs = append(pairs, markMention(m), "<@"+m.ID+">")
		}
	}
	return strings.NewReplacer(append(pairs, mentionBegin, "", mentionEnd, "")...)
}

// isPerson reports whether a text is the id of a person.
func isPerson(id string) bool {
	return len(id) > 1 && (id[0] == 'U' || id[0] == 'W') && strings.Trim(id, idSigns) == ""
}

const idSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// revive turns the moments and channels in an escaped text back into Slack's references.
func revive(text string) string { return showChannels(showMoments(text)) }

// showMoments turns marked moments into Slack's, with a fallback text.
func showMoments(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, momentBegin)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		digits, after, _ := strings.Cut(rest, momentEnd)
		if seconds, err := strconv.ParseInt(digits, 10, 64); err == nil {
			utc := time.Unix(seconds, 0).UTC().Format("15:04 UTC")
			fmt.Fprintf(&b, "<!date^%d^{date_short_pretty} {time}|%s>", seconds, utc)
		}
		text = after
	}
}

// showChannels turns escaped channels into Slack's references, which it shows by name.
func showChannels(text string) string {
	const begin, end = "&lt;#", "&gt;"
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, begin)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if id, after, closed := strings.Cut(rest, end); closed && isChannel(id) {
			b.WriteString("<#" + id + ">")
			text = after
			continue
		}
		b.WriteString(begin)
		text = rest
	}
}

// isChannel reports whether a text is the id of a channel.
func isChannel(id string) bool {
	return len(id) > 1 && (id[0] == 'C' || id[0] == 'G') && strings.Trim(id, idSigns) == ""
}
