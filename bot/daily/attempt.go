package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// The kinds of docs that belong to one player's attempt at one deal.
const (
	attemptKind   = "attempt"   // it goes on
	forgottenKind = "forgotten" // somebody who had one is forgotten: no second one
)

// attemptKey is under the deal, so that all attempts at it are found together.
func attemptKey(day persist.Day, deal string, p persist.Player) string {
	return persist.DailyKey(day, deal) + "|" + string(p.AppendKey(nil))
}

func forgottenKey(t *bot.Turn, day persist.Day, deal string) string {
	return persist.DailyKey(day, deal) + "|" + keyed(t.Bot.Secret, string(t.Request.Player.AppendKey(nil)))
}

func dailyOptions() []command.Option {
	return []command.Option{
		{Name: "game", Values: gameNames()},
		{Name: "draw", Values: []string{"1", "3"}},
		{Name: "practice", Kind: command.Flag},
		{Name: "day", Kind: command.Date},
	}
}

// chosenDaily returns which of the deals of the day is meant.
func chosenDaily(given map[string]string, c command) (game.Rules, *locale.Message) {
	for _, r := range dailyRules() {
		switch {
		case given["game"] == "" && given["draw"] == "",
			given["game"] != game.Yukon && given["draw"] == strconv.Itoa(r.Draw),
			given["game"] == r.Game && given["draw"] == "":
			return r, nil
		}
	}
	return game.Rules{}, ptr(needsStock("draw", c))
}

// whichDaily reads a command's options, and which of the deals of the day is
// meant. If it can't, it says why.
func whichDaily(t *bot.Turn, c command) (given map[string]string, r game.Rules, ok bool) {
	given, fault := c.readOptions()
	if fault == nil {
		r, fault = chosenDaily(given, c)
	}
	if fault != nil {
		t.Say(*fault)
	}
	return given, r, fault == nil
}

// playDaily begins or goes on with the counted attempt at a deal of the day, or
// deals it as practice.
func playDaily(t *bot.Turn, args command.Args) error {
	given, r, ok := whichDaily(t, c)
	if !ok {
		return nil
	}
	today := persist.DayOf(t.Now)
	day, fault := readDay(given["day"], today)
	if fault != nil {
		t.Say(*fault)
		return nil
	}
	attempt := attempt(t, day, r)
	switch {
	case given["practice"] != "":
		return practiseDaily(t, c, day, r, attempt)
	case attempt >= 0:
		goOn(t, attempt)
		return nil
	case day != today:
		return pastDaily(t, day, r)
	}
	return beginDaily(t, day, r)
}

// pastDaily says that a day is over, and offers its deal as practice if there was
// one.
func pastDaily(t *bot.Turn, day persist.Day, r game.Rules) error {
	_, _, err := storedDaily(t.Bot, t.Ctx, day, r.String())
	switch {
	case errors.Is(err, persist.ErrNotFound):
		noSuchDaily(t, day, r)
		return nil
	case err != nil:
		return fmt.Errorf("%w: %w", bot.ErrLoad, err)
	}
	t.Say("daily.over", "Day", bot.DayNumber(day), "Date", locale.Date(day.Start()))
	offerPractice(t, day, r)
	return nil
}

// noSuchDaily says that a day had no such deal, and offers today's.
func noSuchDaily(t *bot.Turn, day persist.Day, r game.Rules) {
	t.Say("daily.no-such", "Day", bot.DayNumber(day))
	t.Reply.Actions = [][]bot.Action{{{Label: locale.Msg("button.daily"), Text: "daily " + dailyName(r)}}}
}

// attempt returns the index of the player's attempt at a deal, or -1.
func attempt(t *bot.Turn, day persist.Day, r game.Rules) int {
	return slices.IndexFunc(t.Record.Games, func(g persist.Game) bool {
		var played game.Game
		return g.Kind == bot.Daily && g.Day == day && played.UnmarshalBinary(g.Data) == nil && played.Rules() == r
	})
}

