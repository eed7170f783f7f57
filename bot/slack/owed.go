package slack

import (
	"context"

	"github.com/solitaire-chat/solitaire/bot"
)

// An owed board is one that the conversation with the bot is to show, which
// Slack has put off.
type owed struct {
	d delivery
	r bot.Reply
}

// owe brings the live board up to date when Slack lets it. What is done
// meanwhile goes with it.
func (a *Adapter) owe(ctx context.Context, d delivery, r bot.Reply, putOff error) {
	b := a.liveBoard(d, r)
	if !b.owe(&owed{d, r}) {
		return
	}
	job := func(ctx context.Context) { a.settle(ctx, b, putOff) }
	if !a.run(a.errands, job) {
		job(ctx)
	}
}

// owe notes what is to be shown, unless that is something newer. It reports
// whether nothing was before.
func (b *liveBoard) owe(o *owed) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	first := b.owed == nil
	if first || b.owed.r.Ref.Version <= o.r.Ref.Version {
		b.owed = o
	}
	return first
}

// showing notes what the board shows now: nothing is owed any more. It is
// locked.
func (b *liveBoard) showing(r bot.Reply) { b.version, b.owed = r.Ref.Version, nil }

// settle shows what is owed, when the time that Slack has named is over.
func (a *Adapter) settle(ctx context.Context, b *liveBoard, putOff error) {
	var paid *owed
	err := again(ctx, putOff, func(ctx context.Context) (err error) {
		paid, err = a.pay(ctx, b)
		return err
	})
	switch {
	case err != nil:
		b.mu.Lock()
		b.owed = nil
		b.mu.Unlock()
		a.Log.ErrorContext(ctx, "slack: a board could not be brought up to date", "error", reason(err))
	case paid != nil:
		a.paint(paid.d, paid.r)
	}
}

// pay shows what is owed, and returns it; nil if nothing is any more. The board
// is locked only for as long as one call takes: the next answer needs it.
func (a *Adapter) pay(ctx context.Context, b *liveBoard) (paid *owed, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if paid = b.owed; paid == nil {
		return nil, nil
	}
	if err = a.put(ctx, b, paid.d, paid.r, a.page(paid.r, a.later(paid.d))); err == nil {
		b.owed = nil
	}
	return paid, err
}
