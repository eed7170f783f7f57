package play

import (
	"strconv"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// newGame deals a free game. A game that was begun is given up for it, after a
// question.
func newGame() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "new", Also: []string{"start", "new game"}, Named: true, Example: "/solitaire new klondike draw 3",
			Options: append(daily.RulesOptions(),
				command.Option{Name: "deal", Kind: command.Number, Most: game.MaxNumber, Fault: "new.number"},
				command.Option{Name: "winnable", Kind: command.Flag},
				command.Option{Name: "public", Kind: command.Flag},
			),
		},
		Prepares: func(args command.Args) bool { return args.Has("winnable") },
		Prepare:  prepareWinnable,
		Run:      runNew,
	}
}

func runNew(t *bot.Turn, args command.Args) error {
	r, err := daily.RuleOptions(args).Rules()
	if err != nil {
		t.SayAll(daily.OptionFault(err, t.Call))
		return nil
	}
	number, numbered := args.Number("deal")
	winnable := args.Has("winnable")
	if winnable && numbered {
		t.Say("new.winnable-deal")
		return nil
	}
	if asksBeforeNew(t) {
		t.Ask("new.ask")
		return nil
	}
	switch {
	case winnable:
		if number, err = takeWinnable(t, r); err != nil {
			return err
		}
		if number == 0 {
			t.Say("new.winnable-none")
			return nil
		}
	case !numbered:
		number = t.Bot.Number()
	}
	public := args.Has("public") || t.Setting(bot.SettingVisibility) == bot.Public
	if err := t.Deal(persist.Game{Kind: bot.Free, Public: public}, t.Latest(bot.Free), r,
		game.Numbered(number), game.Origin{Generator: game.Generator, Number: number}); err != nil {
		return err
	}
	if winnable {
		t.Say("new.winnable")
	}
	switch {
	case !r.HasStock():
		t.Say("new." + r.Game)
	case r.Passes == 0:
		t.Say("new.unlimited")
	case r.Passes == 1 && winnable: // how many deals can be won doesn't matter then
		t.Say("daily.one-pass")
	case r.Passes == 1:
		t.Say("new.one-pass")
	default:
		t.Say("new.passes", "Count", r.Passes)
	}
	if r.Passes > 0 && r.Scoring != game.Vegas { // vegas sets the passes itself
		row := append(playingButtons(t.Current()), withoutLimit(r, number))
		t.Reply.Actions = [][]bot.Action{row}
	}
	announceEnd(t)
	return nil
}

// asksBeforeNew reports whether a new game would cost one that was begun, and the
// player has not said yes to that.
func asksBeforeNew(t *bot.Turn) bool {
	return !t.Call.Confirmed && t.WouldLose(t.Latest(bot.Free))
}

// withoutLimit offers the same deal without a limit on passes.
func withoutLimit(r game.Rules, number int) bot.Action {
	text := "new " + r.Game + " draw " + strconv.Itoa(r.Draw) + " passes unlimited deal " + strconv.Itoa(number)
	if r.Return {
		text += " return yes"
	}
	return bot.Action{Label: locale.Msg("button.unlimited"), Text: text}
}
