package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// share tells how the attempt at a deal of the day went whose board is before the
// player, else the latest one, without a word about its cards.
func share(t *bot.Turn, _ command.Args) error {
	t.NoBoard = true
	results, err := t.History()
	if err != nil {
		return err
	}
	result, ok := shownDaily(t, results)
	if !ok {
		result, ok = latestDaily(results)
	}
	if !ok {
		t.Alone = true
		t.Say("share.none")
		t.Reply.Actions = [][]bot.Action{{bot.Button("daily")}}
		return nil
	}
	r, _ := bot.RulesNamed(result.Rules)
	played, _ := dailyStreaks(results, openDay(t))
	for _, m := range shareLines(result, r, played.now) {
		t.Say(m)
	}
	return nil
}

// history returns all results of the player, with those that this request adds.
func history(t *bot.Turn) ([]persist.Result, error) {
	stored, err := t.Bot.Store.Results(t.Ctx, t.Request.Player)
	if err != nil {
		return nil, fmt.Errorf("%w results: %w", bot.ErrLoad, err)
	}
	return slices.Concat(stored, t.Results), nil
}

// shownDaily returns the result of the current game, if that is an attempt at a
// deal of the day.
func shownDaily(t *bot.Turn, results []persist.Result) (persist.Result, bool) {
	table := t.Current()
	if table == nil || t.Entry(table).Kind != bot.Daily {
		return persist.Result{}, false
	}
	day, rules := t.Entry(table).Day, table.Game.Rules().String()
	i := slices.IndexFunc(results, func(r persist.Result) bool { return r.Day == day && r.Rules == rules })
	if i < 0 {
		return persist.Result{}, false
	}
	return results[i], true
}

// latestDaily returns the result of the latest deal of the day.
func latestDaily(results []persist.Result) (latest persist.Result, ok bool) {
	for _, r := range results {
		if r.Day > 0 && (!ok || cmp.Or(cmp.Compare(r.Day, latest.Day), r.Last.Compare(latest.Last)) >= 0) {
			latest, ok = r, true
		}
	}
	return latest, ok
}

// shareLines have the same shape for every result: what and how well, the
// foundations in five bars each, and what helped.
func shareLines(result persist.Result, r game.Rules, streak int) []locale.Message {
	key := "share.lost"
	if result.Outcome == persist.Won {
		key = "share.won"
	}
	return []locale.Message{
		locale.Msg(key, "Name", sharedName(r), "Day", bot.DayNumber(result.Day), "Count", result.Moves, "Up", result.Up),
		locale.Msg("share.bars", "Bars", bars(result.Suits)),
		locale.Msg("share.aids", "Undos", result.Undos, "Hints", result.Hints, "Streak", streak),
	}
}

// sharedName names a deal of the day as a player would ask for it.
func sharedName(r game.Rules) locale.Message {
	if r == dailyRules()[0] {
		return locale.Msg("title." + r.Game)
	}
	return locale.Msg("share.game-"+r.Game, "Draw", r.Draw)
}

// bars shows how far each foundation came.
func bars(up [game.Suits]int) string {
	const most = 5
	signs := [game.Suits]string{"♣", "♦", "♥", "♠"}
	var parts []string
	for suit, n := range up {
		full := most * n / game.King
		parts = append(parts, signs[suit]+strings.Repeat("▮", full)+strings.Repeat("▯", most-full))
	}
	return strings.Join(parts, " ")
}

// openDay is the earliest day of which attempts can still be finished.
func openDay(t *bot.Turn) persist.Day {
	today := persist.DayOf(t.Now)
	if !closed(today-1, t.Now) {
		return today - 1
	}
	return today
}
