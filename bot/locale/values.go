package locale

import "time"

// A Date is shown as the day of a time.
type Date time.Time

// A ShortDate is shown as the day of a time without its year, where there is
// little space.
type ShortDate time.Time

// A Moment is shown as a time of day and, where a platform can, in the reader's
// own zone.
type Moment time.Time

// A List is shown as its messages with a middle dot between them.
type List []Message

// utc shows a moment where nothing is known of the reader's zone.
func utc(t time.Time) string { return t.UTC().Format("15:04") + " UTC" }
