package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"slices"

	"github.com/solitaire-chat/solitaire/persist"
)

// A streak is a run of days without a gap. One missed day is bridged by a
// freeze, at most one in any seven days; a bridged day does not count.
type streak struct {
	now  int // the run that still goes on
	best int
}

// freezeEvery is how many days lie at least between two bridged ones.
const freezeEvery = 7

// streakOf works out a streak from the days that count and those that end it:
// days lost are not missed, so no freeze bridges them. Days of which attempts
// can still be finished, up to today, end nothing yet.
func streakOf(days, lost []persist.Day, open persist.Day) streak {
	days = slices.Compact(slices.Sorted(slices.Values(days)))
	var s streak
	frozen := persist.Day(-freezeEvery)
	for i, day := range days {
		switch {
		case i > 0 && day == days[i-1]+1:
			t.Now++
		case i > 0 && day == days[i-1]+2 && day-1 >= frozen+freezeEvery && !slices.Contains(lost, day-1):
			frozen = day - 1
			t.Now++
		default:
			t.Now = 1
		}
		t.best = max(t.best, t.Now)
	}
	if len(days) == 0 || !t.lives(days[len(days)-1], frozen, lost, open) {
		t.Now = 0
	}
	return s
}

// lives reports whether a run whose last day was last can still go on: open is
// the earliest day that is not over.
func (s streak) lives(last, frozen persist.Day, lost []persist.Day, open persist.Day) bool {
	if last >= open-1 {
		return !slices.Contains(lost, last+1)
	}
	missed := last + 1
	return missed == open-1 && missed >= frozen+freezeEvery && !slices.Contains(lost, missed) && !slices.Contains(lost, open)
}

// dailyStreaks are those of days finished, won or not, and of days won.
func dailyStreaks(results []persist.Result, open persist.Day) (played, won streak) {
	var all, wins, losses []persist.Day
	for _, r := range results {
		if r.Day == 0 {
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
