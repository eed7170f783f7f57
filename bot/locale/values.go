package locale

import (
	"strings"
	"time"
)

// A Name is somebody's name. Whatever script it is in, it leaves the rest of the
// line in its order.
type Name string

// Names are shown in a row.
type Names []string

// A Moment is shown as a time of day and, where a platform can, in the reader's
// own zone.
type Moment time.Time

// A List is shown as its messages with a middle dot between them.
type List []Message

// Isolating signs: what stands between them has a direction of its own.
const (
	isolate    = "\u2068"
	endIsolate = "\u2069"
)

func (n Names) isolated() string {
	shown := make([]string, len(n))
	for i, name := range n {
		shown[i] = Name(name).isolated()
	}
	return strings.Join(shown, ", ")
}

func (n Name) isolated() string { return isolate + string(n) + endIsolate }

// utc shows a moment where nothing is known of the reader's zone.
func utc(t time.Time) string { return t.UTC().Format("15:04") + " UTC" }
