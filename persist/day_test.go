package persist_test

import (
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// One function determines the day, at midnight UTC, whatever the zone (DY01).
func TestDY01DayOf(t *testing.T) {
	east, west := time.FixedZone("east", 14*3600), time.FixedZone("west", -12*3600)
	for text, want := range map[string]persist.Day{
		"2026-11-01T00:00:00Z":           0,
		"2026-11-01T23:59:59.999999999Z": 0,
		"2026-11-02T00:00:00Z":           1,
		"2026-11-30T23:59:59Z":           29,
		"2026-12-01T00:00:00Z":           30,
		"2026-10-31T23:59:59Z":           -1,
		"2026-10-31T00:00:00Z":           -1,
		"2026-10-30T23:59:59Z":           -2,
		"2028-02-29T12:00:00Z":           485,
	} {
		at, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, zone := range []*time.Location{time.UTC, east, west} {
			if got := persist.DayOf(at.In(zone)); got != want {
				t.Errorf("%s is day %d, want %d", at.In(zone), got, want)
			}
		}
		if start := want.Start(); at.Before(start) || !at.Before(start.Add(24*time.Hour)) {
			t.Errorf("day %d begins at %s", want, start)
		}
	}
}

// Stored days count from the epoch, so it never changes (DY05).
func TestDY05Epoch(t *testing.T) {
	if got := persist.Epoch().Format(time.RFC3339); got != "2026-11-01T00:00:00Z" {
		t.Errorf("the epoch is %s", got)
	}
}

// Weeks go from Monday to Sunday, months by the calendar.
func TestWeeksAndMonths(t *testing.T) {
	for d := persist.Day(-30); d < 1000; d++ {
		at, next := d.Start(), (d + 1).Start()
		if newWeek := next.Weekday() == time.Monday; newWeek != ((d+1).Week() == d.Week()+1) || !newWeek && (d+1).Week() != d.Week() {
			t.Fatalf("from %s to %s the week goes from %d to %d", at.Format(time.DateOnly), next.Format(time.DateOnly), d.Week(), (d + 1).Week())
		}
		if newMonth := next.Day() == 1; newMonth != ((d+1).Month() == d.Month()+1) || !newMonth && (d+1).Month() != d.Month() {
			t.Fatalf("from %s to %s the month goes from %d to %d", at.Format(time.DateOnly), next.Format(time.DateOnly), d.Month(), (d + 1).Month())
		}
	}
}
