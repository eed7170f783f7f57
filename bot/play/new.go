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
	r, err := newRules(t, args)
	if err != nil {
		t.SayAll(daily.OptionFault(err, t.Call))
		return nil
	}
	number, numbered := args.Number("deal")
	winnable := args.Has("winnable")
	first := !namesRules(args) && t.Latest(bot.Free) < 0
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
	case first:
		if number, err = takeReady(t, r); err != nil {
			return err
		}
		winnable = number > 0
	}
	if number == 0 {
		number = t.Bot.Number()
	}
	dealt := persist.Game{Kind: bot.Free}
	if dealt.Public = t.Setting(bot.SettingVisibility) == bot.Public; !dealt.Public && args.Has("public") {
		dealt.Public, dealt.Where = true, t.Scope() // the player has chosen it for this server only
	}
	origin := game.Origin{Generator: game.Generator, Number: number}
	if err := t.Deal(dealt, t.Latest(bot.Free), r, game.Numbered(number), origin); err != nil {
		return err
	}
	t.SayAll(aboutDeal(r, winnable, first)...)
	announceEnd(t)
	return nil
}

// newRules returns the rules for a new game: the named ones, otherwise those of the
// previous free game, otherwise the default.
func newRules(t *bot.Turn, args command.Args) (game.Rules, error) {
	var before game.Game
	if i := t.Latest(bot.Free); i >= 0 && !namesRules(args) && before.UnmarshalBinary(t.Record.Games[i].Data) == nil {
		if r, ok := bot.RulesNamed(before.Rules().String()); ok && r == before.Rules() { // not of a game that came there otherwise, such as a deal by number
			return r, nil
		}
	}
	return daily.RuleOptions(args).Rules()
}

// namesRules reports whether rules are named. A deal is named by its number together
// with the default rules.
func namesRules(args command.Args) bool {
	return args.Has("deal") || slices.ContainsFunc(daily.RulesOptions(), func(o command.Option) bool { return args.Has(o.Name) })
}

// aboutDeal adds the facts about a new game: whether its deal is proved winnable, and how
// many passes there are.
func aboutDeal(r game.Rules, winnable, first bool) []locale.Message {
	if winnable && first {
		return []locale.Message{locale.Msg("new.first")}
	}
	var lines []locale.Message
	if winnable {
		lines = append(lines, locale.Msg("new.winnable"))
	}
	switch {
	case !r.HasStock():
		return append(lines, locale.Msg("new."+r.Game))
	case r.Passes == 0:
		return append(lines, locale.Msg("new.unlimited"))
	case r.Passes == 1 && winnable: // the share of winnable deals doesn't matter then
		return append(lines, locale.Msg("daily.one-pass"))
	case r.Passes == 1:
		return append(lines, locale.Msg("new.one-pass"))
	}
	return append(lines, locale.Msg("new.passes", "Count", r.Passes))
}

// variations are buttons that deal the cards of a free game by other rules, as long as
// no move was made: without a limit of passes, and with the other number of cards
// drawn.
func variations(table *bot.Table) []bot.Action {
	entry, r, number := table.Entry(), table.Game.Rules(), table.Game.Origin().Number
	if entry.Kind != bot.Free || table.Game.Begun() || !r.HasStock() || number == 0 {
		return nil
	}
	deal := func(draw int, unlimited bool) string {
		text := fmt.Sprintf("new %s draw %d", r.Game, draw)
		if unlimited {
			text += " passes unlimited"
		}
		text += fmt.Sprintf(" deal %d", number)
		if r.Return {
			text += " return yes"
		}
		if r.Scoring == game.Vegas {
			text += " scoring vegas"
		}
		if entry.Public {
			text += " public"
		}
		return text
	}
	var row []bot.Action
	if r.Passes > 0 && r.Scoring != game.Vegas { // vegas sets the passes itself
		row = append(row, bot.Action{Label: locale.Msg("button.unlimited"), Text: deal(r.Draw, true)})
	}
	other := 4 - r.Draw // of one and three
	return append(row, bot.Action{Label: locale.Msg("button.daily-klondike", "Draw", other), Text: deal(other, r.Passes == 0)})
}

// asksBeforeNew reports whether a new game would replace a game in progress, and the
// player hasn't agreed to that.
func asksBeforeNew(t *bot.Turn) bool {
	return !t.Call.Confirmed && t.WouldLose(t.Latest(bot.Free))
}

// winnableKind is the kind of docs that hold the number of a deal that is proved
// winnable and waits for a player. Deals of one set of rules have keys with the same
// prefix.
const winnableKind = "winnable"

const (
	winnableReady = 8               // deals that are kept ready for each set of rules
	winnableTries = 20              // numbers tried for one deal in a round
	winnableTime  = 5 * time.Second // the time for each number
)

// winnablePrefix returns the common prefix of the keys of deals for some rules. The
// scoring isn't part of it: it doesn't affect which deals can be won.
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
	r, err := newRules(t, args)
	if err != nil || args.Has("deal") || t.Bot.Advisor == nil || asksBeforeNew(t) {
		return nil, nil //nolint:nilerr // the command says what is wrong with the options
	}
	if ready, err := readyDeals(t.Ctx, t.Bot, r); err != nil || len(ready) > 0 {
		return nil, err
	}
	return t.Bot.Advisor.Winnable(t.Ctx, t.Request.Player, r, t.Bot.Number)
}

// takeReady returns the number of a winnable deal that is ready, which goes to nobody
// else; 0 if there is none.
func takeReady(t *bot.Turn, r game.Rules) (int, error) {
	ready, err := readyDeals(t.Ctx, t.Bot, r)
	if err != nil || len(ready) == 0 {
		return 0, err
	}
	d := ready[t.Bot.Number()%len(ready)]
	t.EraseOver(d.Kind, d.Key, d.Version)
	_, number, _ := strings.Cut(d.Key, "|")
	return strconv.Atoi(number)
}

// takeWinnable is takeReady, but falls back on the deal that Prepare has found.
func takeWinnable(t *bot.Turn, r game.Rules) (int, error) {
	if number, err := takeReady(t, r); err != nil || number > 0 {
		return number, err
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