// goOn makes an attempt the current game, whether it still goes on or has ended.
func goOn(t *bot.Turn, i int) {
	t.MakeCurrent(t.Record.Games[i].ID)
	table := t.Need()
	if table == nil {
		return
	}
	slot := t.Record.Games[i]
	switch ends := (slot.Day + 1).Start(); {
	case slot.Outcome != "":
		t.Say("daily.done")
		offerAfter(t, slot.Day, table.Game.Rules())
	case t.Now.Before(ends):
		t.Say("daily.goes-on", "Ends", locale.Moment(ends))
	default:
		t.Say("daily.goes-on-late", "Closes", locale.Moment(slot.Until))
	}
}

func beginDaily(t *bot.Turn, day persist.Day, r game.Rules) error {
	if gone, err := forgotten(t, day, r); err != nil || gone {
		t.Say("daily.forgotten")
		offerPractice(t, day, r)
		return err
	}
	if had, err := hadAttempt(t, day, r); err != nil || had {
		t.Say("game.unreadable")
		return err
	}
	d, err := daily(t.Bot, t.Ctx, day, r)
	if errors.Is(err, ErrNoDaily) {
		t.NoBoard = true
		t.Say("daily.none")
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", bot.ErrLoad, err)
	}
	played := new(game.Game)
	if err := played.UnmarshalBinary(d.Game); err != nil {
		return fmt.Errorf("daily %d: %w", day, err)
	}
	if err := t.Deal(persist.Game{Kind: bot.Daily, Day: day, Until: (day + 1).Start().Add(closing), Difficulty: d.Difficulty}, -1, r, played.Deck(), game.Origin{}); err != nil {
		return err
	}
	if err := t.Write(attemptKind, attemptKey(day, r.String(), t.Request.Player), t.Request.Player); err != nil {
		return err
	}
	t.Say("daily.begin", "Ends", locale.Moment((day + 1).Start()), "Closes", locale.Moment((day + 1).Start().Add(closing)))
	if r.Passes == 1 {
		t.Say("daily.one-pass")
	}
	if d.Difficulty != "" {
		t.Say("daily.difficulty", "Difficulty", locale.Msg("difficulty."+d.Difficulty))
	}
	return nil
}

// hadAttempt reports whether the player has begun the deal, though there is no
// such game that can be read: one attempt it is all the same.
func hadAttempt(t *bot.Turn, day persist.Day, r game.Rules) (bool, error) {
	_, _, open, err := bot.ReadDoc[persist.Player](t, attemptKind, attemptKey(day, r.String(), t.Request.Player))
	if err != nil || open {
		return open, err
	}
	_, _, err = t.Bot.Store.Place(t.Ctx, persist.Board{Deal: r.String(), Index: int(day)}, t.Request.Player)
	if errors.Is(err, persist.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w board: %w", bot.ErrLoad, err)
	}
	return true, nil
}

// forgotten reports whether this player had an attempt at the deal that was
// deleted with all else.
func forgotten(t *bot.Turn, day persist.Day, r game.Rules) (bool, error) {
	_, err := t.Bot.Store.Doc(t.Ctx, forgottenKind, forgottenKey(t, day, r.String()))
	if errors.Is(err, persist.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w: %w", bot.ErrLoad, err)
	}
	return true, nil
}

// practiseDaily deals a day's cards without counting. As long as an attempt
// could still count it has to be over first.
func practiseDaily(t *bot.Turn, c command, day persist.Day, r game.Rules, attempt int) error {
	gone, err := forgotten(t, day, r)
	switch over := attempt >= 0 && t.Record.Games[attempt].Outcome != ""; {
	case err != nil:
		return err
	case !gone && !over && (attempt >= 0 || day == persist.DayOf(t.Now)):
		t.Say("daily.attempt-first")
		return nil
	}
	if i := t.Latest(bot.Practice); i >= 0 && !c.confirm && t.WouldLose(i) {
		t.Ask("again.ask", c)
		return nil
	}
	d, _, err := storedDaily(t.Bot, t.Ctx, day, r.String())
	if errors.Is(err, persist.ErrNotFound) {
		noSuchDaily(t, day, r)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", bot.ErrLoad, err)
	}
	played := new(game.Game)
	if err := played.UnmarshalBinary(d.Game); err != nil {
		return fmt.Errorf("daily %d: %w", day, err)
	}
	if err := t.Deal(persist.Game{Kind: bot.Practice, Day: day, Difficulty: d.Difficulty}, t.Latest(bot.Practice), r, played.Deck(), game.Origin{}); err != nil {
		return err
	}
	t.Say("again.done")
	return nil
}

