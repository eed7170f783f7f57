package daily

import (
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// Reveal shows the winning line of a past daily deal, step by step, once no attempt at it
// can count any more.
func Reveal() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "reveal", Reads: true, Named: true, Example: "/solitaire reveal yesterday",
			Options: []command.Option{{Name: "day", Kind: command.Date}, gameOption(), drawOption(), {Name: "step", Kind: command.Number}},
		},
		Run: func(t *bot.Turn, args command.Args) error {
			t.NoBoard, t.Pages = true, true
			day, r, ok := chosenDeal(t, args, persist.DayOf(t.Now)-1)
			switch {
			case !ok:
				return nil
			case !Closed(day, t.Now):
				t.Say("reveal.too-early", "Day", bot.DayNumber(day), "Ends", locale.Moment(closes(day)))
				return nil
			}
			d, version, err := Find(t.Ctx, t.Bot, day, r.String())
			switch {
			case err != nil:
				return err
			case version == 0:
				t.Say("daily.no-such", "Day", bot.DayNumber(day))
				return nil
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
	t.Reply.Actions = [][]bot.Action{StepButtons(at, last, func(step int) string {
		return fmt.Sprintf("reveal #%d %s step %d", d.Day, name(r), step)
	})}
	return nil
}

// StepButtons lead from a step of a line to the others. Text is the command that shows
// one.
func StepButtons(at, last int, text func(step int) string) (row []bot.Action) {
	for _, b := range []struct {
		key    string
		step   int
		wanted bool
	}{
		{"button.step-first", 0, at > 1},
		{"button.step-back", at - 1, at > 0},
		{"button.step-on", at + 1, at < last},
		{"button.step-last", last, at < last-1},
	} {
		if b.wanted {
			row = append(row, bot.Action{Label: locale.Msg(b.key), Text: text(b.step)})
		}
	}
	return row
}
