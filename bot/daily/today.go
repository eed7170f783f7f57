package daily

import (
	"slices"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// Today describes, for a page that leads to everything, how far the player is with each of
// the day's deals, when the day ends, and the streak. It returns nothing if the results
// can't be read, since the page is useful without them.
func Today(t *bot.Turn) (lines []locale.Message) {
	results, err := t.History()
	if err != nil {
		return nil
	}
	today := persist.DayOf(t.Now)
	for _, rules := range rankedRules() {
		name := []any{"Name", sharedName(rules.String()), "Day", bot.DayNumber(today)}
		ended := slices.IndexFunc(results, func(r persist.Result) bool { return r.Day == today && r.Rules == rules.String() })
		switch {
		case ended >= 0 && results[ended].Outcome == persist.Won:
			lines = append(lines, locale.Msg("share.won", append(name, "Count", results[ended].Moves)...))
		case ended >= 0:
			lines = append(lines, locale.Msg("share.lost", append(name, "Up", results[ended].Up)...))
		case findAttempt(t, today, rules) >= 0:
			lines = append(lines, locale.Msg("home.begun", name...))
		default:
			lines = append(lines, locale.Msg("home.not-begun", name...))
		}
	}
	lines = append(lines, locale.Msg("board.ends", "Ends", locale.Moment((today+1).Start())))
	if streak, _ := Streaks(results, OpenDay(t.Now)); streak.Best > 0 {
		lines = append(lines, locale.Msg("stats.streak", "Now", streak.Now, "Best", streak.Best))
	}
	return lines
}

// OtherDeals returns a button for each of the day's deals that the player hasn't begun,
// except the default one, which has a button of its own.
func OtherDeals(t *bot.Turn) []bot.Action { return otherDeals(t, rankedRules()[0]) }
