package slack

import (
	"context"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
)

// An ack acknowledges a delivery, with a message or, if that is nil, without.
// The error says that a message can't go this way; then the delivery is still
// to be acknowledged.
type ack func(m *message) error

// command answers a slash command.
func (a *Adapter) command(ctx context.Context, c slackgo.SlashCommand, ack ack) {
	answer := &typedAnswer{Adapter: a, d: a.typed(c), ack: ack}
	defer answer.acknowledge() // whatever happens
	if len(answer.d.req.Mentions) > 0 {
		answer.acknowledge() // the people may have to be looked up
	}
	if mayBeDirect(c.ChannelID) {
		answer.acknowledge() // whose conversation it is may have to be looked up
		answer.d.req.Place.Shared = !a.isDirect(ctx, answer.d.req.Player, c.ChannelID)
	}
	a.introduce(ctx, &answer.d.req)
	a.respond(ctx, answer.d.req, answer)
}

// interaction answers a tap or a choice, which was acknowledged before.
func (a *Adapter) interaction(ctx context.Context, c slackgo.InteractionCallback) {
	d, ok := a.chosen(c)
	if !ok {
		return
	}
	if channel := d.req.Place.Channel; mayBeDirect(channel) && a.isDirect(ctx, d.req.Player, channel) {
		d.req.Place.Shared, d.req.Own = false, true
	}
	a.introduce(ctx, &d.req)
	if d.inHome {
		a.respond(ctx, d.req, &homeAnswer{a, d})
		return
	}
	a.respond(ctx, d.req, &chosenAnswer{a, d})
}

func (a *Adapter) respond(ctx context.Context, req bot.Request, r bot.Responder) {
	if err := a.Bot.Respond(ctx, req, r, a.Times); err != nil {
		a.Log.ErrorContext(ctx, "slack: a request failed", "request", bot.Mark(req.ID), "error", reason(err))
	}
}

// after does what follows every answer.
func (a *Adapter) after(ctx context.Context, d delivery, r bot.Reply) {
	if !d.inHome {
		a.follow(d, r)
	}
	if d.image != nil && !d.image.shown {
		a.discard(d.image.file)
	}
	a.sendFiles(ctx, d, r)
}

// A typedAnswer answers a slash command: in the acknowledgement if it is quick.
// Its methods log what goes wrong on the way, and return no error.
type typedAnswer struct {
	*Adapter
	d     delivery
	ack   ack
	acked bool
}

// acknowledge does it without a message, if it wasn't done yet.
func (t *typedAnswer) acknowledge() {
	if t.acked {
		return
	}
	t.acked = true
	if err := t.ack(nil); err != nil { // Slack will deliver it once more
		t.Log.Warn("slack: a command could not be acknowledged", "request", bot.Mark(t.d.req.ID), "error", reason(err))
	}
}

func (t *typedAnswer) Answer(ctx context.Context, r bot.Reply) error {
	if !t.acked && !t.paints(t.d, r) { // a picture is to be uploaded first
		before := t.before(t.d, r) // a tap on what is shown now leaves its own
		if t.ack(t.page(r, t.revision(t.d)).newMessage(r.Private)) == nil {
			t.acked = true
			t.shrink(before, r.Lang)
			t.replacePicture(t.d, r, "")
			t.after(ctx, t.d, r)
			return nil
		}
	}
	t.acknowledge()
	return t.Finish(ctx, r)
}

func (t *typedAnswer) Defer(context.Context, bool) error {
	t.acknowledge()
	return nil
}

func (t *typedAnswer) Finish(ctx context.Context, r bot.Reply) error {
	t.d.image = t.upload(ctx, t.d, r)
	defer t.after(ctx, t.d, r)
	if t.d.direct() && r.Board != nil {
		t.showDirect(ctx, t.d, r)
		return nil
	}
	before := t.before(t.d, r)
	if t.deliver(ctx, t.d, r, manner{private: r.Private || t.d.direct()}) {
		t.shrink(before, r.Lang)
	}
	return nil
}

// A chosenAnswer answers a tap on a message.
type chosenAnswer struct {
	*Adapter
	d delivery
}

func (c *chosenAnswer) Answer(ctx context.Context, r bot.Reply) error { return c.Finish(ctx, r) }

// Defer has nothing to do: taps are acknowledged when they come.
func (c *chosenAnswer) Defer(context.Context, bool) error { return nil }

func (c *chosenAnswer) Finish(ctx context.Context, r bot.Reply) error {
	c.d.image = c.upload(ctx, c.d, r)
	defer c.after(ctx, c.d, r)
	if c.d.direct() && r.Replace && r.Board != nil {
		c.replaceDirect(ctx, c.d, r)
		return nil
	}
	how := c.manner(r)
	if how.replace && r.Board != nil {
		b := c.liveBoard(c.d, r)
		end, ok := b.Begin(ctx, r.Ref.Version)
		if !ok {
			return nil // a newer board is there
		}
		defer end()
		b.reachable(c.d.url, c.Now().Add(urlTime))
	}
	if c.deliver(ctx, c.d, r, how) && !how.replace && r.Replace && c.d.tapped.private { // it has become public, so it stands elsewhere now
		c.shrink(c.d.url, r.Lang)
	}
	return nil
}

// manner decides how a tap is answered. What is for the player only never goes
// into a message that others see, and a message that only the player sees
// can't become public: a public board is a new message then, and what else is shown
// in its place stays private. What is said to others is a message of its own.
func (c *chosenAnswer) manner(r bot.Reply) manner {
	private := c.d.tapped.private
	switch {
	case c.d.direct():
		return manner{replace: r.Replace, private: true}
	case !r.Replace:
		return manner{private: r.Private || r.Board != nil}
	case private && r.Board == nil:
		return manner{replace: true, private: true}
	}
	return manner{replace: r.Private == private, private: r.Private}
}
