package daily

import (
	"errors"
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// Kinds of docs about one player's attempt at one deal.
const (
	attemptKind   = "attempt"   // it is open
	forgottenKind = "forgotten" // a player with an attempt was forgotten, and gets no second one
)

// attemptKey begins with the deal, so that all attempts at it are stored together.
func attemptKey(day persist.Day, deal string, p persist.Player) string {
	return persist.DailyKey(day, deal) + "|" + string(p.AppendKey(nil))
}

func forgottenKey(t *bot.Turn, day persist.Day, deal string) string {
	return persist.DailyKey(day, deal) + "|" + keyed(t.Bot.Secret, string(t.Request.Player.AppendKey(nil)))
}

// Daily begins or continues the ranked attempt at a daily deal, or deals it as practice.
func Daily() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "daily", Reads: true, Named: true, Example: "/solitaire daily yukon",
			Options: []command.Option{gameOption(), drawOption(), {Name: "practice", Kind: command.Flag}, {Name: "day", Kind: command.Date}},
		},
		Run: func(t *bot.Turn, args command.Args) error {
			today := persist.DayOf(t.Now)
			day, r, ok := chosenDeal(t, args, today)
			if !ok {
				return nil
			}
			attempt := findAttempt(t, day, r)
			switch {
			case args.Has("practice"):
				return practise(t, day, r, attempt)
			case attempt >= 0:
				continueAttempt(t, attempt)
				return nil
			case day != today:
				return refusePast(t, day, r)
			}
			return begin(t, day, r)
		},
	}
}

// findAttempt returns the index of the player's attempt at a deal, or -1.
func findAttempt(t *bot.Turn, day persist.Day, r game.Rules) int {
	return slices.IndexFunc(t.Record.Games, func(g persist.Game) bool {
		var played game.Game
		return g.Kind == bot.Daily && g.Day == day && played.UnmarshalBinary(g.Data) == nil && played.Rules() == r
	})
}

// continueAttempt makes an attempt the current game, whether it is open or over.
func continueAttempt(t *bot.Turn, i int) {
	t.MakeCurrent(t.Record.Games[i].ID)
	table := t.Need()
	if table == nil {
		return
	}
	entry := t.Record.Games[i]
	switch ends := (entry.Day + 1).Start(); {
	case entry.Outcome != "":
		t.Say("daily.done")
		r := table.Game.Rules()
		t.Reply.Actions = [][]bot.Action{{bot.Button("share"), rankingButton(t, table), practiceButton(entry.Day, r), bot.Button("more")}}
		if others := otherDeals(t, r); others != nil {
			t.Reply.Actions = append(t.Reply.Actions, others)
		}
	case t.Now.Before(ends):
		t.Say("daily.goes-on", "Ends", locale.Moment(ends))
	default:
		t.Say("daily.goes-on-late", "Closes", locale.Moment(entry.Until))
	}
}

// begin deals a day's cards for the one attempt that counts.
func begin(t *bot.Turn, day persist.Day, r game.Rules) error {
	deal := r.String()
	if gone, err := isForgotten(t, day, deal); err != nil || gone {
		t.Say("daily.forgotten")
		offerPractice(t, day, r)
		return err
	}
	switch had, err := hadAttempt(t, day, deal); {
	case err != nil:
		return err
	case had:
		rec, err := t.Bot.Store.Load(t.Ctx, t.Request.Player)
		if err == nil && rec.Version != t.Record.Version {
			return persist.ErrConflict // another copy of the bot has just begun it
		}
		t.Say("game.unreadable")
		return nil
	}
	d, err := dealOf(t.Ctx, t.Bot, day, r)
	switch {
	case errors.Is(err, errNoDeal):
		t.NoBoard = true
		t.Say("daily.none")
		return nil
	case err != nil:
		return fmt.Errorf("%w: %w", bot.ErrLoad, err)
	}
	deck, err := deckOf(d)
	if err != nil {
		return err
	}
	entry := persist.Game{Kind: bot.Daily, Day: day, Until: closes(day), Difficulty: d.Difficulty}
	if err := t.Deal(entry, -1, r, deck, game.Origin{}); err != nil {
		return err
	}
	if err := t.Write(attemptKind, attemptKey(day, deal, t.Request.Player), t.Request.Player); err != nil {
		return err
	}
	t.Say("daily.begin", "Ends", locale.Moment((day + 1).Start()), "Closes", locale.Moment(closes(day)))
	if r.Passes == 1 {
		t.Say("daily.one-pass")
	}
	if d.Difficulty != "" {
		t.Say("daily.difficulty", "Difficulty", locale.Msg("difficulty."+d.Difficulty))
	}
	mentionYesterdays(t, day-1)
	return nil
}

