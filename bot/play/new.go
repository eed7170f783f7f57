package play

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
	origin := game.Origin{Generator: game.Generator, Number: number}
	if err := t.Deal(persist.Game{Kind: bot.Free, Public: public}, t.Latest(bot.Free), r, game.Numbered(number), origin); err != nil {
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
		text := fmt.Sprintf("new %s draw %d passes unlimited deal %d", r.Game, r.Draw, number)
		if r.Return {
			text += " return yes"
		}
		unlimited := bot.Action{Label: locale.Msg("button.unlimited"), Text: text} // the same deal
		t.Reply.Actions = [][]bot.Action{{unlimited}}
	}
	announceEnd(t)
	return nil
}

// asksBeforeNew reports whether a new game would cost one that was begun, and the
// player has not said yes to that.
func asksBeforeNew(t *bot.Turn) bool {
	return !t.Call.Confirmed && t.WouldLose(t.Latest(bot.Free))
}

// winnableKind is the kind of docs that hold the number of a deal that is proved
// winnable and waits for a player. Deals of one set of rules have keys with the same
// prefix.
const winnableKind = "winnable"

const (
	winnableReady = 8               // deals that are kept ready for each set of rules
	winnableTries = 20              // numbers that are tried for one in a round
	winnableTime  = 5 * time.Second // for each of them
)

// winnablePrefix is how the keys of the deals for some rules begin. The scoring
// makes no difference to what can be won.
func winnablePrefix(r game.Rules) string {
	r.Scoring = game.Standard
	return r.String() + "|"
}

// readyDeals lists the deals that are ready for some rules.
func readyDeals(ctx context.Context, b *bot.Bot, r game.Rules) ([]persist.Doc, error) {
	list, err := b.Store.Docs(ctx, winnableKind, winnablePrefix(r), "", winnableReady)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", bot.ErrLoad, winnableKind, err)
	}
	return slices.DeleteFunc(list, func(d persist.Doc) bool { return d.Err != nil }), nil
}

// prepareWinnable looks for a winnable deal where one is wanted and none is ready.
func prepareWinnable(t *bot.Turn, args command.Args) (any, error) {
	r, err := daily.RuleOptions(args).Rules()
	if err != nil || args.Has("deal") || t.Bot.Advisor == nil || asksBeforeNew(t) {
		return nil, nil //nolint:nilerr // the command says what is wrong with the options
	}
	if ready, err := readyDeals(t.Ctx, t.Bot, r); err != nil || len(ready) > 0 {
		return nil, err
	}
	return t.Bot.Advisor.Winnable(t.Ctx, t.Request.Player, r, t.Bot.Number)
}

// takeWinnable returns the number of a winnable deal, which goes to nobody else: one
// that is ready, or else the one that was looked for; 0 if there is none.
func takeWinnable(t *bot.Turn, r game.Rules) (int, error) {
	ready, err := readyDeals(t.Ctx, t.Bot, r)
	if err != nil {
		return 0, err
	}
	if len(ready) > 0 {
		d := ready[t.Bot.Number()%len(ready)]
		t.EraseOver(d.Kind, d.Key, d.Version)
		_, number, _ := strings.Cut(d.Key, "|")
		return strconv.Atoi(number)
	}
	number, ok := t.Prepared.(int)
	if !ok && t.Bot.Advisor != nil { // the last one was taken just now
		return 0, bot.ErrMovedOn
	}
	return number, nil
}

// StockWinnable proves one more deal winnable for each set of rules that has too few
// ready. It takes long, and ends with the context.
func StockWinnable(ctx context.Context, b *bot.Bot) error {
	if b.Solver == nil {
		return nil
	}
	for _, r := range bot.AllRules() {
		ready, err := readyDeals(ctx, b, r)
		if err == nil && len(ready) < winnableReady {
			err = stockRules(ctx, b, r)
		}
		if err != nil {
			return fmt.Errorf("a winnable deal, %s: %w", r, err)
		}
	}
	return nil
}

// stockRules does so for one set of rules, if a deal is found in time. The engine
// replays the solver's line, which is what proves it.
func stockRules(ctx context.Context, b *bot.Bot, r game.Rules) error {
	for range winnableTries {
		number := b.Number()
		start, err := game.Deal(r, game.Numbered(number))
		if err != nil {
			return err
		}
		line, ok := b.Solver.Win(ctx, start, winnableTime)
		if !ok {
			continue
		}
		if end, _, err := start.Play(line); err != nil || !end.Won() {
			return fmt.Errorf("deal %d: the solver's line doesn't win: %w", number, err)
		}
		return bot.IgnoreConflict(b.Put(ctx, persist.Doc{Kind: winnableKind, Key: winnablePrefix(r) + strconv.Itoa(number)}, number))
	}
	return ctx.Err()
}
