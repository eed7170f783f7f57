package slack

import (
	"context"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/easel"
)

// An image is a picture that was uploaded.
type image struct{ file, alt string }

// maxAlt is the longest alternative text that Slack takes.
const maxAlt = 2000

func (i *image) block(id string) slackgo.Block {
	return slackgo.NewImageBlockSlackFile(&slackgo.SlackFileObject{ID: i.file}, cut(i.alt, maxAlt), id, nil)
}

// message names the message that was tapped; empty for typed text.
func (d delivery) message() string {
	if d.tapped.ts == "" {
		return ""
	}
	return d.req.Place.Channel + " " + d.tapped.ts
}

// A frame is where a picture goes.
type frame struct {
	message string // the one whose place it takes, or a name of its own
	show    func(ctx context.Context, p page) error
	alone   bool // it is a message by itself: the answer can't be changed any more
}

// frame finds where the picture of an answer that has gone out can go. In the
// conversation with the bot the board is an ordinary message. Elsewhere a tap
// has brought the way to change the tapped one; what was typed can only be
// followed by a further message, and no second board is posted. The Home has
// drawn boards only: it is published anew with every move.
func (a *Adapter) frame(d delivery, r bot.Reply) (f frame, ok bool) {
	how := (&chosenAnswer{a, d}).manner(r)
	switch {
	case d.inHome:
		return f, false
	case d.direct() && r.Board != nil:
		return a.directFrame(d, r)
	case d.tapped.ts != "" && how.replace:
		return frame{message: d.message(), show: func(ctx context.Context, p page) error {
			return a.post(ctx, patiently, d.url, p.response(true, how.private))
		}}, true
	case r.Show != nil && d.url != "":
		return frame{message: bot.Mark(d.req.ID), alone: true, show: func(ctx context.Context, p page) error {
			return a.post(ctx, patiently, d.url, p.response(false, r.Private || d.direct()))
		}}, true
	}
	return f, false
}

// directFrame is the live board in the conversation with the bot, as long as it
// shows what was answered.
func (a *Adapter) directFrame(d delivery, r bot.Reply) (f frame, ok bool) {
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	ts := b.ts
	show := func(ctx context.Context, p page) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.ts != ts || b.version != r.Ref.Version {
			return nil // a newer board is there
		}
		return a.change(ctx, once, d.req.Place.Channel, ts, p)
	}
	return frame{message: d.req.Place.Channel + " " + ts, show: func(ctx context.Context, p page) error {
		return patiently(ctx, func(ctx context.Context) error { return show(ctx, p) }) // nobody waits for the board meanwhile
	}}, ts != "" && b.version == r.Ref.Version
}

// paint lets the easel put a picture into an answer that has gone out.
func (a *Adapter) paint(d delivery, r bot.Reply) {
	f, ok := a.frame(d, r)
	if !ok {
		return
	}
	work := a.easel.Put(f.message, easel.Sitting{
		Reply: r, Words: a.words(r).Speaker, Covered: d.covered,
		Send:    func(ctx context.Context, p easel.Painting) error { return a.hang(ctx, d, r, f, p) },
		Restore: func(ctx context.Context) error { return f.show(ctx, a.page(r, a.later(d))) },
		Failed: func(err error) {
			a.Log.Warn("slack: a picture was not shown; the answer stands without", "request", bot.Mark(d.req.ID), "error", reason(err))
		},
	})
	if work != nil && !a.run(a.errands, work) {
		a.easel.Drop(f.message)
	}
}

// hang uploads a picture and shows it. The one it replaces is deleted, or the
// workspace would fill up with them.
func (a *Adapter) hang(ctx context.Context, d delivery, r bot.Reply, f frame, p easel.Painting) error {
	file, err := a.upload(ctx, p)
	if err != nil {
		return err
	}
	shown := a.pictured(d, r, f, &image{file, p.Alt})
	if err = f.show(ctx, shown); err != nil && wait(ctx, settling) { // Slack may still be looking at the file
		err = f.show(ctx, shown)
	}
	if err != nil {
		a.discard(ctx, file)
		return err
	}
	before, _ := a.pictures.get(f.message)
	a.pictures.put(f.message, file)
	a.discard(ctx, before)
	return nil
}

// settling is how long Slack is given for a new file before it is shown once
// more.
const settling = time.Second

// pictured is an answer with its picture.
func (a *Adapter) pictured(d delivery, r bot.Reply, f frame, i *image) page {
	if f.alone {
		r.Lines, r.Actions, r.Menu = nil, nil, nil
	}
	w := a.words(r)
	p := w.page(r, &builder{words: w, revision: a.later(d), ref: r.Ref, image: i})
	if p.text == "" {
		p.text = cutEscaped(escape(i.alt), maxText)
	}
	return p
}

// later is the revision of what follows an answer.
func (a *Adapter) later(d delivery) string {
	d.req.ID += " later"
	return a.revision(d)
}

// upload uploads a picture that no channel shows yet.
func (a *Adapter) upload(ctx context.Context, p easel.Painting) (file string, err error) {
	err = patiently(ctx, func(ctx context.Context) error {
		done, err := a.api.UploadFileContext(ctx, slackgo.UploadFileParameters{
			Filename: p.Name, Title: p.Name, FileSize: len(p.Data), Content: string(p.Data), AltTxt: cut(p.Alt, maxAlt),
		})
		if err == nil {
			file = done.ID
		}
		return err
	})
	return file, err
}

// discard deletes a file, if there is one.
func (a *Adapter) discard(ctx context.Context, file string) {
	if file == "" {
		return
	}
	err := patiently(ctx, func(ctx context.Context) error { return a.api.DeleteFileContext(ctx, file) })
	if err != nil {
		a.Log.DebugContext(ctx, "slack: an old picture was not deleted", "error", reason(err))
	}
}
