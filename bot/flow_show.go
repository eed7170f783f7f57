package bot

import "slices"

// filmLook shows a won game from its beginning.
const filmLook = "film"

func showOptions() []Option {
	return []Option{{Name: "game", Values: kinds()}, {Name: "as", Values: []string{"unicode", "ascii", "coloured", "text", Picture, filmLook}}}
}

// show posts the board again, with the last step in words, and for this once in
// another style if one is named. With a kind it makes that game the current one.
func show(s *session, c command) error {
	for _, word := range c.words {
		if slices.Contains(c.spec.Options[1].Values, word) {
			s.look = word
			continue
		}
		i := s.kind(word)
		if i < 0 {
			s.say(msg("show.none", "Input", quoted(word)))
			return nil
		}
		s.makeCurrent(s.rec.Games[i].ID)
	}
	if s.look == filmLook {
		s.look = ""
		return s.film()
	}
	t := s.need()
	if t == nil {
		return nil
	}
	if outcome := s.rec.Games[t.slot].Outcome; outcome != "" {
		s.say(msg("game.over-" + string(outcome)))
		return nil
	}
	if e, ok := t.game.LastEffect(); ok {
		for _, m := range done(e, &t.state) {
			s.say(m)
		}
	}
	s.announce()
	return nil
}

// more offers the buttons that have no room under every board.
func more(s *session, _ command) error {
	always := [][]Action{
		{button("daily"), button("leaderboard"), button("stats")},
		{button("new"), button("rules"), button("settings"), button("help")},
	}
	s.reply.Actions = always
	t := s.current()
	if t == nil || s.rec.Games[t.slot].Outcome != "" {
		return nil
	}
	var row []Action
	if t.game.Undone() > 0 {
		row = append(row, button("redo"))
	}
	if t.game.Done() > 0 && s.rec.Games[t.slot].Kind != daily {
		row = append(row, button("restart"))
	}
	if s.mayPeek() {
		row = append(row, button("verdict"))
	}
	if t.game.Begun() {
		row = append(row, button("resign"))
	}
	if len(row) > 0 {
		s.reply.Actions = append([][]Action{row}, always...)
	}
	return nil
}
