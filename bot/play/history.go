package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"strconv"

	"github.com/solitaire-chat/solitaire/persist"
)

// undo takes back steps, one if no number is given.
func undo(t *bot.Turn, args command.Args) error {
	n := 1
	if len(c.words) > 0 {
		var err error
		if n, err = strconv.Atoi(c.words[0]); err != nil || n < 1 {
			t.Say("undo.number", "Input", command.Quoted(c.words[0]))
			return nil
		}
	}
	table := t.Playing()
	if table == nil {
		return nil
	}
	taken := table.Game.Undo(n)
	if taken == 0 {
		t.Say("undo.nothing")
		return nil
	}
	t.Touch(table)
	t.Say("undo.done", "Count", taken)
	announce(t)
	return nil
}

// redo makes the last undone step again.
func redo(t *bot.Turn, _ command.Args) error {
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
	for _, m := range command.Done(e, &table.State) {
		t.Say(m)
	}
	announce(t)
	return nil
}

// restart takes all steps back; they can be redone.
func restart(t *bot.Turn, args command.Args) error {
	table := t.Playing()
	if table == nil {
		return nil
	}
	if t.Entry(table).Kind == bot.Daily {
		t.Say("restart.daily")
		return nil
	}
	if table.Game.Done() == 0 {
		t.Say("undo.nothing")
		return nil
	}
	if !c.confirm {
		t.Ask("restart.ask", c)
		return nil
	}
	taken := table.Game.Restart()
	t.Touch(table)
	t.Say("restart.done", "Count", taken)
	return nil
}

// resign gives the game up.
func resign(t *bot.Turn, args command.Args) error {
	table := t.Playing()
	if table == nil {
		return nil
	}
	if !table.Game.Begun() {
		t.Say("resign.not-begun")
		return nil
	}
	if !c.confirm {
		t.Ask("resign.ask-"+t.Entry(table).Kind, c)
		return nil
	}
	t.End(table, persist.Resigned)
	t.Say("resign.done", "Count", table.State.TotalUp())
	return nil
}

// again deals the cards of the current game once more, as practice.
func again(t *bot.Turn, args command.Args) error {
	table := t.Need()
	if table == nil {
		return nil
	}
	if t.Entry(table).Outcome == "" {
		t.Say("again.running")
		return nil
	}
	if i := t.Latest(bot.Practice); i >= 0 && !c.confirm && t.WouldLose(i) {
		t.Ask("again.ask", c)
		return nil
	}
	before := t.Entry(table)
	same := persist.Game{Kind: bot.Practice, Day: before.Day, Link: before.Link, Difficulty: before.Difficulty}
	if err := t.Deal(same, t.Latest(bot.Practice), table.Game.Rules(), table.Game.Deck(), table.Game.Origin()); err != nil {
		return err
	}
	t.Say("again.done")
	return nil
}
