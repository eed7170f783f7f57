package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/persist"
)

// undo takes back steps, one if no number is given.
func undo() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "undo", Own: true, Options: []command.Option{{Name: "steps", Kind: command.Number}}, Example: "/undo"},
		Run: func(t *bot.Turn, args command.Args) error {
			steps, given := args.Number("steps")
			if !given {
				steps = 1
			}
			table := t.Playing()
			if table == nil {
				return nil
			}
			taken := table.Game.Undo(steps)
			if taken == 0 {
				t.Say("undo.nothing")
				return nil
			}
			t.Touch(table)
			t.Say("undo.done", "Count", taken)
			announceEnd(t)
			return nil
		},
	}
}

// redo makes the last undone step again.
func redo() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "redo", Own: true, Example: "/redo"},
		Run: func(t *bot.Turn, _ command.Args) error {
			table := t.Playing()
			if table == nil {
				return nil
			}
			e, ok := table.Game.Redo()
			if !ok {
				t.Say("redo.nothing")
				return nil
			}
			t.Touch(table)
			t.Entry(table).Last = t.Now
			t.SayAll(command.Done(e, &table.State)...)
			announceEnd(t)
			return nil
		},
	}
}

// restart takes all steps back; they can be redone.
func restart() bot.Command {
	return simple("restart", func(t *bot.Turn, _ command.Args) error {
		table := t.Playing()
		switch {
		case table == nil:
		case t.Entry(table).Kind == bot.Daily:
			t.Say("restart.daily")
		case table.Game.Done() == 0:
			t.Say("undo.nothing")
		case !t.Call.Confirmed:
			t.Ask("restart.ask")
		default:
			taken := table.Game.Restart()
			t.Touch(table)
			t.Say("restart.done", "Count", taken)
		}
		return nil
	})
}

// resign gives the game up. An attempt can be given up before its first move, so that
// opening it is no trap.
func resign() bot.Command {
	return simple("resign", func(t *bot.Turn, _ command.Args) error {
		table := t.Playing()
		switch {
		case table == nil:
		case !table.Game.Begun() && !competes(*t.Entry(table)):
			t.Say("resign.not-begun")
		case !t.Call.Confirmed:
			t.Ask("resign.ask-" + t.Entry(table).Kind)
		default:
			t.End(table, persist.Resigned)
			t.Say("resign.done", "Count", table.State.TotalUp())
		}
		return nil
	})
}

// again deals the cards of the current game once more, as practice.
func again() bot.Command {
	return simple("again", func(t *bot.Turn, _ command.Args) error {
		table := t.Need()
		if table == nil {
			return nil
		}
		before := *t.Entry(table)
		if before.Outcome == "" {
			t.Say("again.running")
			return nil
		}
		instead := t.Latest(bot.Practice)
		if !t.Call.Confirmed && t.WouldLose(instead) {
			t.Ask("again.ask")
			return nil
		}
		same := persist.Game{Kind: bot.Practice, Day: before.Day, Link: before.Link, Difficulty: before.Difficulty}
		if err := t.Deal(same, instead, table.Game.Rules(), table.Game.Deck(), table.Game.Origin()); err != nil {
			return err
		}
		t.Say("again.done")
		return nil
	})
}
