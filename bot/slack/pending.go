package slack

import (
	"context"

	"github.com/solitaire-chat/solitaire/bot"
)

// A pendingBoard is the newest board that the conversation with the bot has yet
// to show, because Slack answered with a rate limit.
type pendingBoard struct {
	d delivery
	r bot.Reply
}

// postpone shows a board when the rate limit is over. A newer board that is
// postponed meanwhile takes its place, so one retry shows them all.
func (a *Adapter) postpone(ctx context.Context, d delivery, r bot.Reply, limited error) {
	d.image = nil // it is deleted with the answer that could not show it
	b := a.liveBoard(d, r)
	b.mu.Lock()
	first := b.pending == nil
	if first || b.pending.r.Ref.Version <= r.Ref.Version {
		b.pending = &pendingBoard{d, r}
	}
	b.mu.Unlock()
	if !first {
		return // its retry is on the way
	}
	retry := func(ctx context.Context) { a.showPending(ctx, b, limited) }
	if !a.run(a.errands, retry) {
		retry(ctx)
	}
}

// showPending retries until the board is up to date or the retries are used up.
func (a *Adapter) showPending(ctx context.Context, b *liveBoard, limited error) {
	err := again(ctx, limited, func(ctx context.Context) (err error) {
		b.mu.Lock() // for one call only: the next answer needs it
		defer b.mu.Unlock()
		shown := b.pending
		if shown == nil {
			return nil
		}
		if err = a.put(ctx, b, shown.d, shown.r, a.atBottom(shown.d.req.Text)); err == nil {
			b.pending = nil
		}
		return err
	})
	if err != nil {
		b.mu.Lock()
		b.pending = nil
		b.mu.Unlock()
		a.Log.ErrorContext(ctx, "slack: a board could not be brought up to date", "error", reason(err))
	}
}

// showing notes which board is shown now. The lock is held.
func (b *liveBoard) showing(r bot.Reply) { b.version, b.pending = r.Ref.Version, nil }
