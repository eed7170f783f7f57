package play

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

const (
	chartDays  = 28 // how far back charts look
	ratePoints = 40 // in the chart of the win rate
	rateGames  = 20 // that make a point of it
	parDeals   = 60 // deals of the day that are looked up for the chart of par
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

// abovePar counts the won deals of the day by the moves they took above par. A day
// whose par can still help somebody is left out.
func abovePar(t *bot.Turn, results []persist.Result) (*bot.Chart, error) {
	ends := []int{0, 5, 10, 15, 20, 30, 40, 60} // moves above par with which a column ends; a last one has the rest
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
