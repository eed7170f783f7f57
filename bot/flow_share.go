package bot

import (
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
func share(s *session, _ command) error {
	s.noBoard = true
	results, err := s.history()
	if err != nil {
		return err
	}
	result, ok := s.shownDaily(results)
	if !ok {
		result, ok = latestDaily(results)
	}
	if !ok {
		s.quiet = true
		s.say(msg("share.none"))
		s.reply.Actions = [][]Action{{button("daily")}}
		return nil
	}
	r, _ := rulesNamed(result.Rules)
	played, _ := dailyStreaks(results, s.openDay())
	for _, m := range shareLines(result, r, played.now) {
		s.say(m)
	}
	return nil
}

// history returns all results of the player, with those that this request adds.
func (s *session) history() ([]persist.Result, error) {
	stored, err := s.bot.Store.Results(s.ctx, s.req.Player)
	if err != nil {
		return nil, fmt.Errorf("%w results: %w", errLoad, err)
	}
	return slices.Concat(stored, s.results), nil
}

// shownDaily returns the result of the current game, if that is an attempt at a
// deal of the day.
func (s *session) shownDaily(results []persist.Result) (persist.Result, bool) {
	t := s.current()
	if t == nil || s.rec.Games[t.slot].Kind != daily {
		return persist.Result{}, false
	}
	day, rules := s.rec.Games[t.slot].Day, t.game.Rules().String()
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
		msg(key, "Name", sharedName(r), "Day", dayNumber(result.Day), "Count", result.Moves, "Up", result.Up),
		msg("share.bars", "Bars", bars(result.Suits)),
		msg("share.aids", "Undos", result.Undos, "Hints", result.Hints, "Streak", streak),
	}
}

// sharedName names a deal of the day as a player would ask for it.
func sharedName(r game.Rules) locale.Message {
	if r == dailyRules()[0] {
		return msg("title." + r.Game)
	}
	return msg("share.game-"+r.Game, "Draw", r.Draw)
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
func (s *session) openDay() persist.Day {
	today := persist.DayOf(s.now)
	if !closed(today-1, s.now) {
		return today - 1
	}
	return today
}
