package bot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
)

// days reads a calendar: x played, - missed, L lost; the first sign is day 1.
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

func TestStreaks(t *testing.T) {
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
		if got.now != tt.now || got.best != tt.best {
			t.Errorf("%q: %+v, want now %d, best %d", tt.calendar, got, tt.now, tt.best)
		}
	}
}

// DY06: several deals of one day raise a streak once.
func TestDY06OnceADay(t *testing.T) {
	var results []persist.Result
	for _, day := range []persist.Day{3, 3, 4, 4, 4, 5} {
		results = append(results, persist.Result{Day: day, Outcome: persist.Won})
	}
	if played, won := dailyStreaks(results, 5); played.now != 3 || won.now != 3 {
		t.Errorf("played %+v, won %+v, want 3", played, won)
	}
}

// DY14: an attempt that was left open saves no streak of wins: closed, it is a
// day without a win.
func TestDY14LeavingItOpen(t *testing.T) {
	results := []persist.Result{{Day: 1, Outcome: persist.Won}, {Day: 2, Outcome: persist.Won}, {Day: 3, Outcome: persist.Expired}, {Day: 4, Outcome: persist.Won}}
	if played, won := dailyStreaks(results, 4); played.now != 4 || won.now != 1 || won.best != 2 {
		t.Errorf("played %+v, won %+v", played, won)
	}
}

// A naive reading of the rules, day by day, agrees on random calendars.
func TestStreaksAgainstNaive(t *testing.T) {
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
		if got.now != now || got.best != best {
			t.Fatalf("%q: %+v, naively now %d, best %d", calendar, got, now, best)
		}
	}
}

// naiveStreak walks through the calendar with a state: the run, the day of the
// last freeze, and whether the day before was bridged. The last day is not over.
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
		case today: // may still be played
		case run > 0 && !pending && i >= frozen+7:
			pending = true
		default:
			run, pending = 0, false
		}
	}
	return run, best
}

func TestTallies(t *testing.T) {
	win := func(rules string, moves, score, version int) persist.Result {
		return persist.Result{Rules: rules, Outcome: persist.Won, Moves: moves, Score: score, Scoring: version}
	}
	list := tallies([]persist.Result{
		win("a", 120, 300, 1), win("a", 100, 200, 1),
		{Rules: "a", Outcome: persist.Resigned, Moves: 3, Score: 999, Scoring: 1},
		win("b", 90, 500, 1), win("a", 110, 9999, 99), // of another scoring
	})
	want := []tally{{rules: "a", played: 4, won: 3, moves: 100, score: 300, scored: true}, {rules: "b", played: 1, won: 1, moves: 90, score: 500, scored: true}}
	if !slices.Equal(list, want) {
		t.Errorf("got %+v, want %+v", list, want)
	}
	if p := list[0].percent(); p != 75 {
		t.Errorf("%d %%", p)
	}
}
