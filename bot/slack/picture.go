package slack

import (
	"context"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
)

// An image is a picture that was uploaded for an answer.
type image struct {
	file, alt string
	shown     bool // a message shows it
}

// maxAlt is the longest alternative text that Slack takes.
const maxAlt = 2000

// The longest wait for the upload of an answer's picture, and the time after which the bot
// shows a new file again once that has failed.
const (
	uploadLimit = 5 * time.Second
	settling    = time.Second
)

func (i *image) block(id string) slackgo.Block {
	return slackgo.NewImageBlockSlackFile(&slackgo.SlackFileObject{ID: i.file}, chat.Cut(i.alt, maxAlt), id, nil)
}

// paints reports whether an answer may have a picture. The Home has only drawn boards,
// since it is published again with every move.
func (r *answerer) paints(reply bot.Reply) bool {
	return r.painter != nil && !r.inHome && chat.Paints(reply)
}

// upload paints an answer's picture and uploads it, without showing it in a channel yet.
// If that fails, the answer has no picture.
func (r *answerer) upload(ctx context.Context, reply bot.Reply) {
	if !r.paints(reply) {
		return
	}
	p, err := r.painter.Paint(reply, r.words(reply).Speaker)
	var done *slackgo.FileSummary
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, uploadLimit)
		defer cancel()
		err = r.once(ctx, func(ctx context.Context) (err error) {
			done, err = r.api.UploadFileContext(ctx, slackgo.UploadFileParameters{
				Filename: p.Name, Title: p.Name, FileSize: len(p.Data), Content: string(p.Data), AltTxt: chat.Cut(p.Alt, maxAlt),
			})
			return err
		})
	}
	if err != nil {
		r.Log.Warn("slack: could not show a picture, so the answer has none", "request", bot.Mark(r.req.ID), "error", reason(err))
		return
	}
	r.image = &image{file: done.ID, alt: p.Alt}
}

// replacePicture deletes the pictures that an answer replaces, whether or not it has one
// itself: that of the game's live board, and the tapped message's. Otherwise they would
// fill up the workspace.
func (r *answerer) replacePicture(reply bot.Reply, file string) {
	replace := func(what string) {
		if before := r.pictures.Swap(r.req.Place.Channel+" "+what, file); before != file {
			r.discard(before)
		}
	}
	if reply.Board != nil && reply.Show == nil {
		replace(reply.Ref.Game)
	}
	if r.tapped.ts != "" && reply.Replace {
		replace(r.tapped.ts)
	}
}

// discard deletes a file, if there is one, in the background.
func (a *Adapter) discard(file string) {
	if file == "" {
		return
	}
	a.run(a.errands, func(ctx context.Context) {
		err := a.patiently(ctx, func(ctx context.Context) error { return a.api.DeleteFileContext(ctx, file) })
		if err != nil {
			a.Log.DebugContext(ctx, "slack: an old picture was not deleted", "error", reason(err))
		}
	})
}
