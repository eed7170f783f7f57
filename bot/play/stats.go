package play

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// stats shows the player's statistics, or those of another player who allows it.
func stats() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "stats", Reads: true, Options: []command.Option{{Name: "user", Kind: command.Person}}, Example: "/solitaire stats"},
		Run: func(t *bot.Turn, _ command.Args) error {
			t.NoBoard, t.Pages = true, true
			if len(t.Request.Mentions) > 0 && t.Request.Mentions[0].Player != t.Request.Player {
				return statsOf(t, t.Request.Mentions[0])
			}
			results, err := t.History()
			if err != nil {
				return err
			}
			return sayStats(t, results)
		},
	}
}

// statsOf shows another player's statistics, if that player is named on all rankings.
func statsOf(t *bot.Turn, other bot.Mention) error {
	name := locale.Name(bot.SafeName(other.Name))
	rec, err := t.Bot.Store.Load(t.Ctx, other.Player)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		return fmt.Errorf("%w: %w", bot.ErrLoad, err)
	}
	if rec.Settings[bot.SettingLeaderboard] != bot.Named {
		t.Say("stats.private", "Name", name)
		return nil
	}
	results, err := t.Bot.Store.Results(t.Ctx, other.Player)
	if err != nil {
		return fmt.Errorf("%w results: %w", bot.ErrLoad, err)
	}
	t.Say("stats.of", "Name", name)
	return sayStats(t, results)
}

// sayStats shows the totals for each set of rules and the streaks of daily deals, and
// paints charts.
func sayStats(t *bot.Turn, results []persist.Result) (err error) {
	const most = 12 // sets of rules; nobody plays more
	if len(results) == 0 {
		t.Say("stats.none")
		return nil
	}
	list := sumUp(results)
	for _, s := range list[:min(len(list), most)] {
		t.Say("stats.games", "Rules", bot.RulesInWords(s.rules), "Count", s.played, "Won", s.won, "Percent", s.percent())
		if s.won > 0 {
			t.Say("stats.best", "Moves", s.moves, "Score", s.score)
		}
	}
	played, won := daily.Streaks(results, daily.OpenDay(t.Now))
	if played.Best > 0 {
		t.Say("stats.streak", "Now", played.Now, "Best", played.Best)
		t.Say("stats.streak-won", "Now", won.Now, "Best", won.Best)
		t.Say("board.ends", "Ends", locale.Moment((persist.DayOf(t.Now) + 1).Start()))
	}
	t.Reply.Show, err = statsCharts(t, results)
	return err
}

// sums are totals over the finished games of one set of rules. A best score never mixes
// versions of the scoring.
type sums struct {
	rules  string
	played int
	won    int
	moves  int  // fewest in a won game
	score  int  // best of a won game, with the current scoring
	scored bool // there is such a game
}

// percent is the share of games won, rounded, except that 0 means none and 100 means all.
func (s sums) percent() int {
	p := (100*s.won + s.played/2) / s.played
	switch {
	case p == 0 && s.won > 0:
		return 1
	case p == 100 && s.won < s.played:
		return 99
	}
	return p
}

// sumUp computes totals by rules, the most played first.
func sumUp(results []persist.Result) []sums {
	byRules := map[string]*sums{}
	for _, r := range results {
		s := byRules[r.Rules]
		if s == nil {
			s = &sums{rules: r.Rules}
			byRules[r.Rules] = s
		}
		s.played++
		if r.Outcome != persist.Won {
			continue
		}
		s.won++
		if s.won == 1 || r.Moves < s.moves {
			s.moves = r.Moves
		}
		if r.Scoring == game.ScoringVersion && (!s.scored || r.Score > s.score) {
			s.score, s.scored = r.Score, true
		}
	}
	var list []sums
	for _, s := range byRules {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b sums) int {
		return cmp.Or(cmp.Compare(b.played, a.played), cmp.Compare(a.rules, b.rules))
	})
	return list
}

const (
	chartDays  = 28 // the number of days in charts
	ratePoints = 40 // in the chart of the win rate
	rateGames  = 20 // games in each point of it
	parDeals   = 60 // daily deals that are looked up for the chart of par
)

