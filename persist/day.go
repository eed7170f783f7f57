package persist

import (
	"fmt"
	"time"
)

// A Day is a date in UTC: the number of whole days since [Epoch]. Deals, attempts,
// streaks and boards all use it.
type Day int

// Epoch is the beginning of day 0. It must never change, since stored days count from it.
func Epoch() time.Time { return time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC) }

const dayLength = 24 * time.Hour // the length of every day in UTC

// DayOf returns the day that contains a time, whatever its zone.
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

// A Daily is the deal of a day, the same for everybody in an installation. It is proved
// winnable under exactly its rules. It never changes, except that a better line and a
// difficulty may be added.
type Daily struct {
	Day        Day    `cbor:"1,keyasint"`
	Deal       string `cbor:"2,keyasint"`           // the name of the rule set
	Counter    uint32 `cbor:"3,keyasint"`           // the number of tries until a deal was winnable
	Game       []byte `cbor:"4,keyasint"`           // which of the day's candidate deals it is
	Par        int    `cbor:"5,keyasint"`           // the line's draws and moves
	Minimal    bool   `cbor:"6,keyasint,omitempty"` // proved that no line is shorter
	Improved   bool   `cbor:"8,keyasint,omitempty"` // a shorter line was searched for
	Difficulty string `cbor:"7,keyasint,omitempty"` // how hard it is, once known
}

// DailyKind is the kind of docs that hold a [Daily].
const DailyKind = "daily"

// DailyKey returns the key of a day's deal, in the order of the days.
func DailyKey(day Day, deal string) string { return fmt.Sprintf("%08d|%s", day, deal) }
