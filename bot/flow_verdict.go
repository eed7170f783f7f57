package bot

import (
	"slices"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// thinkVerdict looks at all cards, where that is allowed.
func thinkVerdict(s *session, _ command) (*thought, error) {
	t := s.playing()
	if t == nil || !s.mayPeek() {
		return nil, nil
	}
	j, err := s.bot.Advisor.Judge(s.ctx, s.question(t))
	return &thought{about: s.ref(t), judgement: j}, err
}

// mayPeek reports whether the player may be told what hidden cards decide: not
// while an attempt at a daily deal or a challenge goes on, whichever game is asked
// about.
func (s *session) mayPeek() bool { return s.bot.Advisor != nil && !s.competing() }

func (s *session) competing() bool {
	return slices.ContainsFunc(s.rec.Games, func(g persist.Game) bool {
		return (g.Kind == daily || g.Kind == challenge) && g.Outcome == ""
	})
}

// verdict says whether the game can still be won.
func verdict(s *session, _ command) error {
	t, j, err := s.judged()
	if err != nil || t == nil {
		return err
	}
	s.say(judgementInWords(t.game, j))
	if j.Now != CanBeWon && j.Last >= 0 {
		s.offerWayBack(t)
	}
	s.say(msg("verdict.peeked"))
	return nil
}

// rewind takes steps back until the game is proved winnable. They count as
// undos, and can be redone.
func rewind(s *session, _ command) error {
	t, j, err := s.judged()
	if err != nil || t == nil {
		return err
	}
	switch back := t.game.Done() - j.Last; {
	case j.Now == CanBeWon:
		s.say(msg("rewind.not-needed"))
	case j.Lost == 0:
		s.say(msg("verdict.never"))
	case j.Last < 0:
		s.say(msg("rewind.unknown"))
	default:
		s.say(msg("rewind.done", "Count", t.game.Undo(back)))
		if j.Lost != j.Last+1 {
			s.say(msg("rewind.maybe-later"))
		}
		s.touch(t)
	}
	s.say(msg("verdict.peeked"))
	return nil
}

// judged returns the current game and what is known of it, and counts that as a
// hint. If the player may not know it says so and returns no game.
func (s *session) judged() (*table, Judgement, error) {
	t := s.playing()
	switch {
	case t == nil:
		return nil, Judgement{}, nil
	case s.bot.Advisor == nil:
		s.say(msg("hint.off"))
		return nil, Judgement{}, nil
	case s.competing():
		s.say(msg("verdict.competing"))
		return nil, Judgement{}, nil
	}
	found, err := s.thoughtAbout(t)
	if err != nil {
		return nil, Judgement{}, err
	}
	s.count(t)
	return t, found.judgement, nil
}

// judgementInWords says what is proved, and not more.
func judgementInWords(g *game.Game, j Judgement) locale.Message {
	switch {
	case j.Now == CanBeWon:
		return msg("verdict.winnable")
	case j.Lost == 0:
		return msg("verdict.never")
	case j.Now == CantTell && j.Last < 0:
		return msg("verdict.unknown")
	case j.Now == CantTell:
		return msg("verdict.unknown-since", "Step", j.Last)
	case j.Last < 0:
		return msg("verdict.lost")
	case j.Lost > j.Last+1:
		return msg("verdict.lost-between", "First", j.Last+1, "Last", j.Lost)
	}
	return msg("verdict.lost-since", "Step", j.Lost, "Move", stepInWords(g, j.Lost))
}

// stepInWords says what a step of the line that stands was, counted from 1.
func stepInWords(g *game.Game, step int) locale.Message {
	m := g.Steps()[step-1]
	state, err := game.Deal(g.Rules(), g.Deck())
	if err == nil {
		state, _, err = state.Play(g.Steps()[:step-1])
	}
	if err != nil {
		return locale.Message{} // a game was played once, so that it can be played again
	}
	return choice(&state, m).Label()
}

// offerWayBack gives what can be done about a lost game.
func (s *session) offerWayBack(t *table) {
	var row []Action
	if t.game.Done() > 0 {
		row = append(row, button("undo"))
		if s.mayPeek() {
			row = append(row, button("rewind"))
		}
	}
	if t.game.Begun() {
		row = append(row, button("resign"))
	}
	if len(row) > 0 {
		s.reply.Actions = [][]Action{append(row, button("more"))}
	}
}
