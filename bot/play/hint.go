package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// hint shows the best move by what the player can see. Each hint counts.
func hint() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "hint", Own: true, Example: "/hint"},
		Prepare: func(t *bot.Turn, _ command.Args) (any, error) {
			table := t.Playing()
			if table == nil || t.Bot.Advisor == nil {
				return nil, nil
			}
			return t.Bot.Advisor.Advise(t.Ctx, question(t, table))
		},
		Run: onGame(runHint),
	}
}

func runHint(t *bot.Turn, table *bot.Table, _ command.Args) error {
	if t.Bot.Advisor == nil {
		t.Say("hint.off")
		return nil
	}
	found, err := t.Precomputed(table)
	if err != nil {
		return err
	}
	a := found.(bot.Advice)
	if !a.OK || !table.State.Legal(a.Move) {
		if !announceEnd(t) {
			t.Say("hint.nothing")
		}
		return nil
	}
	countHint(table)
	choice := command.NewChoice(&table.State, a.Move)
	t.Say("hint.move", "Move", choice.Label())
	t.Reply.Hint = &a.Move
	if m, ok := goal(table.State, a); ok {
		t.SayAll(m)
	}
	t.SayAll(prospects(a)...)
	t.Reply.Actions = [][]bot.Action{{{Label: locale.Msg("button.hint-play"), Text: choice.Text(), Main: true}}}
	return nil
}

func question(t *bot.Turn, table *bot.Table) bot.Question {
	return bot.Question{Player: t.Request.Player, ID: table.Entry().ID, Game: table.Game}
}

// countHint records that the player was helped.
func countHint(table *bot.Table) {
	table.Entry().Hints++
	table.Touch()
}

// goal says what a move makes possible, if it does nothing else. Once all cards are
// known, the line leads all the way to the win, and the reply says that instead.
func goal(s game.State, a bot.Advice) (locale.Message, bool) {
	last := len(a.Line) - 1
	if last < 1 || a.Complete && a.Won == a.Samples {
		return locale.Message{}, false
	}
	s, _, err := s.Play(a.Line[:last])
	if err != nil || !s.Legal(a.Line[last]) {
		return locale.Message{}, false
	}
	return locale.Msg("hint.goal", "Count", last, "Move", command.NewChoice(&s, a.Line[last]).Label()), true
}

// prospects says in how many arrangements of the hidden cards the game can still be won.
// It lists undecided arrangements separately, and never counts them as lost.
func prospects(a bot.Advice) []locale.Message {
	const manySamples = 100 // enough samples need no mention
	only := func(key string, pairs ...any) []locale.Message { return []locale.Message{locale.Msg(key, pairs...)} }
	var lines []locale.Message
	switch {
	case a.Hopeless:
		return only("hint.no-arrangement")
	case a.Samples == 0: // too many players asked at once
		return only("hint.few", "Count", 0)
	case a.Complete && a.Won == a.Samples:
		return only("hint.proved")
	case a.Won == a.Samples:
		return only("hint.all", "Count", a.Samples)
	case a.Won == 0 && a.Unknown == 0:
		return only("hint.none", "Count", a.Samples)
	case a.Won == 0:
		lines = only("hint.none-found", "Count", a.Samples)
	default:
		key := "hint.share"
		if a.Unknown > 0 { // more of them may be won
			key = "hint.share-least"
		}
		lines = only(key, "Share", min(max((a.Won*100+a.Samples/2)/a.Samples, 1), 99))
		if a.Samples < manySamples {
			lines = append(lines, locale.Msg("hint.few", "Count", a.Samples))
		}
	}
	if a.Unknown > 0 {
		lines = append(lines, locale.Msg("hint.unknown", "Count", a.Unknown))
	}
	return lines
}

// verdict says whether the game can still be won, or could when it ended. It uses all
// cards.
func verdict() bot.Command {
	c := simple("verdict", func(t *bot.Turn, _ command.Args) error {
		table, j, err := judged(t, examined(t))
		if err != nil || table == nil {
			return err
		}
		over := table.Entry().Outcome != ""
		if over && j.Now == bot.CanBeWon {
			t.Say("verdict.could")
		} else {
			t.SayAll(judgementInWords(table.Game, j))
		}
		if over {
			t.Say("verdict.peeked-after")
			return nil
		}
		countHint(table)
		if j.Now != bot.CanBeWon && j.Last >= 0 {
			offerWayBack(t, table)
		}
		t.Say("verdict.peeked")
		return nil
	})
	c.Prepare = func(t *bot.Turn, _ command.Args) (any, error) { return prepareJudgement(t, examined(t)) }
	return c
}

// rewind undoes steps until the game is proved winnable. They count as undos, and can be
// redone.
func rewind() bot.Command {
	c := simple("rewind", func(t *bot.Turn, _ command.Args) error {
		table, j, err := judged(t, t.Playing())
		if err != nil || table == nil {
			return err
		}
		countHint(table)
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
			table.Touch()
		}
		t.Say("verdict.peeked")
		return nil
	})
	c.Prepare = func(t *bot.Turn, _ command.Args) (any, error) { return prepareJudgement(t, t.Playing()) }
	return c
}

// examined returns the current game if a verdict on it makes sense, or says why not. This
// includes a game that was given up, unless others still play the same deal.
func examined(t *bot.Turn) *bot.Table {
	if table := t.Current(); table != nil && examinable(*table.Entry()) {
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

// judged returns a game and the judgement on it. If the player may not see that, the reply
// says so, and judged returns no game.
func judged(t *bot.Turn, table *bot.Table) (_ *bot.Table, j bot.Judgement, _ error) {
	switch {
	case table == nil:
	case t.Bot.Advisor == nil:
		t.Say("hint.off")
	case competing(t, table):
		t.Say("verdict.competing")
	default:
		found, err := t.Precomputed(table)
		if err != nil {
			return nil, j, err
		}
		return table, found.(bot.Judgement), nil
	}
	return nil, j, nil
}

// judgementInWords says only what is proved.
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
