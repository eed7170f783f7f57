package slack

import (
	"context"
	"fmt"
	"strings"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// isDirect reports whether a channel is the user's conversation with the bot.
// Its id does not tell: between two people it looks the same. If it can't be
// found out, it is taken for one that others read.
func (a *Adapter) isDirect(ctx context.Context, user, channel string) bool {
	direct, err := a.directChannel(ctx, user)
	if err != nil {
		a.Log.WarnContext(ctx, "slack: a conversation could not be looked up", "error", reason(err))
	}
	return direct == channel
}

// directChannel returns the channel of the user's conversation with the bot.
func (a *Adapter) directChannel(ctx context.Context, user string) (string, error) {
	if known, ok := a.direct.get(user); ok {
		return known, nil
	}
	var opened *slackgo.Channel
	err := a.call(ctx, func(ctx context.Context) (err error) {
		opened, _, _, err = a.api.OpenConversationContext(ctx, &slackgo.OpenConversationParameters{Users: []string{user}})
		return err
	})
	switch {
	case err != nil:
		return "", err
	case opened == nil || opened.ID == "":
		return "", fmt.Errorf("conversations.open named no channel")
	}
	a.direct.put(user, opened.ID)
	return opened.ID, nil
}

// showDirect shows a board in the conversation with the bot, and if it can't,
// through the response_url.
func (a *Adapter) showDirect(ctx context.Context, d delivery, r bot.Reply) {
	p := a.page(r, a.revision(d))
	err := a.showDirectly(ctx, d, r, p)
	if err != nil {
		a.Log.WarnContext(ctx, "slack: a board could not be posted", "request", mark(d.req.ID), "error", reason(err))
		err = a.post(ctx, d.url, p.response(false, true))
	}
	if err != nil {
		a.Log.ErrorContext(ctx, "slack: an answer could not be given", "request", mark(d.req.ID), "error", reason(err))
	}
}

// showDirectly changes the board that is there, or posts one at the bottom.
func (a *Adapter) showDirectly(ctx context.Context, d delivery, r bot.Reply, p page) error {
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	if a.atBottom(d.req.Text) {
		return a.postDirectly(ctx, b, d, r, p)
	}
	return a.changeDirectly(ctx, b, d, r, p)
}

// changeDirectly changes the live board in place, if it can. The board is
// locked.
func (a *Adapter) changeDirectly(ctx context.Context, b *liveBoard, d delivery, r bot.Reply, p page) error {
	if b.ts == "" {
		return a.postDirectly(ctx, b, d, r, p)
	}
	if r.Ref.Version < b.version {
		return nil // a newer one is there
	}
	if err := a.change(ctx, d.req.Place.Channel, b.ts, p); err != nil {
		a.Log.WarnContext(ctx, "slack: a board could not be changed", "request", mark(d.req.ID), "error", reason(err))
		if gone(err) {
			b.ts = ""
		}
		return a.postDirectly(ctx, b, d, r, p)
	}
	b.version = r.Ref.Version
	return nil
}

// gone reports whether a message can't be changed any more.
func gone(err error) bool {
	switch code(err) {
	case "message_not_found", "cant_update_message", "edit_window_closed":
		return true
	}
	return false
}

// postDirectly posts the board at the bottom, and leaves a line in place of the
// one before. The board is locked.
func (a *Adapter) postDirectly(ctx context.Context, b *liveBoard, d delivery, r bot.Reply, p page) error {
	ts, err := a.send(ctx, d.req.Place.Channel, p)
	if err != nil {
		return err
	}
	a.shrinkDirect(d.req.Place.Channel, b.ts, r.Lang)
	b.ts, b.version = ts, r.Ref.Version
	return nil
}

// replaceDirect answers a tap on a board by changing it, which makes it the
// live one.
func (a *Adapter) replaceDirect(ctx context.Context, d delivery, r bot.Reply) {
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ts != d.tapped.ts {
		a.shrinkDirect(d.req.Place.Channel, b.ts, r.Lang)
		b.ts, b.version = d.tapped.ts, 0
	}
	if r.Ref.Version < b.version {
		return // a newer one is there
	}
	p := a.page(r, a.revision(d))
	err := a.post(ctx, d.url, p.response(true, true))
	if err == nil {
		b.version = r.Ref.Version
		return
	}
	a.Log.WarnContext(ctx, "slack: the response_url failed", "request", mark(d.req.ID), "error", reason(err))
	if err := a.changeDirectly(ctx, b, d, r, p); err != nil {
		a.Log.ErrorContext(ctx, "slack: an answer could not be given", "request", mark(d.req.ID), "error", reason(err))
	}
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
		if err := a.change(ctx, channel, ts, a.note("slack.moved", lang)); err != nil {
			a.Log.DebugContext(ctx, "slack: an old board stays", "error", reason(err))
		}
	})
}
