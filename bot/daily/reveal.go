package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"errors"
	"fmt"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

func revealOptions() []command.Option {
	return []command.Option{
		{Name: "day", Kind: command.Date},
		{Name: "game", Values: gameNames()},
		{Name: "draw", Values: []string{"1", "3"}},
		{Name: "step", Kind: command.Number},
	}
}

// reveal shows the winning line of a past deal of the day, step by step, once no
// attempt at it can count any more.
func reveal(t *bot.Turn, args command.Args) error {
	t.NoBoard, t.Pages = true, true
	given, r, ok := whichDaily(t, c)
	if !ok {
		return nil
	}
	day, fault := readDay(or(given["day"], "yesterday"), persist.DayOf(t.Now))
	switch {
	case fault != nil:
		t.Say(*fault)
		return nil
	case !closed(day, t.Now):
		t.Say("reveal.too-early", "Day", bot.DayNumber(day), "Ends", locale.Moment((day + 1).Start().Add(closing)))
		return nil
	}
	d, _, err := storedDaily(t.Bot, t.Ctx, day, r.String())
	if errors.Is(err, persist.ErrNotFound) {
		t.Say("daily.no-such", "Day", bot.DayNumber(day))
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", bot.ErrLoad, err)
	}
	step, err := strconv.Atoi(given["step"])
	if err != nil || step < 0 { // as with none given: before the first
		step = 0
	}
	return showLine(t, d, r, step)
}

// showLine shows the position after some steps of a deal's line.
func showLine(t *bot.Turn, d persist.Daily, r game.Rules, at int) error {
	g := new(game.Game)
	if err := g.UnmarshalBinary(d.Game); err != nil {
		return fmt.Errorf("reveal: %w", err)
	}
	line := g.Steps()
	at = min(at, len(line))
	g.Undo(len(line) - at)
	state := g.State()
	view := state.View()
	t.Reply.Board = &view
	t.Reply.Title = bot.Title(g, persist.Game{Day: d.Day, Difficulty: d.Difficulty})
	t.Say("reveal.step", "Step", at, "Count", len(line))
	if e, ok := g.LastEffect(); ok {
		for _, m := range command.Done(e, &state) {
			t.Say(m)
		}
	}
	par := "reveal.par"
	if d.Minimal {
		par = "reveal.par-proved"
	}
	t.Say(par, "Count", d.Par)
	t.Reply.Actions = [][]bot.Action{lineButtons(d.Day, r, at, len(line))}
	return nil
}

func lineButtons(day persist.Day, r game.Rules, at, last int) []bot.Action {
	text := func(step int) string {
		return fmt.Sprintf("reveal #%d %s step %d", day, dailyName(r), step)
	}
	var row []bot.Action
	if at > 1 {
		row = append(row, bot.Action{Label: locale.Msg("button.step-first"), Text: text(0)})
	}
	if at > 0 {
		row = append(row, bot.Action{Label: locale.Msg("button.step-back"), Text: text(at - 1)})
	}
	if at < last {
		row = append(row, bot.Action{Label: locale.Msg("button.step-on"), Text: text(at + 1)})
	}
	if at < last-1 {
		row = append(row, bot.Action{Label: locale.Msg("button.step-last"), Text: text(last)})
	}
	return row
}
