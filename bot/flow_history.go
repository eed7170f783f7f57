package bot

import (
	"strconv"

	"github.com/solitaire-chat/solitaire/persist"
)

// undo takes back steps, one if no number is given.
func undo(s *session, c command) error {
	n := 1
	if len(c.words) > 0 {
		var err error
		if n, err = strconv.Atoi(c.words[0]); err != nil || n < 1 {
			s.say(msg("undo.number", "Input", quoted(c.words[0])))
			return nil
		}
	}
	t := s.playing()
	if t == nil {
		return nil
	}
	taken := t.game.Undo(n)
	if taken == 0 {
		s.say(msg("undo.nothing"))
		return nil
	}
	s.touch(t)
	s.say(msg("undo.done", "Count", taken))
	s.announce()
	return nil
}

// redo makes the last undone step again.
func redo(s *session, _ command) error {
	t := s.playing()
	if t == nil {
		return nil
	}
	e, ok := t.game.Redo()
	if !ok {
		s.say(msg("redo.nothing"))
		return nil
	}
	s.touch(t)
	s.rec.Games[t.slot].Last = s.now
	for _, m := range done(e, &t.state) {
		s.say(m)
	}
	s.announce()
	return nil
}

// restart takes all steps back; they can be redone.
func restart(s *session, c command) error {
	t := s.playing()
	if t == nil {
		return nil
	}
	if s.rec.Games[t.slot].Kind == daily {
		s.say(msg("restart.daily"))
		return nil
	}
	if t.game.Done() == 0 {
		s.say(msg("undo.nothing"))
		return nil
	}
	if !c.confirm {
		s.ask("restart.ask", c)
		return nil
	}
	taken := t.game.Restart()
	s.touch(t)
	s.say(msg("restart.done", "Count", taken))
	return nil
}

// resign gives the game up.
func resign(s *session, c command) error {
	t := s.playing()
	if t == nil {
		return nil
	}
	if !t.game.Begun() {
		s.say(msg("resign.not-begun"))
		return nil
	}
	if !c.confirm {
		s.ask("resign.ask-"+s.rec.Games[t.slot].Kind, c)
		return nil
	}
	s.end(t, persist.Resigned)
	s.say(msg("resign.done", "Count", t.state.TotalUp()))
	return nil
}

// again deals the cards of the current game once more, as practice.
func again(s *session, c command) error {
	t := s.need()
	if t == nil {
		return nil
	}
	if s.rec.Games[t.slot].Outcome == "" {
		s.say(msg("again.running"))
		return nil
	}
	if i := s.kind(practice); i >= 0 && !c.confirm && s.wouldLose(i) {
		s.ask("again.ask", c)
		return nil
	}
	before := s.rec.Games[t.slot]
	same := persist.Game{Kind: practice, Day: before.Day, Link: before.Link, Difficulty: before.Difficulty}
	if err := s.deal(same, s.kind(practice), t.game.Rules(), t.game.Deck(), t.game.Origin()); err != nil {
		return err
	}
	s.say(msg("again.done"))
	return nil
}
