package slack

import (
	"context"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
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
		channel, err = a.directChannel(ctx, a.patiently, p.To.Player)
	}
	if err == nil {
		_, err = a.send(ctx, a.patiently, channel, a.page(p.Reply, a.revision(delivery{})))
	}
	return chat.Undeliverable(err, fault)
}

// Further implements [bot.Furtherer]: the response_url is good where the bot is no
// member.
func (r *answerer) Further(ctx context.Context, reply bot.Reply) error {
	return r.post(ctx, r.url, r.page(reply, r.revision(r.delivery)).response(false, reply.Private || r.direct()))
}
