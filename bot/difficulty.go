package bot

import (
	"context"
	"errors"
	"fmt"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// RateDaily works out how hard one of the deals of some days is that have no
// difficulty yet, and keeps that with the deal.
func (b *Bot) RateDaily(ctx context.Context, from persist.Day, days int) error {
	if b.Advisor == nil {
		return nil
	}
	for day := from; day < from+persist.Day(days); day++ {
		for _, r := range dailyRules() {
			d, version, err := b.storedDaily(ctx, day, r.String())
			if errors.Is(err, persist.ErrNotFound) || err == nil && d.Difficulty != "" {
				continue
			}
			if err != nil {
				return fmt.Errorf("daily of day %d, %s: %w", day, r, err)
			}
			return b.rateOne(ctx, r, d, version)
		}
	}
	return nil
}

func (b *Bot) rateOne(ctx context.Context, r game.Rules, d persist.Daily, version uint64) error {
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
	return ignoreConflict(b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{doc}}))
}
