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
// found out now, it is taken for one that others read.
func (a *Adapter) isDirect(ctx context.Context, user, channel string) bool {
	direct, err := a.directChannel(ctx, once, user)
	if err != nil {
		a.Log.WarnContext(ctx, "slack: a conversation could not be looked up", "error", reason(err))
	}
	if putOff(err) { // it is known the next time
		a.run(a.errands, func(ctx context.Context) {
			_, _ = a.directChannel(ctx, func(ctx context.Context, f func(context.Context) error) error { return again(ctx, err, f) }, user)
		})
	}
	return direct == channel
}

// directChannel returns the channel of the user's conversation with the bot.
func (a *Adapter) directChannel(ctx context.Context, call caller, user string) (string, error) {
	if known, ok := a.direct.get(user); ok {
		return known, nil
	}
	var opened *slackgo.Channel
	err := call(ctx, func(ctx context.Context) (err error) {
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
// through the response_url. If it can later, it does so then.
func (a *Adapter) showDirect(ctx context.Context, d delivery, r bot.Reply) {
	p := a.page(r, a.revision(d))
	err := a.showDirectly(ctx, d, r, p)
	if err == nil {
		return
	}
	a.Log.WarnContext(ctx, "slack: a board could not be posted", "request", bot.Mark(d.req.ID), "error", reason(err))
	if putOff(err) {
		if said := a.post(ctx, once, d.url, p.response(false, true)); said != nil {
			a.Log.WarnContext(ctx, "slack: the response_url failed", "request", bot.Mark(d.req.ID), "error", reason(said))
		}
		a.postpone(ctx, d, r, err)
		return
	}
	if err := a.post(ctx, patiently, d.url, p.response(false, true)); err != nil {
		a.Log.ErrorContext(ctx, "slack: an answer could not be given", "request", bot.Mark(d.req.ID), "error", reason(err))
	}
}

// showDirectly changes the board that is there, or posts one at the bottom.
func (a *Adapter) showDirectly(ctx context.Context, d delivery, r bot.Reply, p page) error {
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	return a.put(ctx, b, d, r, p)
}

// put puts a board where the command wants it. The live one is locked.
func (a *Adapter) put(ctx context.Context, b *liveBoard, d delivery, r bot.Reply, p page) error {
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
	if err := a.change(ctx, once, d.req.Place.Channel, b.ts, p); err != nil {
		a.Log.WarnContext(ctx, "slack: a board could not be changed", "request", bot.Mark(d.req.ID), "error", reason(err))
		if gone(err) {
			b.ts = ""
		}
		if putOff(err) {
			return err
		}
		return a.postDirectly(ctx, b, d, r, p)
	}
	b.showing(r)
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
	ts, err := a.send(ctx, once, d.req.Place.Channel, p)
	if err != nil {
		return err
	}
	a.shrinkDirect(d.req.Place.Channel, b.ts, r.Lang)
	b.ts = ts
	b.showing(r)
	return nil
}

// replaceDirect answers a tap on a board by changing it, which makes it the
// live one.
func (a *Adapter) replaceDirect(ctx context.Context, d delivery, r bot.Reply) {
	switch err := a.replaceDirectly(ctx, d, r, a.page(r, a.revision(d))); {
	case putOff(err):
		a.postpone(ctx, d, r, err)
	case err != nil:
		a.Log.ErrorContext(ctx, "slack: an answer could not be given", "request", bot.Mark(d.req.ID), "error", reason(err))
	}
}

// replaceDirectly changes the tapped board through the response_url, or else as
// the bot's own message.
func (a *Adapter) replaceDirectly(ctx context.Context, d delivery, r bot.Reply, p page) error {
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	if ts := d.tapped.changeable(); b.ts != ts {
		a.shrinkDirect(d.req.Place.Channel, b.ts, r.Lang)
		b.ts, b.version = ts, 0
	}
	if r.Ref.Version < b.version {
		return nil // a newer one is there
	}
	err := a.post(ctx, once, d.url, p.response(true, true))
	if err == nil {
		b.showing(r)
		return nil
	}
	a.Log.WarnContext(ctx, "slack: the response_url failed", "request", bot.Mark(d.req.ID), "error", reason(err))
	return a.changeDirectly(ctx, b, d, r, p)
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
