package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// verdict says whether the game can still be won, or could when it ended. It looks
// at all cards.
func verdict() bot.Command {
	c := simple("verdict", func(t *bot.Turn, _ command.Args) error {
		table, j, err := judged(t, examined(t))
		if err != nil || table == nil {
			return err
		}
		if t.Entry(table).Outcome != "" {
			if j.Now == bot.CanBeWon {
				t.Say("verdict.could")
			} else {
				t.SayAll(judgementInWords(table.Game, j))
			}
			t.Say("verdict.peeked-after")
			return nil
		}
		countHint(t, table)
		t.SayAll(judgementInWords(table.Game, j))
		if j.Now != bot.CanBeWon && j.Last >= 0 {
			offerWayBack(t, table)
		}
		t.Say("verdict.peeked")
		return nil
	})
	c.Prepare = func(t *bot.Turn, _ command.Args) (any, error) { return prepareJudgement(t, examined(t)) }
	return c
}

// rewind takes steps back until the game is proved winnable. They count as undos,
// and can be redone.
func rewind() bot.Command {
	c := simple("rewind", func(t *bot.Turn, _ command.Args) error {
		table, j, err := judged(t, t.Playing())
		if err != nil || table == nil {
			return err
		}
		countHint(t, table)
		switch back := table.Game.Done() - j.Last; {
		case j.Now == bot.CanBeWon:
			t.Say("rewind.not-needed")
		case j.Lost == 0:
			t.Say("verdict.never")
		case j.Last < 0:
			t.Say("rewind.unknown")
		default:
			t.Say("rewind.done", "Count", table.Game.Undo(back))
			if j.Lost != j.Last+1 {
				t.Say("rewind.maybe-later")
			}
			t.Touch(table)
		}
		t.Say("verdict.peeked")
		return nil
	})
	c.Prepare = func(t *bot.Turn, _ command.Args) (any, error) { return prepareJudgement(t, t.Playing()) }
	return c
}

// examined returns the current game if a verdict on it is of use, or says why not:
// also of a game that was given up, unless others still play the same deal.
func examined(t *bot.Turn) *bot.Table {
	if table := t.Current(); table != nil && examinable(*t.Entry(table)) {
		return table
	}
	return t.Playing()
}

func prepareJudgement(t *bot.Turn, table *bot.Table) (any, error) {
	if table == nil || !mayPeek(t, table) {
		return nil, nil
	}
	return t.Bot.Advisor.Judge(t.Ctx, question(t, table))
}

// judged returns a game and what is known of it. If the player may not know it, it
// says so and returns no game.
func judged(t *bot.Turn, table *bot.Table) (*bot.Table, bot.Judgement, error) {
	switch {
	case table == nil:
		return nil, bot.Judgement{}, nil
	case t.Bot.Advisor == nil:
		t.Say("hint.off")
		return nil, bot.Judgement{}, nil
	case competing(t, table):
		t.Say("verdict.competing")
		return nil, bot.Judgement{}, nil
	}
	found, err := t.Precomputed(table)
	if err != nil {
		return nil, bot.Judgement{}, err
	}
	return table, found.(bot.Judgement), nil
}

// judgementInWords says what is proved, and not more.
func judgementInWords(g *game.Game, j bot.Judgement) locale.Message {
	switch {
	case j.Now == bot.CanBeWon:
		return locale.Msg("verdict.winnable")
	case j.Lost == 0:
		return locale.Msg("verdict.never")
	case j.Now == bot.CantTell && j.Last < 0:
		return locale.Msg("verdict.unknown")
	case j.Now == bot.CantTell:
		return locale.Msg("verdict.unknown-since", "Step", j.Last)
	case j.Last < 0:
		return locale.Msg("verdict.lost")
	case j.Lost > j.Last+1:
		return locale.Msg("verdict.lost-between", "First", j.Last+1, "Last", j.Lost)
	}
	steps := g.Steps()
	var move locale.Message
	if start, err := game.Deal(g.Rules(), g.Deck()); err == nil {
		before, _, _ := start.Play(steps[:j.Lost-1]) // it was played once, so it can be played again
		move = command.NewChoice(&before, steps[j.Lost-1]).Label()
	}
	return locale.Msg("verdict.lost-since", "Step", j.Lost, "Move", move)
}
