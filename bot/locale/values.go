package locale

import (
	"strings"
	"time"
)

// Names are shown in a row.
type Names []string

// A Date is shown as the day of a time.
type Date time.Time

// A Moment is shown as a time of day and, where a platform can, in the reader's
// own zone.
type Moment time.Time

// A List is shown as its messages with a middle dot between them.
type List []Message

func (n Names) isolated() string {
	shown := make([]string, len(n))
	for i, name := range n {
		shown[i] = Name(name).isolated()
	}
	return strings.Join(shown, ", ")
}

// utc shows a moment where nothing is known of the reader's zone.
func utc(t time.Time) string { return t.UTC().Format("15:04") + " UTC" }
