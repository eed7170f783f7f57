package daily

import (
	"errors"
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// Reveal shows the winning line of a past deal of the day, step by step, once no
// attempt at it can count any more.
func Reveal() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "reveal", Reads: true, Named: true, Example: "/solitaire reveal yesterday",
			Options: []command.Option{
				{Name: "day", Kind: command.Date},
				{Name: "game", Values: game.FamilyNames()},
				{Name: "draw", Values: []string{"1", "3"}},
				{Name: "step", Kind: command.Number},
			},
		},
		Run: func(t *bot.Turn, args command.Args) error {
			t.NoBoard, t.Pages = true, true
			r, ok := chosenRules(t, args)
			if !ok {
				return nil
			}
			day, ok := chosenDay(t, args.Text("day"), persist.DayOf(t.Now)-1)
			if !ok {
				return nil
			}
			if !Closed(day, t.Now) {
				t.Say("reveal.too-early", "Day", bot.DayNumber(day), "Ends", locale.Moment(closes(day)))
				return nil
			}
			d, _, err := Find(t.Ctx, t.Bot, day, r.String())
			if errors.Is(err, persist.ErrNotFound) {
				t.Say("daily.no-such", "Day", bot.DayNumber(day))
				return nil
			}
			if err != nil {
				return fmt.Errorf("%w: %w", bot.ErrLoad, err)
			}
			step, _ := args.Number("step")
			return showStep(t, d, r, max(0, step))
		},
	}
}

// showStep shows the position after some steps of a deal's line.
func showStep(t *bot.Turn, d persist.Daily, r game.Rules, at int) error {
	g := new(game.Game)
	if err := g.UnmarshalBinary(d.Game); err != nil {
		return fmt.Errorf("reveal: %w", err)
	}
	last := len(g.Steps())
	at = min(at, last)
	g.Undo(last - at)
	state := g.State()
	view := state.View()
	t.Reply.Board = &view
	t.Reply.Title = bot.Title(g, persist.Game{Day: d.Day, Difficulty: d.Difficulty})
	t.Say("reveal.step", "Step", at, "Count", last)
	if e, ok := g.LastEffect(); ok {
		t.SayAll(command.Done(e, &state)...)
	}
	if d.Minimal {
		t.Say("reveal.par-proved", "Count", d.Par)
	} else {
		t.Say("reveal.par", "Count", d.Par)
	}
	button := func(key string, step int) bot.Action {
		return bot.Action{Label: locale.Msg(key), Text: fmt.Sprintf("reveal #%d %s step %d", d.Day, name(r), step)}
	}
	var row []bot.Action
	if at > 1 {
		row = append(row, button("button.step-first", 0))
	}
	if at > 0 {
		row = append(row, button("button.step-back", at-1))
	}
	if at < last {
		row = append(row, button("button.step-on", at+1))
	}
	if at < last-1 {
		row = append(row, button("button.step-last", last))
	}
	t.Reply.Actions = [][]bot.Action{row}
	return nil
}
