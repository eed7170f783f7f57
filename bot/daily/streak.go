package daily

import (
	"slices"

	"github.com/solitaire-chat/solitaire/persist"
)

// A Streak is a run of days without a gap. A freeze bridges one missed day, at most one
// in any seven days; a bridged day doesn't count.
type Streak struct {
	Now  int // the current run
	Best int
}

// freezeEvery is the least distance between two bridged days.
const freezeEvery = 7

// streakOf computes a streak from the days that count and those that end it. Lost days
// aren't missed days, so no freeze bridges them. Days up to today whose attempts can
// still be finished end nothing yet.
func streakOf(days, lost []persist.Day, open persist.Day) Streak {
	days = slices.Compact(slices.Sorted(slices.Values(days)))
	var s Streak
	frozen := persist.Day(-freezeEvery)
	for i, day := range days {
		switch {
		case i > 0 && day == days[i-1]+1:
			s.Now++
		case i > 0 && day == days[i-1]+2 && day-1 >= frozen+freezeEvery && !slices.Contains(lost, day-1):
			frozen = day - 1
			s.Now++
		default:
			s.Now = 1
		}
		s.Best = max(s.Best, s.Now)
	}
	if len(days) == 0 {
		return s
	}
	missed := days[len(days)-1] + 1 // the day after the last one
	lives := missed >= open
	if missed == open-1 { // a freeze can bridge it, unless the next day is lost
		lives = missed >= frozen+freezeEvery && !slices.Contains(lost, open)
	}
	if !lives || slices.Contains(lost, missed) {
		s.Now = 0
	}
	return s
}

// Streaks are those of days finished, won or not, and of days won.
func Streaks(results []persist.Result, open persist.Day) (played, won Streak) {
	var all, wins, losses []persist.Day
	for _, r := range results {
		if r.Day == 0 || r.Day > open+1 { // after today: a clock was wrong
			continue
		}
		all = append(all, r.Day)
		if r.Outcome == persist.Won {
			wins = append(wins, r.Day)
		} else {
			losses = append(losses, r.Day)
		}
	}
	losses = slices.DeleteFunc(losses, func(d persist.Day) bool { return slices.Contains(wins, d) })
	return streakOf(all, nil, open), streakOf(wins, losses, open)
}
