package slack

import (
	"context"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// sendFiles sends a reply's files to the player's conversation with the bot.
// They are personal, and a file that is shared in a channel is everybody's.
func (a *Adapter) sendFiles(ctx context.Context, d delivery, r bot.Reply) {
	for _, f := range r.Files {
		if err := a.sendFile(ctx, d.req.Player, f); err != nil {
			a.Log.ErrorContext(ctx, "slack: a file could not be sent", "request", bot.Mark(d.req.ID), "error", reason(err))
			a.deliver(ctx, d, bot.Reply{Lines: []locale.Message{{Key: "slack.no-file"}}, Lang: r.Lang, Style: r.Style}, manner{private: true})
			return
		}
	}
}

func (a *Adapter) sendFile(ctx context.Context, to persist.Player, f bot.File) error {
	channel, err := a.directChannel(ctx, patiently, to)
	if err != nil {
		return err
	}
	return patiently(ctx, func(ctx context.Context) error {
		_, err := a.api.UploadFileContext(ctx, slackgo.UploadFileParameters{
			Filename: f.Name, Title: f.Name, FileSize: len(f.Data), Content: string(f.Data), Channel: channel,
		})
		return err
	})
}
