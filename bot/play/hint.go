package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// thinkHint looks for the best move.
func thinkHint(t *bot.Turn, _ command.Args) (*thought, error) {
	table := t.Playing()
	if table == nil || t.Bot.Advisor == nil {
		return nil, nil
	}
	a, err := t.Bot.Advisor.Advise(t.Ctx, t.question(table))
	return &thought{about: t.ref(table), advice: a}, err
}

// hint tells the best move by what the player can see. Each one shown counts.
func hint(t *bot.Turn, _ command.Args) error {
	table := t.Playing()
	if table == nil {
		return nil
	}
	if t.Bot.Advisor == nil {
		t.Say("hint.off")
		return nil
	}
	found, err := t.thoughtAbout(table)
	if err != nil {
		return err
	}
	a := found.advice
	if !a.OK || !table.State.Legal(a.Move) {
		if !announce(t) {
			t.Say("hint.nothing")
		}
		return nil
	}
	count(t, table)
	move := command.NewChoice(&table.State, a.Move)
	t.Say("hint.move", "Move", move.Label())
	if g, ok := goal(table.State, a); ok {
		t.Say(g)
	}
	for _, m := range prospects(a) {
		t.Say(m)
	}
	row := []bot.Action{{Label: locale.Msg("button.hint-play"), Text: move.Text()}}
	if table.Game.Done() > 0 {
		row = append(row, bot.Button("undo"))
	}
	t.Reply.Actions = [][]bot.Action{append(row, bot.Button("more"))}
	return nil
}

// count notes that the player was helped.
func count(t *bot.Turn, table *table) {
	t.Entry(table).Hints++
	table.changed, t.changed = true, true
}

// goal says what a move makes possible, if it does nothing else. Once all cards
// are known the line is the whole way to the win, which is told otherwise.
func goal(s game.State, a bot.Advice) (locale.Message, bool) {
	last := len(a.Line) - 1
	if last < 1 || a.Complete && a.Won == a.Samples {
		return locale.Message{}, false
	}
	s, _, err := t.Play(a.Line[:last])
	if err != nil || !t.Legal(a.Line[last]) {
		return locale.Message{}, false
	}
	return locale.Msg("hint.goal", "Count", last, "Move", command.NewChoice(&s, a.Line[last]).Label()), true
}

// prospects says in how many arrangements of the hidden cards the game can still
// be won. What was not decided is told apart, and never taken for lost.
func prospects(a bot.Advice) []locale.Message {
	var lines []locale.Message
	switch {
	case a.Hopeless:
		return append(lines, locale.Msg("hint.no-arrangement"))
	case a.Samples == 0: // too many asked at once
		return append(lines, locale.Msg("hint.few", "Count", 0))
	case a.Complete && a.Won == a.Samples:
		return append(lines, locale.Msg("hint.proved"))
	case a.Won == a.Samples:
		return append(lines, locale.Msg("hint.all", "Count", a.Samples))
	case a.Won == 0 && a.Unknown == 0:
		return append(lines, locale.Msg("hint.none", "Count", a.Samples))
	case a.Won == 0:
		lines = append(lines, locale.Msg("hint.none-found", "Count", a.Samples))
	default:
		lines = append(lines, shareWon(a))
		if a.Samples < manySamples {
			lines = append(lines, locale.Msg("hint.few", "Count", a.Samples))
		}
	}
	if a.Unknown > 0 {
		lines = append(lines, locale.Msg("hint.unknown", "Count", a.Unknown))
	}
	return lines
}

// shareWon says of how many ways in a hundred the game can still be won. What was
// not decided may be more of them.
func shareWon(a bot.Advice) locale.Message {
	key := "hint.share"
	if a.Unknown > 0 {
		key = "hint.share-least"
	}
	return locale.Msg(key, "Share", min(max((a.Won*100+a.Samples/2)/a.Samples, 1), 99))
}

// manySamples are so many that their number needs no mention.
const manySamples = 100
