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

// How long an answer waits for the upload of its picture, and how long Slack is
// given for a new file before it is shown once more.
const (
	uploadLimit = 5 * time.Second
	settling    = time.Second
)

func (i *image) block(id string) slackgo.Block {
	return slackgo.NewImageBlockSlackFile(&slackgo.SlackFileObject{ID: i.file}, chat.Cut(i.alt, maxAlt), id, nil)
}

// paints reports whether an answer may have a picture. The Home has drawn boards
// only: it is published anew with every move.
func (a *Adapter) paints(d delivery, r bot.Reply) bool {
	return a.painter != nil && !d.inHome && chat.Paints(r)
}

// upload paints an answer's picture and uploads it; no channel shows it yet. If that
// fails, the answer goes out without.
func (a *Adapter) upload(ctx context.Context, d delivery, r bot.Reply) *image {
	if !a.paints(d, r) {
		return nil
	}
	p, err := a.painter.Paint(r, a.words(r).Speaker)
	if err != nil {
		a.withoutPicture(d, err)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, uploadLimit)
	defer cancel()
	done, err := a.api.UploadFileContext(ctx, slackgo.UploadFileParameters{
		Filename: p.Name, Title: p.Name, FileSize: len(p.Data), Content: string(p.Data), AltTxt: chat.Cut(p.Alt, maxAlt),
	})
	if err != nil {
		a.withoutPicture(d, err)
		return nil
	}
	return &image{file: done.ID, alt: p.Alt}
}

func (a *Adapter) withoutPicture(d delivery, err error) {
	a.Log.Warn("slack: a picture was not shown; the answer stands without", "request", bot.Mark(d.req.ID), "error", reason(err))
}

// present sends an answer's page with its picture, if that was uploaded. If Slack
// refuses it, the page is sent without. The pictures that it replaces are deleted,
// or the workspace would fill up with them.
func (a *Adapter) present(ctx context.Context, d delivery, r bot.Reply, send func(p page) error) error {
	var err error
	file := ""
	if i := d.image; i != nil {
		file = i.file
		err = send(a.pageWith(r, a.revision(d), i))
		if err != nil && !rateLimited(err) && chat.Sleep(ctx, settling) { // Slack may still be looking at the file
			err = send(a.pageWith(r, a.revision(d), i))
		}
		if i.shown = err == nil; !i.shown && !rateLimited(err) {
			a.withoutPicture(d, err)
			file = ""
		}
	}
	if file == "" {
		err = send(a.page(r, a.revision(d)))
	}
	if err == nil {
		a.replacePicture(d, r, file)
	}
	return err
}

// replacePicture deletes the pictures that an answer with a file, or without one,
// takes the place of: that of the game's live board, and the tapped message's.
func (a *Adapter) replacePicture(d delivery, r bot.Reply, file string) {
	replace := func(what string) {
		if before := a.pictures.Swap(d.req.Place.Channel+" "+what, file); before != file {
			a.discard(before)
		}
	}
	if r.Board != nil && r.Show == nil {
		replace(r.Ref.Game)
	}
	if d.tapped.ts != "" && r.Replace {
		replace(d.tapped.ts)
	}
}

// discard deletes a file, if there is one. Nobody waits for it.
func (a *Adapter) discard(file string) {
	if file == "" {
		return
	}
	a.run(a.errands, func(ctx context.Context) {
		err := patiently(ctx, func(ctx context.Context) error { return a.api.DeleteFileContext(ctx, file) })
		if err != nil {
			a.Log.DebugContext(ctx, "slack: an old picture was not deleted", "error", reason(err))
		}
	})
}
