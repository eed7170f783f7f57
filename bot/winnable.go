package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// winnableKind is the kind of docs that hold the number of a deal that is proved
// winnable and waits for a player. Deals of one set of rules are together.
const winnableKind = "winnable"

// winnableReady is how many deals are kept ready for each set of rules, and
// winnableTries how many numbers are looked at for one before others are served.
const (
	winnableReady = 8
	winnableTries = 20
)

// winnablePrefix is how the keys of the deals for some rules begin. How they are
// scored makes no difference to what can be won.
func winnablePrefix(r game.Rules) string {
	r.Scoring = game.Standard
	return r.String() + "|"
}

// winnableRules are the rules for which deals are kept ready: all that can be
// chosen.
func winnableRules() []game.Rules {
	var list []game.Rules
	for _, ret := range []bool{false, true} {
		list = append(list, game.YukonRules(ret))
		for _, draw := range []int{1, 3} {
			for _, passes := range []int{0, 1, 3} {
				list = append(list, game.KlondikeRules(draw, passes, ret))
			}
		}
	}
	return list
}

// stocked lists the deals that are ready for some rules.
func (b *Bot) stocked(ctx context.Context, r game.Rules) ([]persist.Doc, error) {
	list, err := b.Store.Docs(ctx, winnableKind, winnablePrefix(r), "", winnableReady)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", errLoad, winnableKind, err)
	}
	return slices.DeleteFunc(list, func(d persist.Doc) bool { return d.Err != nil }), nil
}

// thinkNew looks for a winnable deal where one is wanted and none is ready.
func thinkNew(s *session, c command) (*thought, error) {
	given, fault := c.readOptions()
	if fault != nil || given[winnableWord] == "" || given["deal"] != "" || s.bot.Advisor == nil || s.asksFirst(c) {
		return nil, nil
	}
	r, err := ruleOptions(given).Rules()
	if err != nil {
		return nil, nil //nolint:nilerr // the flow says what is wrong with the options
	}
	if ready, err := s.bot.stocked(s.ctx, r); err != nil || len(ready) > 0 {
		return nil, err
	}
	number, err := s.bot.Advisor.Winnable(s.ctx, s.req.Player, r, s.bot.Number)
	return &thought{number: number}, err
}

// takeWinnable returns the number of a winnable deal, which goes to nobody else:
// one that is ready, or else the one that was looked for; 0 if there is none.
func (s *session) takeWinnable(r game.Rules) (int, error) {
	ready, err := s.bot.stocked(s.ctx, r)
	if err != nil {
		return 0, err
	}
	if len(ready) > 0 {
		d := ready[s.bot.Number()%len(ready)]
		_, number, _ := strings.Cut(d.Key, "|")
		s.docs = append(s.docs, persist.Doc{Kind: d.Kind, Key: d.Key, Version: d.Version})
		return strconv.Atoi(number)
	}
	switch {
	case s.thought != nil:
		return s.thought.number, nil
	case s.bot.Advisor != nil: // the last one was taken just now
		return 0, errMovedOn
	}
	return 0, nil
}

// Stock proves one more deal winnable for each set of rules that has too few
// ready.
func (b *Bot) Stock(ctx context.Context) error {
	if b.Solver == nil {
		return nil
	}
	for _, r := range winnableRules() {
		if err := b.StockOne(ctx, r); err != nil {
			return fmt.Errorf("a winnable deal, %s: %w", r, err)
		}
	}
	return nil
}

// StockOne does so for one set of rules, if a deal is found in time.
func (b *Bot) StockOne(ctx context.Context, r game.Rules) error {
	if ready, err := b.stocked(ctx, r); err != nil || len(ready) >= winnableReady {
		return err
	}
	for range winnableTries {
		number := b.Number()
		if !b.provedNumber(ctx, r, number) {
			continue
		}
		doc, err := persist.Pack(winnableKind, winnablePrefix(r)+strconv.Itoa(number), 0, number)
		if err != nil {
			return err
		}
		return ignoreConflict(b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{doc}}))
	}
	return ctx.Err()
}

// provedNumber reports whether the solver wins a deal under exactly its rules.
// The line is replayed.
func (b *Bot) provedNumber(ctx context.Context, r game.Rules, number int) bool {
	state, err := game.Deal(r, game.Numbered(number))
	if err != nil {
		return false
	}
	line, ok := b.Solver.Win(ctx, state, proofTime)
	if !ok {
		return false
	}
	end, _, err := state.Play(line)
	return err == nil && end.Won()
}
