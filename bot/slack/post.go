package slack

import (
	"context"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
)

// Post implements [bot.Poster]. Public channels of the workspace can be written to
// without joining them.
//
// It ignores the post's ID: chat.postMessage has no documented way to recognise a repeated
// message, and searching the channel's history takes a scope that the bot doesn't need
// otherwise. So a post may come twice if the process is killed between sending and
// recording it, or if Slack's response is lost.
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

// Further implements [bot.Furtherer]: the response_url works even where the bot is no
// member.
func (r *answerer) Further(ctx context.Context, reply bot.Reply) error {
	p := r.page(reply, r.revision(r.delivery))
	if r.url == nil { // a line
		_, err := r.send(ctx, r.once, r.req.Place.Channel, p)
		return err
	}
	return r.post(ctx, r.url, p.response(false, reply.Private || r.direct()))
}
