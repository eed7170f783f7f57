package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"context"
	"errors"
	"fmt"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// RateDaily works out how hard one of the deals of some days is that have no
// difficulty yet, and keeps that with the deal.
func RateDaily(b *bot.Bot, ctx context.Context, from persist.Day, days int) error {
	if b.Advisor == nil {
		return nil
	}
	for day := from; day < from+persist.Day(days); day++ {
		for _, r := range dailyRules() {
			d, version, err := storedDaily(b, ctx, day, r.String())
			if errors.Is(err, persist.ErrNotFound) || err == nil && d.Difficulty != "" {
				continue
			}
			if err != nil {
				return fmt.Errorf("daily of day %d, %s: %w", day, r, err)
			}
			return rateOne(b, ctx, r, d, version)
		}
	}
	return nil
}

func rateOne(b *bot.Bot, ctx context.Context, r game.Rules, d persist.Daily, version uint64) error {
	var g game.Game
	if err := g.UnmarshalBinary(d.Game); err != nil {
		return fmt.Errorf("daily of day %d, %s: %w", d.Day, r, err)
	}
	difficulty, err := b.Advisor.Rate(ctx, r, g.Deck())
	if err != nil {
		return fmt.Errorf("the difficulty of day %d, %s: %w", d.Day, r, err)
	}
	d.Difficulty = difficulty
	doc, err := persist.Pack(persist.DailyKind, persist.DailyKey(d.Day, d.Deal), version, d)
	if err != nil {
		return err
	}
	return bot.IgnoreConflict(b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{doc}}))
}
