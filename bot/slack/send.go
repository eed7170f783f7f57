package slack

import (
	"context"
	"slices"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// manner is the way an answer is given.
type manner struct {
	replace bool // in place of the tapped message
	private bool // else: visible to the player only
}

// deliver gives an answer through the response_url. If that fails or Slack's rate
// limit forbids it now, it reports false and has used the Web API.
func (a *Adapter) deliver(ctx context.Context, d delivery, r bot.Reply, how manner) bool {
	if d.url != "" {
		err := a.present(ctx, d, r, func(p page) error {
			return a.post(ctx, once, d.url, p.response(how.replace, how.private))
		})
		if err == nil {
			return true
		}
		a.Log.WarnContext(ctx, "slack: the response_url failed", "request", bot.Mark(d.req.ID), "error", reason(err))
	}
	a.deliverElse(ctx, d, r, how)
	return false
}

// deliverElse gives an answer by the Web API: in its channel, or if that fails in
// the player's conversation with the bot, with the reason. If Slack can't be reached
// now, it is tried again, with growing pauses, as long as a response_url would live.
func (a *Adapter) deliverElse(ctx context.Context, d delivery, r bot.Reply, how manner) {
	err := a.tryElse(ctx, d, r, how)
	again := outage(err) && a.run(a.errands, func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, responseAge)
		defer cancel()
		defer context.AfterFunc(a.closing, cancel)()
		for pause := a.pause; outage(err) && chat.Sleep(ctx, pause); pause = min(2*pause, maxWait) {
			err = a.tryElse(ctx, d, r, how)
		}
		a.notGiven(ctx, d, err)
	})
	if !again {
		a.notGiven(ctx, d, err)
	}
}

func (a *Adapter) notGiven(ctx context.Context, d delivery, err error) {
	if err != nil {
		a.Log.ErrorContext(ctx, "slack: an answer could not be given", "request", bot.Mark(d.req.ID), "error", reason(err))
	}
}

func (a *Adapter) tryElse(ctx context.Context, d delivery, r bot.Reply, how manner) (err error) {
	p := a.page(r, a.revision(d))
	switch channel := d.req.Place.Channel; {
	case d.inHome:
		err = a.tell(ctx, d, r)
	case d.direct():
		err = patiently(ctx, func(ctx context.Context) error { return a.showDirectly(ctx, d, r) })
	case how.private:
		err = patiently(ctx, func(ctx context.Context) error {
			_, err := a.api.PostEphemeralContext(ctx, channel, d.user(), p.options())
			return err
		})
	default:
		_, err = a.send(ctx, patiently, channel, p)
	}
	if err != nil && !outage(err) && d.req.Place.Shared {
		r.Lines = slices.Concat([]locale.Message{{Key: "slack.elsewhere"}}, r.Lines)
		err = a.tell(ctx, d, r)
	}
	return err
}

// tell posts an answer in the player's conversation with the bot.
func (a *Adapter) tell(ctx context.Context, d delivery, r bot.Reply) error {
	channel, err := a.directChannel(ctx, patiently, d.req.Player)
	if err != nil {
		return err
	}
	_, err = a.send(ctx, patiently, channel, a.page(r, a.revision(d)))
	return err
}

// send posts a message.
func (a *Adapter) send(ctx context.Context, call caller, channel string, p page) (ts string, err error) {
	err = call(ctx, func(ctx context.Context) (err error) {
		_, ts, err = a.api.PostMessageContext(ctx, channel, p.options())
		return err
	})
	return ts, err
}

// change puts a page in place of a message of the bot.
func (a *Adapter) change(ctx context.Context, call caller, channel, ts string, p page) error {
	return call(ctx, func(ctx context.Context) error {
		_, _, _, err := a.api.UpdateMessageContext(ctx, channel, ts, p.options())
		return err
	})
}
