package daily

import (
	"cmp"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// Share describes the result of the attempt on the player's board, otherwise of the latest
// attempt, without a word about the cards. Its lines have the same shape for every result.
// Where nobody else reads them, the reply says so.
func Share() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "share", Reads: true, Public: true, Example: "/solitaire share"},
		Run: func(t *bot.Turn, _ command.Args) error {
			t.NoBoard = true
			results, err := t.History()
			if err != nil {
				return err
			}
			result, ok := sharedResult(t, results)
			if !ok {
				t.Refuse("share.none")
				t.Reply.Actions = [][]bot.Action{{bot.Button("daily")}}
				return nil
			}
			key := "share.lost"
			if result.Outcome == persist.Won {
				key = "share.won"
			}
			streak, _ := Streaks(results, OpenDay(t.Now))
			whose := locale.Msg("share.by", "Player", nameInWords(sharedAs(t)), "Game", sharedName(result.Rules))
			t.Say(key, "Name", whose, "Day", bot.DayNumber(result.Day), "Count", result.Moves, "Up", result.Up)
			t.Say("share.bars", "Bars", bars(result.Suits))
			t.Say("share.aids", "Undos", result.Undos, "Hints", result.Hints, "Streak", streak.Now)
			t.Reply.ForOthers = true
			if !t.Request.Place.Reaches() && t.Bot.Reaches(t.Request.Player.Platform) {
				t.Say("share.only-you")
			}
			return nil
		},
	}
}

// sharedAs returns the name under which the player shares a result here; empty for a
// player who has chosen not to be named.
func sharedAs(t *bot.Turn) string {
	if t.Setting(bot.SettingLeaderboard) == bot.Anonymous {
		return ""
	}
	return t.Record.NameIn(t.Scope())
}

// sharedResult returns the result of the current game, if that is an attempt at a
// deal of the day, else that of the latest deal of the day.
func sharedResult(t *bot.Turn, results []persist.Result) (persist.Result, bool) {
	if table := t.Current(); table != nil && table.Entry().Kind == bot.Daily {
		day, rules := table.Entry().Day, table.Game.Rules().String()
		i := slices.IndexFunc(results, func(r persist.Result) bool { return r.Day == day && r.Rules == rules })
		if i >= 0 {
			return results[i], true
		}
	}
	var latest persist.Result
	for _, r := range results {
		if r.Day > 0 && r.Day <= persist.DayOf(t.Now) && cmp.Or(cmp.Compare(r.Day, latest.Day), r.Last.Compare(latest.Last)) >= 0 {
			latest = r
		}
	}
	return latest, latest.Day > 0
}

// sharedName names a deal of the day as a player would ask for it.
func sharedName(rules string) locale.Message {
	r, _ := bot.RulesNamed(rules)
	if r == rankedRules()[0] {
		return locale.Msg("title." + r.Game)
	}
	return locale.Msg("share.game-"+r.Game, "Draw", r.Draw)
}

// bars shows the height of each foundation by five bars.
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
