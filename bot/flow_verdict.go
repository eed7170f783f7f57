package bot

import (
	"slices"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// thinkVerdict and thinkRewind look at all cards, where that is allowed.
func thinkVerdict(s *session, _ command) (*thought, error) { return s.thinkJudgement(s.examined()) }

func thinkRewind(s *session, _ command) (*thought, error) { return s.thinkJudgement(s.playing()) }

func (s *session) thinkJudgement(t *table) (*thought, error) {
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

// examined returns the current game if a verdict on it is of use, else it says why
// not: how a game stands that was given up may be asked too, unless others still
// play the same deal.
func (s *session) examined() *table {
	if t := s.current(); t != nil && examinable(s.rec.Games[t.slot]) {
		return t
	}
	return s.playing()
}

// examinable reports whether a game has ended without a win, and for everybody.
func examinable(g persist.Game) bool {
	return g.Outcome != "" && g.Outcome != persist.Won && g.Kind != challenge
}

// verdict says whether the game can still be won, or could when it ended.
func verdict(s *session, _ command) error {
	t, j, err := s.judged(s.examined())
	if err != nil || t == nil {
		return err
	}
	if s.rec.Games[t.slot].Outcome != "" {
		s.say(endInWords(t.game, j))
		s.say(msg("verdict.peeked-after"))
		return nil
	}
	s.count(t)
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
	t, j, err := s.judged(s.playing())
	if err != nil || t == nil {
		return err
	}
	s.count(t)
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

// judged returns a game and what is known of it. If the player may not know it says
// so and returns no game.
func (s *session) judged(t *table) (*table, Judgement, error) {
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

// endInWords says what is proved of a game that has ended.
func endInWords(g *game.Game, j Judgement) locale.Message {
	if j.Now == CanBeWon {
		return msg("verdict.could")
	}
	return judgementInWords(g, j)
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
