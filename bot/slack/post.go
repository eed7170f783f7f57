package slack

import (
	"context"
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
)

// unreachable tells Slack's words for places where the bot can't write, now or
// later.
func unreachable(code string) bool {
	switch code {
	case "channel_not_found", "not_in_channel", "is_archived", "restricted_action", "user_not_in_channel",
		"user_not_found", "user_disabled", "cannot_dm_bot", "account_inactive":
		return true
	}
	return false
}

// Post implements bot.Poster. Public channels of the workspace can be written to
// without joining them.
func (a *Adapter) Post(ctx context.Context, p bot.Post) error {
	channel := p.To.Channel
	var err error
	if channel == "" {
		channel, err = a.directChannel(ctx, p.To.Player.User)
	}
	if err == nil {
		_, err = a.send(ctx, channel, a.page(p.Reply, mark(channel+a.Now().UTC().String())))
	}
	if unreachable(code(err)) {
		return fmt.Errorf("%w: %w", bot.ErrUndeliverable, err)
	}
	return err
}
