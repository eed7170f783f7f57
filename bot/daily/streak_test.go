package daily

import (
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
)

// days parses a calendar: x played, - missed, L lost; the first character is day 1.
func days(calendar string) (played, lost []persist.Day) {
	for i, c := range calendar {
		switch c {
		case 'x':
			played = append(played, persist.Day(i+1))
		case 'L':
			lost = append(lost, persist.Day(i+1))
		}
	}
	return played, lost
}

func TestStreaksOfCalendars(t *testing.T) {
	for _, tt := range []struct {
		calendar  string
		now, best int
	}{
		{"", 0, 0},
		{"x", 1, 1},
		{"xxx", 3, 3},
		{"xxx-", 3, 3},          // today is not over
		{"xxx--", 3, 3},         // yesterday can be bridged
		{"xxx---", 0, 3},        // two days can't
		{"xx-xx", 4, 4},         // bridged, and not counted
		{"xx-xx-xx", 2, 4},      // two in a week
		{"xx-xxxxxx-x", 9, 9},   // two, seven days apart
		{"xx-xxxxx-x", 1, 7},    // two, six days apart
		{"xx--xx", 2, 2},        // two days missed
		{"-x", 1, 1},            //
		{"xL", 0, 1},            // lost today
		{"xLx", 1, 1},           // a day lost is not bridged
		{"xxL-", 0, 2},          //
		{"xx-L", 0, 2},          // missed, then lost
		{"x-x-", 2, 2},          // bridged, and today not over
		{"x-x--", 0, 2},         // a second one within the week
		{"xxxxxxxxxx-", 10, 10}, //
	} {
		played, lost := days(tt.calendar)
		got := streakOf(played, lost, persist.Day(max(len(tt.calendar), 1)))
		if got.Now != tt.now || got.Best != tt.best {
			t.Errorf("%q: got %+v, want now %d, best %d", tt.calendar, got, tt.now, tt.best)
		}
	}
}

// Several deals of one day extend a streak once (DY06).
func TestADayCountsOnceForAStreak(t *testing.T) {
	var results []persist.Result
	for _, day := range []persist.Day{3, 3, 4, 4, 4, 5} {
		results = append(results, persist.Result{Day: day, Outcome: persist.Won})
	}
	if played, won := Streaks(results, 5); played.Now != 3 || won.Now != 3 {
		t.Errorf("got played %+v, won %+v, want 3", played, won)
	}
}

// An attempt that expires is a day without a win (DY14).
func TestAnExpiredAttemptEndsAStreakOfWins(t *testing.T) {
	results := []persist.Result{{Day: 1, Outcome: persist.Won}, {Day: 2, Outcome: persist.Won}, {Day: 3, Outcome: persist.Expired}, {Day: 4, Outcome: persist.Won}}
	if played, won := Streaks(results, 4); played.Now != 4 || won.Now != 1 || won.Best != 2 {
		t.Errorf("got played %+v, won %+v, want 4 played, 1 won, 2 at best", played, won)
	}
}

func TestStreaksEqualANaiveReadingOfTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		length := 1 + random.IntN(40)
		calendar := make([]byte, length)
		for i := range calendar {
			calendar[i] = "xxxx-L"[random.IntN(6)]
		}
		played, lost := days(string(calendar))
		got := streakOf(played, lost, persist.Day(length))
		now, best := naiveStreak(string(calendar))
		if got.Now != now || got.Best != best {
			t.Fatalf("%q: got %+v, want now %d, best %d", calendar, got, now, best)
		}
	}
}

// naiveStreak goes through the calendar with a state: the run, the day of the last
// freeze, and whether the day before was bridged. The last day isn't over.
func naiveStreak(calendar string) (now, best int) {
	const never = -100
	run, frozen, pending := 0, never, false
	for i := range len(calendar) {
		today := i == len(calendar)-1
		switch c := calendar[i]; {
		case c == 'x':
			if pending {
				frozen, pending = i-1, false
			}
			run++
			best = max(best, run)
		case c == 'L':
			run, pending = 0, false
		case today: // it can still be played
		case run > 0 && !pending && i >= frozen+7:
			pending = true
		default:
			run, pending = 0, false
		}
	}
	return run, best
}
