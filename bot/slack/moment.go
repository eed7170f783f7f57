package slack

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// A moment is put into a text between two signs that nothing else has, so that
// what Slack shows in the reader's own zone is not escaped with the rest.
const (
	momentBegin = "\uE000"
	momentEnd   = "\uE001"
)

func markMoment(t time.Time) string { return fmt.Sprintf("%s%d%s", momentBegin, t.Unix(), momentEnd) }

// showMoments turns marked moments into Slack's, with a text for where it can't
// show them.
func showMoments(text string) string {
	marked := regexp.MustCompile(momentBegin + `(\d+)` + momentEnd)
	return marked.ReplaceAllStringFunc(text, func(m string) string {
		seconds, _ := strconv.ParseInt(marked.FindStringSubmatch(m)[1], 10, 64)
		return fmt.Sprintf("<!date^%d^{date_short_pretty} {time}|%s>", seconds, time.Unix(seconds, 0).UTC().Format("15:04 UTC"))
	})
}
