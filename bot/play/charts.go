package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// How far back charts look, in days, and how many games a point of the win rate
// is made of.
const (
	chartDays  = 28
	ratePoints = 40
	rateGames  = 20
)

// statsShow is what is to be seen of somebody's results; nil if there are none.
func statsShow(t *bot.Turn, results []persist.Result) (*bot.Show, error) {
	if len(results) == 0 || !t.Paints() {
		return nil, nil
	}
	results = slices.SortedFunc(slices.Values(results), func(a, b persist.Result) int {
		return cmp.Or(a.Last.Compare(b.Last), cmp.Compare(a.ID, b.ID))
	})
	won := 0
	for _, r := range results {
		if r.Outcome == persist.Won {
			won++
		}
	}
	show := &bot.Show{
		Alt:    locale.Msg("chart.alt-stats", "Count", len(results), "Won", won, "Days", chartDays),
		Charts: []bot.Chart{byDay(results, persist.DayOf(t.Now)), winRate(results)},
	}
	above, err := abovePar(t, results)
	if err == nil && above != nil {
		show.Charts = append(show.Charts, *above)
	}
	return show, err
}

// label is what stands under a column: a text, or what each reader's language
// writes in its own way.
func label(value any) locale.Message { return locale.Msg("chart.label", "Label", value) }

// byDay counts the finished games of the last days, won and not.
func byDay(results []persist.Result, today persist.Day) bot.Chart {
	c := bot.Chart{Title: locale.Msg("chart.days", "Days", chartDays), Legend: legend(), Labels: make([]locale.Message, chartDays), Parts: make([][]int, chartDays)}
	first := today - chartDays + 1
	for i := range c.Parts {
		c.Parts[i] = make([]int, len(c.Legend))
		if (chartDays-1-i)%7 == 0 {
			c.Labels[i] = label(locale.ShortDate((first + persist.Day(i)).Start()))
		}
	}
	for _, r := range results {
		if i := int(persist.DayOf(r.Last) - first); i >= 0 && i < chartDays {
			c.Parts[i][part(r)]++
		}
	}
	return c
}

// The parts of columns that tell won games from others.
const (
	wonPart = iota
	otherPart
)

// legend names the parts.
func legend() []locale.Message {
	return []locale.Message{locale.Msg("chart.won"), locale.Msg("chart.not-won")}
}

func part(r persist.Result) int {
	if r.Outcome == persist.Won {
		return wonPart
	}
	return otherPart
}

// winRate is the share of games won over time, each point that of the games before
// it, up to a number.
func winRate(results []persist.Result) bot.Chart {
	c := bot.Chart{Title: locale.Msg("chart.rate", "Count", rateGames)}
	first := max(0, len(results)-ratePoints)
	for i := first; i < len(results); i++ {
		window := results[max(0, i+1-rateGames) : i+1]
		won := 0
		for _, r := range window {
			won += 1 - part(r)
		}
		c.Line = append(c.Line, 100*float64(won)/float64(len(window)))
		at := locale.Message{}
		if i == first || i == len(results)-1 {
			at = label(strconv.Itoa(i + 1))
		}
		c.Labels = append(c.Labels, at)
	}
	return c
}

// parColumns are how many moves above par a column ends with; the last one has
// the rest.
func parColumns() []int { return []int{0, 5, 10, 15, 20, 30, 40, 60} }

// abovePar counts the won deals of the day by the moves they took above par. A
// day whose par can still help somebody is left out.
func abovePar(t *bot.Turn, results []persist.Result) (*bot.Chart, error) {
	ends := parColumns()
	c := &bot.Chart{Title: locale.Msg("chart.par")}
	for i, end := range ends {
		moves := strconv.Itoa(end)
		if i > 0 && end-ends[i-1] > 1 {
			moves = strconv.Itoa(ends[i-1]+1) + "–" + moves
		}
		c.Labels, c.Parts = append(c.Labels, label(moves)), append(c.Parts, []int{0})
	}
	c.Labels, c.Parts = append(c.Labels, label(strconv.Itoa(ends[len(ends)-1]+1)+"+")), append(c.Parts, []int{0})
	counted := 0
	for _, r := range slices.Backward(results) {
		if r.Day == 0 || r.Outcome != persist.Won || !closed(r.Day, t.Now) || counted == mostDeals {
			continue
		}
		deal, _, err := storedDaily(t.Bot, t.Ctx, r.Day, r.Rules)
		if errors.Is(err, persist.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", bot.ErrLoad, err)
		}
		at, _ := slices.BinarySearch(ends, max(0, r.Moves-deal.Par))
		c.Parts[at][0]++
		counted++
	}
	if counted == 0 {
		return nil, nil
	}
	return c, nil
}

// mostDeals is how many deals of the day are looked up for a chart.
const mostDeals = 60

// weekShow is what is to be seen of a week's deals of the day: how many have
// finished each.
func weekShow(t *bot.Turn, choice boardChoice, board persist.Board) (*bot.Show, error) {
	if board.Span != persist.Week || !t.Paints() {
		return nil, nil
	}
	c := bot.Chart{Title: locale.Msg("chart.week"), Legend: legend()}
	today := persist.DayOf(t.Now)
	finished := 0
	for day := today; day.Week() == board.Index; day-- {
		on := board
		on.Span, on.Index = persist.OneDay, int(day)
		page, err := t.Bot.Store.Page(t.Ctx, on, 0, 0)
		if err != nil {
			return nil, fmt.Errorf("%w board: %w", bot.ErrLoad, err)
		}
		finished += page.Total
		c.Labels = append(c.Labels, label("#"+bot.DayNumber(day)))
		c.Parts = append(c.Parts, []int{page.Won, page.Total - page.Won})
	}
	slices.Reverse(c.Labels)
	slices.Reverse(c.Parts)
	if finished == 0 {
		return nil, nil
	}
	return &bot.Show{Alt: locale.Msg("chart.alt-week", "Count", finished, "Game", locale.Msg("title."+choice.rules.Game)), Charts: []bot.Chart{c}}, nil
}
