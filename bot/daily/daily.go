// Package daily has the daily deals and everything that people do together with them:
// ranked attempts, rankings, streaks, challenges, reminders, posts for channels, and the
// jobs behind them.
//
// deal.go makes each day's deals, proves them winnable and improves them; each other file
// has one command or job. Commands get a [bot.Turn]. [Work] starts the jobs (jobs.go),
// which run as long as the bot. Apart from players' records, the package stores docs: a
// deal, an open attempt, a challenge, a reminder, the settings of a server.
package daily

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// rankedRules are the rules of each day's deals. The first is the default.
func rankedRules() []game.Rules {
	return []game.Rules{game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 3, false), game.YukonRules(false)}
}

// lateTime is how long after its day an attempt that was begun in time may be finished:
// until noon UTC.
const lateTime = 12 * time.Hour

// Closed reports whether the last attempts of a day have ended.
func Closed(d persist.Day, now time.Time) bool { return !now.Before(closes(d)) }

// closes is when the last attempts of a day end.
func closes(d persist.Day) time.Time { return (d + 1).Start().Add(lateTime) }

// OpenDay is the earliest day of which attempts can still be finished.
func OpenDay(now time.Time) persist.Day {
	today := persist.DayOf(now)
	if !Closed(today-1, now) {
		return today - 1
	}
	return today
}

// Ended writes the docs that follow from the end of an attempt at a daily deal or a
// challenge; see [bot.Bot].
func Ended(t *bot.Turn, g *persist.Game, result *persist.Result) {
	switch g.Kind {
	case bot.Daily:
		endAttempt(t, g, result)
	case bot.Challenge:
		endChallenge(t, g, result)
	}
}

// SecretUntil returns when nobody competes in a game's deal any more, so that its cards
// may be shown; zero if nobody does.
func SecretUntil(ctx context.Context, b *bot.Bot, g persist.Game) (time.Time, error) {
	switch {
	case g.Day > 0:
		return closes(g.Day), nil
	case g.Link != "":
		ch, _, err := bot.ReadDoc[persist.Challenge](ctx, b, persist.ChallengeKind, g.Link) // a missing one is over
		return ch.Until, err
	}
	return time.Time{}, nil
}

// Forget deletes, with the turn, everything stored about the player outside of the record.
// For each daily deal that is still open, a keyed hash of the player stays, so that nobody
// can play it again with all cards known. Challenges still show that somebody took part.
func Forget(t *bot.Turn) error {
	if at := t.Setting(bot.SettingReminder); at != bot.Off {
		t.Erase(reminderKind, reminderKey(at, t.Request.Player))
	}
	t.Erase(dueKind, dueKey(t.Request.Player))
	for i := range t.Record.Games {
		entry := &t.Record.Games[i]
		var g game.Game
		if entry.Kind != bot.Daily || g.UnmarshalBinary(entry.Data) != nil {
			continue
		}
		deal := g.Rules().String()
		t.Erase(attemptKind, attemptKey(entry.Day, deal, t.Request.Player))
		if !Closed(entry.Day, t.Now) {
			if err := t.Write(forgottenKind, forgottenKey(t, entry.Day, deal), true); err != nil {
				return err
			}
		}
	}
	return leaveChallenges(t)
}

func gameOption() command.Option { return command.Option{Name: "game", Values: game.FamilyNames()} }

func drawOption() command.Option { return command.Option{Name: "draw", Values: []string{"1", "3"}} }

// RulesOptions are the options that choose rules.
func RulesOptions() []command.Option {
	return []command.Option{
		gameOption(), drawOption(),
		{Name: "passes", Values: []string{"1", "3", "unlimited"}},
		{Name: "return", Values: []string{"yes", "no"}},
		{Name: "scoring", Values: []string{game.Standard.String(), game.Vegas.String()}},
	}
}

// RuleOptions are the values of the options that choose rules.
func RuleOptions(args command.Args) game.Options {
	return game.Options{
		Game: args.Text("game"), Draw: args.Text("draw"), Passes: args.Text("passes"), Return: args.Text("return"), Scoring: args.Text("scoring"),
	}
}

// OptionFault returns why options of a command exclude each other.
func OptionFault(err error, c command.Call) locale.Message {
	var e *game.OptionError
	switch {
	case !errors.As(err, &e):
		return locale.Msg("choice.value", "Option", "game", "Values", strings.Join(game.FamilyNames(), ", "), "Example", "/solitaire new yukon")
	case e.Fault == game.NeedsStock:
		return needsStock(e.Option, e.Game, c)
	case e.Fault == game.VegasPasses:
		return locale.Msg("new.vegas-passes")
	}
	return locale.Msg("choice.value", "Option", e.Option, "Values", command.Quoted(e.Value), "Example", "/solitaire new yukon")
}

// needsStock is the message that a game has no such option. Its example uses the same
// command, so that following it deals no other game.
func needsStock(option, name string, c command.Call) locale.Message {
	example := "/solitaire " + c.Spec.Name + " " + name
	switch c.Spec.Name {
	case "new":
		example += " return yes"
	case "challenge":
		example = "/solitaire challenge @ann " + name
	}
	return locale.Msg("new.needs-stock", "Option", option, "Example", example)
}

// chosenRules returns which of the daily deals the player wants, or why there is no such
// deal.
func chosenRules(t *bot.Turn, args command.Args) (game.Rules, bool) {
	name, draw := args.Text("game"), args.Text("draw")
	for _, r := range rankedRules() {
		if (name == "" || name == r.Game) && (draw == strconv.Itoa(r.Draw) || draw == "") {
			return r, true
		}
	}
	t.SayAll(needsStock("draw", name, t.Call))
	return game.Rules{}, false
}

// chosenDeal returns the day and the rules of the deal that the player wants; the default
// day is otherwise. If there is no such deal, it returns why.
func chosenDeal(t *bot.Turn, args command.Args, otherwise persist.Day) (day persist.Day, r game.Rules, ok bool) {
	if r, ok = chosenRules(t, args); !ok {
		return 0, r, false
	}
	today := persist.DayOf(t.Now)
	switch word := args.Text("day"); word {
	case "":
		return otherwise, r, true
	case "today":
		return today, r, true
	case "yesterday":
		return today - 1, r, true
	default:
		n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
		switch {
		case err != nil || n < 1:
			t.Say("day.unreadable", "Input", command.Quoted(word))
		case persist.Day(n) > today:
			t.Say("day.future", "Day", strconv.Itoa(n), "Today", bot.DayNumber(today))
		default:
			return persist.Day(n), r, true
		}
		return 0, r, false
	}
}

// name is what a player types to get one of the daily deals.
func name(r game.Rules) string {
	if r.Draw > 1 {
		return r.Game + " draw " + strconv.Itoa(r.Draw)
	}
	return r.Game
}
