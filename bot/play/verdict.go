package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"slices"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// thinkVerdict and thinkRewind look at all cards, where that is allowed.
func thinkVerdict(t *bot.Turn, _ command.Args) (*thought, error) { return thinkJudgement(t, examined(t)) }

func thinkRewind(t *bot.Turn, _ command.Args) (*thought, error) { return thinkJudgement(t, t.Playing()) }

func thinkJudgement(t *bot.Turn, table *table) (*thought, error) {
	if table == nil || !mayPeek(t) {
		return nil, nil
	}
	j, err := t.Bot.Advisor.Judge(t.Ctx, t.question(table))
	return &thought{about: t.ref(table), judgement: j}, err
}

// mayPeek reports whether the player may be told what hidden cards decide: not
// while an attempt at a daily deal or a challenge goes on, whichever game is asked
// about.
func mayPeek(t *bot.Turn) bool { return t.Bot.Advisor != nil && !competing(t) }

func competing(t *bot.Turn) bool {
	return slices.ContainsFunc(t.Record.Games, func(g persist.Game) bool {
		return (g.Kind == bot.Daily || g.Kind == bot.Challenge) && g.Outcome == ""
	})
}

// examined returns the current game if a verdict on it is of use, else it says why
// not: how a game stands that was given up may be asked too, unless others still
// play the same deal.
func examined(t *bot.Turn) *table {
	if table := t.Current(); table != nil && examinable(t.Entry(table)) {
		return table
	}
	return t.Playing()
}

// examinable reports whether a game has ended without a win, and for everybody.
func examinable(g persist.Game) bool {
	return g.Outcome != "" && g.Outcome != persist.Won && g.Kind != bot.Challenge
}

// verdict says whether the game can still be won, or could when it ended.
func verdict(t *bot.Turn, _ command.Args) error {
	table, j, err := judged(t, examined(t))
	if err != nil || table == nil {
		return err
	}
	if t.Entry(table).Outcome != "" {
		t.Say(endInWords(table.Game, j))
		t.Say("verdict.peeked-after")
		return nil
	}
	count(t, table)
	t.Say(judgementInWords(table.Game, j))
	if j.Now != bot.CanBeWon && j.Last >= 0 {
		offerWayBack(t, table)
	}
	t.Say("verdict.peeked")
	return nil
}

// rewind takes steps back until the game is proved winnable. They count as
// undos, and can be redone.
func rewind(t *bot.Turn, _ command.Args) error {
	table, j, err := judged(t, t.Playing())
	if err != nil || table == nil {
		return err
	}
	count(t, table)
	switch back := table.Game.Done() - j.Last; {
	case j.Now == CanBeWon:
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
}

// judged returns a game and what is known of it. If the player may not know it says
// so and returns no game.
func judged(t *bot.Turn, table *table) (*table, bot.Judgement, error) {
	switch {
	case table == nil:
		return nil, bot.Judgement{}, nil
	case t.Bot.Advisor == nil:
		t.Say("hint.off")
		return nil, bot.Judgement{}, nil
	case competing(t):
		t.Say("verdict.competing")
		return nil, bot.Judgement{}, nil
	}
	found, err := t.thoughtAbout(table)
	if err != nil {
		return nil, bot.Judgement{}, err
	}
	return table, found.judgement, nil
}

// judgementInWords says what is proved, and not more.
func judgementInWords(g *game.Game, j bot.Judgement) locale.Message {
	switch {
	case j.Now == CanBeWon:
		return locale.Msg("verdict.winnable")
	case j.Lost == 0:
		return locale.Msg("verdict.never")
	case j.Now == bot.CantTell && j.Last < 0:
		return locale.Msg("verdict.unknown")
	case j.Now == CantTell:
		return locale.Msg("verdict.unknown-since", "Step", j.Last)
	case j.Last < 0:
		return locale.Msg("verdict.lost")
	case j.Lost > j.Last+1:
		return locale.Msg("verdict.lost-between", "First", j.Last+1, "Last", j.Lost)
	}
	return locale.Msg("verdict.lost-since", "Step", j.Lost, "Move", stepInWords(g, j.Lost))
}

// endInWords says what is proved of a game that has ended.
func endInWords(g *game.Game, j bot.Judgement) locale.Message {
	if j.Now == bot.CanBeWon {
		return locale.Msg("verdict.could")
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
	return command.NewChoice(&state, m).Label()
}

// offerWayBack gives what can be done about a lost game.
func offerWayBack(t *bot.Turn, table *table) {
	var row []bot.Action
	if table.Game.Done() > 0 {
		row = append(row, bot.Button("undo"))
		if mayPeek(t) {
			row = append(row, bot.Button("rewind"))
		}
	}
	if table.Game.Begun() {
		row = append(row, bot.Button("resign"))
	}
	if len(row) > 0 {
		t.Reply.Actions = [][]bot.Action{append(row, bot.Button("more"))}
	}
}
