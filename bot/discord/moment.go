package discord

import (
	"fmt"
	"regexp"
	"time"
)

// A moment is put into a text between two signs that nothing else has, so that
// what Discord shows in the reader's own zone is not taken for markup that has to
// be made harmless.
const (
	momentBegin = "\uE000"
	momentEnd   = "\uE001"
)

func markMoment(t time.Time) string { return fmt.Sprintf("%s%d%s", momentBegin, t.Unix(), momentEnd) }

// showMoments turns marked moments into Discord's: date and time.
func showMoments(text string) string {
	return regexp.MustCompile(momentBegin+`(\d+)`+momentEnd).ReplaceAllString(text, "<t:$1:f>")
}
