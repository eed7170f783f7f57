package bot

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

func revealOptions() []Option {
	return []Option{
		{Name: "day", Kind: Date},
		{Name: "game", Values: gameNames()},
		{Name: "draw", Values: []string{"1", "3"}},
		{Name: "step", Kind: Number},
	}
}

// reveal shows the winning line of a past deal of the day, step by step, once no
// attempt at it can count any more.
func reveal(s *session, c command) error {
	s.noBoard, s.leafs = true, true
	given, r, ok := s.whichDaily(c)
	if !ok {
		return nil
	}
	day, fault := readDay(or(given["day"], "yesterday"), persist.DayOf(s.now))
	switch {
	case fault != nil:
		s.say(*fault)
		return nil
	case !closed(day, s.now):
		s.say(msg("reveal.too-early", "Day", dayNumber(day), "Ends", locale.Moment((day + 1).Start().Add(closing))))
		return nil
	}
	d, _, err := s.bot.storedDaily(s.ctx, day, r.String())
	if errors.Is(err, persist.ErrNotFound) {
		s.say(msg("daily.no-such", "Day", dayNumber(day)))
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errLoad, err)
	}
	step, err := strconv.Atoi(given["step"])
	if err != nil || step < 0 { // as with none given: before the first
		step = 0
	}
	return s.showLine(d, r, step)
}

// showLine shows the position after some steps of a deal's line.
func (s *session) showLine(d persist.Daily, r game.Rules, at int) error {
	g := new(game.Game)
	if err := g.UnmarshalBinary(d.Game); err != nil {
		return fmt.Errorf("reveal: %w", err)
	}
	line := g.Steps()
	at = min(at, len(line))
	g.Undo(len(line) - at)
	state := g.State()
	view := state.View()
	s.reply.Board = &view
	s.reply.Title = title(g, persist.Game{Day: d.Day, Difficulty: d.Difficulty})
	s.say(msg("reveal.step", "Step", at, "Count", len(line)))
	if e, ok := g.LastEffect(); ok {
		for _, m := range done(e, &state) {
			s.say(m)
		}
	}
	par := "reveal.par"
	if d.Minimal {
		par = "reveal.par-proved"
	}
	s.say(msg(par, "Count", d.Par))
	s.reply.Actions = [][]Action{lineButtons(d.Day, r, at, len(line))}
	return nil
}

func lineButtons(day persist.Day, r game.Rules, at, last int) []Action {
	text := func(step int) string {
		return fmt.Sprintf("reveal #%d %s step %d", day, dailyName(r), step)
	}
	var row []Action
	if at > 1 {
		row = append(row, Action{Label: msg("button.step-first"), Text: text(0)})
	}
	if at > 0 {
		row = append(row, Action{Label: msg("button.step-back"), Text: text(at - 1)})
	}
	if at < last {
		row = append(row, Action{Label: msg("button.step-on"), Text: text(at + 1)})
	}
	if at < last-1 {
		row = append(row, Action{Label: msg("button.step-last"), Text: text(last)})
	}
	return row
}