// endDaily completes the result of an attempt: its day, and the boards on which
// it counts. One that expires was left when its last step was made; any other is
// finished now.
func endDaily(t *bot.Turn, slot *persist.Game, result *persist.Result) {
	end := t.Now
	if slot.Outcome == persist.Expired {
		end = slot.Last
	}
	result.Day, result.Late = slot.Day, persist.DayOf(end) > slot.Day
	for _, e := range t.Record.Seen {
		result.Here = append(result.Here, e.Scope)
	}
	endAttempt(t, slot)
}

// endAttempt takes an attempt off the list of those that go on.
func endAttempt(t *bot.Turn, slot *persist.Game) {
	var g game.Game
	if g.UnmarshalBinary(slot.Data) == nil {
		t.Erase(attemptKind, attemptKey(slot.Day, g.Rules().String(), t.Request.Player))
	}
}

// dailyName returns what a player types to get a deal of the day.
func dailyName(r game.Rules) string {
	if r.Game == game.Klondike && r.Draw != 1 {
		return r.Game + " draw " + strconv.Itoa(r.Draw)
	}
	return r.Game
}

// offerPractice gives what there is to do about a deal that can't count any more:
// to practise it, and to play today's, or those of today's that are left.
func offerPractice(t *bot.Turn, day persist.Day, r game.Rules) {
	row := []bot.Action{{Label: locale.Msg("button.practice"), Text: fmt.Sprintf("daily %s #%d practice", dailyName(r), day)}}
	if day == persist.DayOf(t.Now) {
		t.Reply.Actions = [][]bot.Action{append(row, otherDaily(t, r)...)}
		return
	}
	t.Reply.Actions = [][]bot.Action{append(row, bot.Action{Label: locale.Msg("button.daily"), Text: "daily " + dailyName(r)})}
}

// offerAfter gives what there is to do once an attempt is over.
func offerAfter(t *bot.Turn, day persist.Day, r game.Rules) {
	t.Reply.Actions = [][]bot.Action{{
		{Label: locale.Msg("button.share"), Text: "share"},
		boardButton(day, r, persist.DayOf(t.Now)),
		{Label: locale.Msg("button.practice"), Text: fmt.Sprintf("daily %s #%d practice", dailyName(r), day)},
		bot.Button("more"),
	}}
	if others := otherDaily(t, r); others != nil {
		t.Reply.Actions = append(t.Reply.Actions, others)
	}
}

// boardButton leads to the board on which an attempt at a deal stands: the day's,
// as long as there is a word for it.
func boardButton(day persist.Day, r game.Rules, today persist.Day) bot.Action {
	text := "leaderboard " + dailyName(r)
	if day == today-1 {
		text += " " + spanYesterday
	}
	return bot.Action{Label: locale.Msg("button.leaderboard"), Text: text}
}

// otherDaily gives a button for each of today's deals that the player has not
// begun.
func otherDaily(t *bot.Turn, than game.Rules) []bot.Action {
	var row []bot.Action
	for _, r := range dailyRules() {
		if r != than && attempt(t, persist.DayOf(t.Now), r) < 0 {
			row = append(row, bot.Action{Label: locale.Msg("button.daily-"+r.Game, "Draw", max(r.Draw, 1)), Text: "daily " + dailyName(r)})
		}
	}
	return row
}
