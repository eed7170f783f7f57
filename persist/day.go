package persist

import "time"

// A Day is a date in UTC: the number of whole days since [Epoch]. Deals,
// attempts, streaks and boards all go by it.
type Day int

// Epoch returns the beginning of day 0. It is never changed: the days of stored
// results count from it.
func Epoch() time.Time { return time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC) }

const dayLength = 24 * time.Hour // UTC has no other

// DayOf returns the day in which a time lies, whatever its zone.
func DayOf(t time.Time) Day {
	since := t.Sub(Epoch())
	if since < 0 {
		since -= dayLength - 1
	}
	return Day(since / dayLength)
}

// Start returns the first instant of the day.
func (d Day) Start() time.Time { return Epoch().Add(time.Duration(d) * dayLength) }

// Week returns the number of the day's week, Monday to Sunday. Epoch is a
// Sunday.
func (d Day) Week() int {
	if d < 1 {
		return int(d-7) / 7
	}
	return int(d-1) / 7
}

// Month returns the number of the day's month, counted from the year 0.
func (d Day) Month() int {
	y, m, _ := d.Start().Date()
	return y*12 + int(m) - 1
}
