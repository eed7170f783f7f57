package web

import (
	"context"
	"fmt"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// keepDays is the number of days after which an unused browser is deleted, together with a
// guest's data.
const keepDays = 30

// Sweeper returns a background job that sweeps once an hour.
func Sweeper(b *bot.Bot) func(context.Context) error {
	var last time.Time
	return func(ctx context.Context) error {
		if now := b.Now(); now.Sub(last).Abs() >= time.Hour {
			last = now
			return Sweep(ctx, b)
		}
		return nil
	}
}

// Sweep deletes links whose time is over, browsers that were not used for 30 days, and
// everything of the guests who used them.
func Sweep(ctx context.Context, b *bot.Bot) error {
	now := b.Now()
	err := b.Walk(ctx, bot.PageLinkKind, "", func(d persist.Doc) error {
		link, err := persist.Unpack[bot.PageLink](d)
		if err == nil && link.Valid(now) {
			return nil
		}
		return b.Remove(ctx, d)
	})
	if err != nil {
		return fmt.Errorf("sweep links: %w", err)
	}
	err = b.Walk(ctx, bot.PageSessionKind, "", func(d persist.Doc) error {
		session, err := persist.Unpack[bot.PageSession](d)
		if err != nil || session.Seen >= persist.DayOf(now)-keepDays {
			return nil // an unreadable one is reported where it is used
		}
		if session.Guest {
			if err := forget(ctx, b, session.Player); err != nil {
				return err
			}
		}
		return b.Remove(ctx, d)
	})
	if err != nil {
		return fmt.Errorf("sweep browsers: %w", err)
	}
	return nil
}

// forget deletes everything of a guest, as forget-me does.
func forget(ctx context.Context, b *bot.Bot, p persist.Player) error {
	rec, err := b.Store.Load(ctx, p)
	if err != nil && !persist.Unreadable(err) {
		return bot.IgnoreMissing(err)
	}
	text := "forget-me nothing confirm"
	if rec.Current != "" {
		text = "forget-me " + rec.Current + " confirm"
	}
	_, err = b.Handle(ctx, bot.Request{Player: p, Text: text})
	return err
}
