package bot

// show posts the board again, with the last step in words. With a kind it makes that game the current one.
func show(s *session, c command) error {
	if len(c.words) > 0 {
		i := s.kind(c.words[0])
		if i < 0 {
			s.say(msg("show.none", "Input", quoted(c.words[0])))
			return nil
		}
		s.makeCurrent(s.rec.Games[i].ID)
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
	if t.game.Done() > 0 {
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