// mentionYesterdays mentions each of yesterday's attempts that is still open, and how to
// come back to it.
func mentionYesterdays(t *bot.Turn, yesterday persist.Day) {
	var row []bot.Action
	for _, r := range rankedRules() {
		i := findAttempt(t, yesterday, r)
		if i < 0 || t.Record.Games[i].Outcome != "" {
			continue
		}
		deal, text := locale.Msg("button.daily-"+r.Game, "Draw", r.Draw), "daily "+name(r)+" "+spanYesterday
		t.Say("daily.yesterday-open", "Deal", deal, "Closes", locale.Moment(closes(yesterday)), "Command", "/solitaire "+text)
		row = append(row, bot.Action{Label: locale.Msg("button.yesterday", "Deal", deal), Text: text})
	}
	if len(row) > 0 {
		t.Reply.Actions = [][]bot.Action{row}
	}
}

// hadAttempt reports whether the player has begun the deal although no readable game
// shows it. That was the player's one attempt.
func hadAttempt(t *bot.Turn, day persist.Day, deal string) (bool, error) {
	_, open, err := bot.ReadDoc[persist.Player](t.Ctx, t.Bot, attemptKind, attemptKey(day, deal, t.Request.Player))
	if err != nil || open > 0 {
		return open > 0, err
	}
	_, _, err = t.Bot.Store.Place(t.Ctx, persist.Board{Deal: deal, Index: int(day)}, t.Request.Player)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		return false, fmt.Errorf("%w board: %w", bot.ErrLoad, err)
	}
	return err == nil, nil
}

// isForgotten reports whether this player had an attempt at the deal that was deleted
// with everything else.
func isForgotten(t *bot.Turn, day persist.Day, deal string) (bool, error) {
	_, version, err := bot.ReadDoc[bool](t.Ctx, t.Bot, forgottenKind, forgottenKey(t, day, deal))
	return version > 0, err
}

// practise deals a day's cards without counting. An attempt that could still count must
// be over first.
func practise(t *bot.Turn, day persist.Day, r game.Rules, attempt int) error {
	gone, err := isForgotten(t, day, r.String())
	if err != nil {
		return err
	}
	over := attempt >= 0 && t.Record.Games[attempt].Outcome != ""
	instead := t.Latest(bot.Practice)
	switch {
	case !gone && !over && (attempt >= 0 || day == persist.DayOf(t.Now)):
		t.Say("daily.attempt-first")
		return nil
	case !t.Call.Confirmed && t.WouldLose(instead):
		t.Ask("again.ask")
		return nil
	}
	d, version, err := Find(t.Ctx, t.Bot, day, r.String())
	if err != nil || version == 0 {
		noSuchDeal(t, day, r)
		return err
	}
	deck, err := deckOf(d)
	if err != nil {
		return err
	}
	t.Say("again.done")
	return t.Deal(persist.Game{Kind: bot.Practice, Day: day, Difficulty: d.Difficulty}, instead, r, deck, game.Origin{})
}

// refusePast replies that a day is over, and offers its deal as practice if there was
// one.
func refusePast(t *bot.Turn, day persist.Day, r game.Rules) error {
	if _, version, err := Find(t.Ctx, t.Bot, day, r.String()); err != nil || version == 0 {
		noSuchDeal(t, day, r)
		return err
	}
	t.Say("daily.over", "Day", bot.DayNumber(day), "Date", locale.Date(day.Start()))
	offerPractice(t, day, r)
	return nil
}

// noSuchDeal replies that a day had no such deal, and offers today's.
func noSuchDeal(t *bot.Turn, day persist.Day, r game.Rules) {
	t.Say("daily.no-such", "Day", bot.DayNumber(day))
	t.Reply.Actions = [][]bot.Action{{todaysButton(r)}}
}

