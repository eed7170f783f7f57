package bot

import (
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// thinkHint looks for the best move.
func thinkHint(s *session, _ command) (*thought, error) {
	t := s.playing()
	if t == nil || s.bot.Advisor == nil {
		return nil, nil
	}
	a, err := s.bot.Advisor.Advise(s.ctx, s.question(t))
	return &thought{about: s.ref(t), advice: a}, err
}

// hint tells the best move by what the player can see. Each one shown counts.
func hint(s *session, _ command) error {
	t := s.playing()
	if t == nil {
		return nil
	}
	if s.bot.Advisor == nil {
		s.say(msg("hint.off"))
		return nil
	}
	found, err := s.thoughtAbout(t)
	if err != nil {
		return err
	}
	a := found.advice
	if !a.OK || !t.state.Legal(a.Move) {
		if !s.announce() {
			s.say(msg("hint.nothing"))
		}
		return nil
	}
	s.count(t)
	move := choice(&t.state, a.Move)
	s.say(msg("hint.move", "Move", move.Label()))
	if g, ok := goal(t.state, a); ok {
		s.say(g)
	}
	for _, m := range prospects(a) {
		s.say(m)
	}
	row := []Action{{Label: msg("button.hint-play"), Text: move.Text()}}
	if t.game.Done() > 0 {
		row = append(row, button("undo"))
	}
	s.reply.Actions = [][]Action{append(row, button("more"))}
	return nil
}

// count notes that the player was helped.
func (s *session) count(t *table) {
	s.rec.Games[t.slot].Hints++
	t.changed, s.changed = true, true
}

// goal says what a move makes possible, if it does nothing else. Once all cards
// are known the line is the whole way to the win, which is told otherwise.
func goal(s game.State, a Advice) (locale.Message, bool) {
	last := len(a.Line) - 1
	if last < 1 || a.Complete && a.Won == a.Samples {
		return locale.Message{}, false
	}
	s, _, err := s.Play(a.Line[:last])
	if err != nil || !s.Legal(a.Line[last]) {
		return locale.Message{}, false
	}
	return msg("hint.goal", "Count", last, "Move", choice(&s, a.Line[last]).Label()), true
}

// prospects says in how many arrangements of the hidden cards the game can still
// be won. What was not decided is told apart, and never taken for lost.
func prospects(a Advice) []locale.Message {
	var lines []locale.Message
	switch {
	case a.Hopeless:
		return append(lines, msg("hint.no-arrangement"))
	case a.Samples == 0: // too many asked at once
		return append(lines, msg("hint.few", "Count", 0))
	case a.Complete && a.Won == a.Samples:
		return append(lines, msg("hint.proved"))
	case a.Won == a.Samples:
		return append(lines, msg("hint.all", "Count", a.Samples))
	case a.Won == 0 && a.Unknown == 0:
		return append(lines, msg("hint.none", "Count", a.Samples))
	case a.Won == 0:
		lines = append(lines, msg("hint.none-found", "Count", a.Samples))
	default:
		lines = append(lines, shareWon(a))
		if a.Samples < manySamples {
			lines = append(lines, msg("hint.few", "Count", a.Samples))
		}
	}
	if a.Unknown > 0 {
		lines = append(lines, msg("hint.unknown", "Count", a.Unknown))
	}
	return lines
}

// shareWon says of how many ways in a hundred the game can still be won. What was
// not decided may be more of them.
func shareWon(a Advice) locale.Message {
	key := "hint.share"
	if a.Unknown > 0 {
		key = "hint.share-least"
	}
	return msg(key, "Share", min(max((a.Won*100+a.Samples/2)/a.Samples, 1), 99))
}

// manySamples are so many that their number needs no mention.
const manySamples = 100