// statsCharts are the charts of somebody's results; nil if there are no results.
func statsCharts(t *bot.Turn, results []persist.Result) (*bot.Show, error) {
	if len(results) == 0 || !t.Paints() {
		return nil, nil
	}
	results = slices.SortedFunc(slices.Values(results), func(a, b persist.Result) int {
		return cmp.Or(a.Last.Compare(b.Last), cmp.Compare(a.ID, b.ID))
	})
	show := &bot.Show{
		Alt:    locale.Msg("chart.alt-stats", "Count", len(results), "Won", countWon(results), "Days", chartDays),
		Charts: []bot.Chart{byDay(results, persist.DayOf(t.Now)), winRate(results)},
	}
	above, err := abovePar(t, results)
	if above != nil {
		show.Charts = append(show.Charts, *above)
	}
	return show, err
}

func countWon(results []persist.Result) (won int) {
	for _, r := range results {
		if r.Outcome == persist.Won {
			won++
		}
	}
	return won
}

// byDay counts the finished games of the last days, won and not.
func byDay(results []persist.Result, today persist.Day) bot.Chart {
	c := bot.Chart{
		Title: locale.Msg("chart.days", "Days", chartDays), Legend: bot.WonLegend(),
		Labels: make([]locale.Message, chartDays), Parts: make([][]int, chartDays),
	}
	first := today - chartDays + 1
	for i := range c.Parts {
		c.Parts[i] = make([]int, len(c.Legend))
		if (chartDays-1-i)%7 == 0 {
			c.Labels[i] = bot.ChartLabel(locale.ShortDate((first + persist.Day(i)).Start()))
		}
	}
	for _, r := range results {
		if i := int(persist.DayOf(r.Last) - first); i >= 0 && i < chartDays {
			if r.Outcome == persist.Won {
				c.Parts[i][0]++
			} else {
				c.Parts[i][1]++
			}
		}
	}
	return c
}

// winRate is the share of games won over time. Each point is that of the last games
// before it.
func winRate(results []persist.Result) bot.Chart {
	c := bot.Chart{Title: locale.Msg("chart.rate", "Count", rateGames)}
	first := max(0, len(results)-ratePoints)
	for i := first; i < len(results); i++ {
		window := results[max(0, i+1-rateGames) : i+1]
		c.Line = append(c.Line, 100*float64(countWon(window))/float64(len(window)))
		label := locale.Message{}
		if i == first || i == len(results)-1 {
			label = bot.ChartLabel(strconv.Itoa(i + 1))
		}
		c.Labels = append(c.Labels, label)
	}
	return c
}

// abovePar counts the won daily deals by the number of moves above par. It omits a day
// while its par could still help a player.
func abovePar(t *bot.Turn, results []persist.Result) (*bot.Chart, error) {
	ends := []int{0, 5, 10, 15, 20, 30, 40, 60} // the upper ends of the columns, in moves above par; one more column has the rest
	c := &bot.Chart{Title: locale.Msg("chart.par")}
	for i, end := range ends {
		moves := strconv.Itoa(end)
		if i > 0 {
			moves = strconv.Itoa(ends[i-1]+1) + "–" + moves
		}
		c.Labels = append(c.Labels, bot.ChartLabel(moves))
	}
	c.Labels = append(c.Labels, bot.ChartLabel(strconv.Itoa(ends[len(ends)-1]+1)+"+"))
	for range c.Labels {
		c.Parts = append(c.Parts, []int{0})
	}
	counted := 0
	for _, r := range slices.Backward(results) {
		if r.Day == 0 || r.Outcome != persist.Won || !daily.Closed(r.Day, t.Now) || counted == parDeals {
			continue
		}
		deal, version, err := daily.Find(t.Ctx, t.Bot, r.Day, r.Rules)
		if err != nil {
			return nil, err
		}
		if version == 0 {
			continue
		}
		column, _ := slices.BinarySearch(ends, max(0, r.Moves-deal.Par))
		c.Parts[column][0]++
		counted++
	}
	if counted == 0 {
		return nil, nil
	}
	return c, nil
}