// endAttempt completes the result of an attempt with its day and the rankings on which it
// counts, and removes the attempt from the open ones. An expired attempt ended with its
// last step; any other ends now.
func endAttempt(t *bot.Turn, entry *persist.Game, result *persist.Result) {
	var g game.Game
	if g.UnmarshalBinary(entry.Data) == nil {
		t.Erase(attemptKind, attemptKey(entry.Day, g.Rules().String(), t.Request.Player))
	}
	if result == nil {
		return
	}
	end := t.Now
	if entry.Outcome == persist.Expired {
		end = entry.Last
	}
	result.Day, result.Late = entry.Day, persist.DayOf(end) > entry.Day
	for _, e := range t.Record.Seen {
		result.Here = append(result.Here, e.Scope)
	}
}

// AfterButtons returns the buttons under the board of a finished attempt, and those for
// the other deals of its day.
func AfterButtons(t *bot.Turn, table *bot.Table) (row, others []bot.Action) {
	if table.Entry().Day == persist.DayOf(t.Now) {
		others = otherDeals(t, table.Game.Rules())
	}
	share := bot.Button("share")
	share.Main = true
	return []bot.Action{share, rankingButton(t, table), bot.Button("again"), bot.Button("more")}, others
}

// Standing returns facts about a won game: for an attempt, its place in the day's ranking
// and the player's streak; for a practised deal, its par once nobody competes in it any
// more. It omits what can't be read now.
func Standing(t *bot.Turn, table *bot.Table) (facts []locale.Message) {
	entry, deal := table.Entry(), table.Game.Rules().String()
	switch {
	case entry.Outcome != persist.Won || entry.Day == 0:
	case entry.Kind == bot.Daily:
		board := persist.Board{Deal: deal, Index: int(entry.Day)}
		page, err := t.Bot.Store.Page(t.Ctx, board, 0, 1)
		if own, _, fault := t.Bot.Store.Place(t.Ctx, board, t.Request.Player); err == nil && fault == nil {
			facts = append(facts, locale.Msg("status.place", "Place", own.Place, "Total", page.Total))
		}
		if results, err := t.History(); err == nil {
			streak, _ := Streaks(results, OpenDay(t.Now))
			facts = append(facts, locale.Msg("status.streak", "Days", streak.Now))
		}
	case Closed(entry.Day, t.Now):
		if d, version, err := Find(t.Ctx, t.Bot, entry.Day, deal); err == nil && version > 0 {
			facts = append(facts, locale.Msg("status.par", "Moves", d.Par))
		}
	}
	return facts
}

// rankingButton leads to the ranking that contains an attempt: the day's, as long as
// there is a word for that day.
func rankingButton(t *bot.Turn, table *bot.Table) bot.Action {
	text := "leaderboard " + name(table.Game.Rules())
	if table.Entry().Day == persist.DayOf(t.Now)-1 {
		text += " " + spanYesterday
	}
	return bot.Action{Label: locale.Msg("button.leaderboard"), Text: text}
}

// offerPractice offers to practise a deal that can't count any more, and to play today's
// remaining deals.
func offerPractice(t *bot.Turn, day persist.Day, r game.Rules) {
	row := []bot.Action{practiceButton(day, r)}
	if day == persist.DayOf(t.Now) {
		row = append(row, otherDeals(t, r)...)
	} else {
		row = append(row, todaysButton(r))
	}
	t.Reply.Actions = [][]bot.Action{row}
}

func practiceButton(day persist.Day, r game.Rules) bot.Action {
	return bot.Action{Label: locale.Msg("button.practice"), Text: fmt.Sprintf("daily %s #%d practice", name(r), day)}
}

func todaysButton(r game.Rules) bot.Action {
	return bot.Action{Label: locale.Msg("button.daily"), Text: "daily " + name(r)}
}

// otherDeals has a button for each of today's deals that the player hasn't begun.
func otherDeals(t *bot.Turn, than game.Rules) []bot.Action {
	var row []bot.Action
	for _, r := range rankedRules() {
		if r != than && findAttempt(t, persist.DayOf(t.Now), r) < 0 {
			row = append(row, bot.Action{Label: locale.Msg("button.daily-"+r.Game, "Draw", max(r.Draw, 1)), Text: "daily " + name(r)})
		}
	}
	return row
}
