package slack

import (
	"context"
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
)

// Post implements [bot.Poster]. Public channels of the workspace can be written to
// without joining them.
//
// The post's ID is not used: chat.postMessage documents nothing by which Slack
// would know a message again, and to look for it in the channel's history takes a
// scope that the bot has no other need of. So a post, be it a day's, a challenge's
// result or a reminder, comes twice when the process is killed after it was sent and
// before that was noted, or when Slack's answer is lost.
func (a *Adapter) Post(ctx context.Context, p bot.Post) error {
	channel := p.To.Channel
	var err error
	if channel == "" {
		channel, err = a.directChannel(ctx, patiently, p.To.Player)
	}
	if err == nil {
		_, err = a.send(ctx, patiently, channel, a.page(p.Reply, a.revision(delivery{})))
	}
	if unreachable(err) {
		return fmt.Errorf("%w: %w", bot.ErrUndeliverable, err)
	}
	return err
}

// Further implements [bot.Furtherer]: the response_url is good where the bot is no
// member.
func (t *typedAnswer) Further(ctx context.Context, r bot.Reply) error { return t.further(ctx, t.d, r) }

// Further implements [bot.Furtherer].
func (c *chosenAnswer) Further(ctx context.Context, r bot.Reply) error {
	return c.further(ctx, c.d, r)
}

func (a *Adapter) further(ctx context.Context, d delivery, r bot.Reply) error {
	if d.url == "" {
		return errResponseUsed
	}
	return a.post(ctx, patiently, d.url, a.page(r, a.revision(d)).response(false, r.Private || d.direct()))
}

// unreachable recognises Slack's words for places where the bot can't write, now or
// later.
func unreachable(err error) bool {
	switch code(err) {
	case "channel_not_found", "not_in_channel", "is_archived", "restricted_action", "user_not_in_channel",
		"user_not_found", "user_disabled", "cannot_dm_bot":
		return true
	}
	return false
}
