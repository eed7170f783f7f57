package slack

import (
	"context"
	"errors"
	"slices"
	"strings"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// isDirect reports whether a channel is somebody's conversation with the bot. Its
// id doesn't say so: a conversation of two people looks the same. If Slack doesn't
// answer now, it is taken for one that others read.
func (a *Adapter) isDirect(ctx context.Context, p persist.Player, channel string) bool {
	direct, err := a.directChannel(ctx, once, p)
	if err != nil {
		a.Log.WarnContext(ctx, "slack: a conversation could not be looked up", "error", reason(err))
	}
	if rateLimited(err) { // it is known the next time
		a.run(a.errands, func(ctx context.Context) {
			_, _ = a.directChannel(ctx, func(ctx context.Context, f func(context.Context) error) error { return again(ctx, err, f) }, p)
		})
	}
	return direct == channel
}

// directChannel returns the channel of somebody's conversation with the bot.
func (a *Adapter) directChannel(ctx context.Context, call caller, p persist.Player) (string, error) {
	if known, ok := a.direct.Get(p); ok {
		return known, nil
	}
	var opened *slackgo.Channel
	err := call(ctx, func(ctx context.Context) (err error) {
		opened, _, _, err = a.api.OpenConversationContext(ctx, &slackgo.OpenConversationParameters{Users: []string{p.User}})
		return err
	})
	switch {
	case err != nil:
		return "", err
	case opened == nil || opened.ID == "":
		return "", errors.New("conversations.open named no channel")
	}
	a.direct.Put(p, opened.ID)
	return opened.ID, nil
}

// showDirect shows a board in the conversation with the bot. If that fails it
// answers through the response_url, and after a rate limit shows the board later.
func (a *Adapter) showDirect(ctx context.Context, d delivery, r bot.Reply) {
	err := a.showDirectly(ctx, d, r)
	if err == nil {
		return
	}
	a.Log.WarnContext(ctx, "slack: a board could not be posted", "request", bot.Mark(d.req.ID), "error", reason(err))
	call := patiently
	if rateLimited(err) {
		call = once
		defer a.postpone(ctx, d, r, err)
	}
	if err := a.post(ctx, call, d.url, a.page(r, a.revision(d)).response(false, true)); err != nil {
		a.Log.ErrorContext(ctx, "slack: an answer could not be given", "request", bot.Mark(d.req.ID), "error", reason(err))
	}
}

// showDirectly changes the live board, or posts one at the bottom.
func (a *Adapter) showDirectly(ctx context.Context, d delivery, r bot.Reply) error {
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	return a.put(ctx, b, d, r, a.atBottom(d.req.Text))
}

// put changes the live board in place, unless it is to stand at the bottom or
// can't be changed: then it posts the board and leaves a line in place of the one
// before. The board is locked.
func (a *Adapter) put(ctx context.Context, b *liveBoard, d delivery, r bot.Reply, bottom bool) error {
	channel := d.req.Place.Channel
	if b.ts != "" && !bottom {
		if r.Ref.Version < b.version {
			return nil // it shows a newer state
		}
		err := a.present(ctx, d, r, func(p page) error { return a.change(ctx, once, channel, b.ts, p) })
		if err == nil {
			b.showing(r)
			return nil
		}
		a.Log.WarnContext(ctx, "slack: a board could not be changed", "request", bot.Mark(d.req.ID), "error", reason(err))
		if slices.Contains([]string{"message_not_found", "cant_update_message", "edit_window_closed"}, code(err)) {
			b.ts = ""
		}
		if rateLimited(err) {
			return err
		}
	}
	var ts string
	err := a.present(ctx, d, r, func(p page) (err error) {
		ts, err = a.send(ctx, once, channel, p)
		return err
	})
	if err != nil {
		return err
	}
	a.shrinkDirect(channel, b.ts, r.Lang)
	b.ts = ts
	b.showing(r)
	return nil
}

// replaceDirect answers a tap on a board by changing that board, which becomes the
// live one.
func (a *Adapter) replaceDirect(ctx context.Context, d delivery, r bot.Reply) {
	switch err := a.replaceDirectly(ctx, d, r); {
	case rateLimited(err):
		a.postpone(ctx, d, r, err)
	case err != nil:
		a.Log.ErrorContext(ctx, "slack: an answer could not be given", "request", bot.Mark(d.req.ID), "error", reason(err))
	}
}

// replaceDirectly changes the tapped board through the response_url, or else as
// the bot's own message.
func (a *Adapter) replaceDirectly(ctx context.Context, d delivery, r bot.Reply) error {
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	ts := d.tapped.ts
	if d.tapped.private {
		ts = "" // the Web API can't change a message that only the player sees
	}
	if b.ts != ts {
		a.shrinkDirect(d.req.Place.Channel, b.ts, r.Lang)
		b.ts, b.version = ts, 0
	}
	if r.Ref.Version < b.version {
		return nil // it shows a newer state
	}
	err := a.present(ctx, d, r, func(p page) error { return a.post(ctx, once, d.url, p.response(true, true)) })
	if err == nil {
		b.showing(r)
		return nil
	}
	a.Log.WarnContext(ctx, "slack: the response_url failed", "request", bot.Mark(d.req.ID), "error", reason(err))
	return a.put(ctx, b, d, r, false)
}

// atBottom reports whether a command asks for the board to be posted again.
func (a *Adapter) atBottom(text string) bool {
	words := a.Catalogue.Words().English(strings.Fields(strings.TrimLeft(locale.Fold(text), "/")))
	return len(words) == 0 || words[0] == "show" || words[0] == "board"
}

// shrinkDirect leaves a line in place of a message, if there is one.
func (a *Adapter) shrinkDirect(channel, ts, lang string) {
	if ts == "" {
		return
	}
	a.run(a.errands, func(ctx context.Context) {
		if err := a.change(ctx, patiently, channel, ts, a.note("slack.moved", lang)); err != nil {
			a.Log.DebugContext(ctx, "slack: an old board stays", "error", reason(err))
		}
	})
}

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
