package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/persist"
)

// undo undoes a number of steps, or one.
func undo() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "undo", Also: []string{"u"}, Own: true, Example: "/undo",
			Options: []command.Option{{Name: "steps", Kind: command.Number, Fault: "undo.number"}},
		},
		Run: onGame(func(t *bot.Turn, table *bot.Table, args command.Args) error {
			steps, given := args.Number("steps")
			if !given {
				steps = 1
			}
			taken := table.Game.Undo(steps)
			if taken == 0 {
				t.Say("undo.nothing")
				return nil
			}
			table.Touch()
			t.Say("undo.done", "Count", taken)
			announceEnd(t)
			return nil
		}),
	}
}

// redo redoes the last undone step.
func redo() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "redo", Own: true, Example: "/redo"},
		Run: onGame(func(t *bot.Turn, table *bot.Table, _ command.Args) error {
			e, ok := table.Game.Redo()
			if !ok {
				t.Say("redo.nothing")
				return nil
			}
			table.Touch()
			table.Entry().Last = t.Now
			t.SayAll(command.Done(e, &table.State)...)
			announceEnd(t)
			return nil
		}),
	}
}

// restart undoes all steps; they can be redone.
func restart() bot.Command {
	return simple("restart", onGame(func(t *bot.Turn, table *bot.Table, _ command.Args) error {
		switch {
		case table.Entry().Kind == bot.Daily:
			t.Say("restart.daily")
		case table.Game.Done() == 0:
			t.Say("undo.nothing")
		case !t.Call.Confirmed:
			t.Ask("restart.ask")
		default:
			taken := table.Game.Restart()
			table.Touch()
			t.Say("restart.done", "Count", taken)
		}
		return nil
	}))
}

// resign gives the game up. An attempt can be given up even before its first move.
func resign() bot.Command {
	return simple("resign", onGame(func(t *bot.Turn, table *bot.Table, _ command.Args) error {
		switch {
		case !table.Game.Begun() && !competes(*table.Entry()):
			t.Say("resign.not-begun")
		case !t.Call.Confirmed:
			t.Ask("resign.ask-" + table.Entry().Kind)
		default:
			table.End(persist.Resigned)
			t.Say("resign.done", "Count", table.State.TotalUp())
		}
		return nil
	}), "give up")
}

// again deals the cards of the current game again, as practice.
func again() bot.Command {
	return simple("again", func(t *bot.Turn, _ command.Args) error {
		table := t.Need()
		if table == nil {
			return nil
		}
		before, instead := *table.Entry(), t.Latest(bot.Practice)
		switch {
		case before.Outcome == "":
			t.Say("again.running")
			return nil
		case !t.Call.Confirmed && t.WouldLose(instead):
			t.Ask("again.ask")
			return nil
		}
		t.Say("again.done")
		same := persist.Game{Kind: bot.Practice, Day: before.Day, Link: before.Link, Difficulty: before.Difficulty}
		return t.Deal(same, instead, table.Game.Rules(), table.Game.Deck(), table.Game.Origin())
	})
}
