package discord

import (
	"context"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/easel"
)

// maxAlt is the longest description of a file that Discord takes.
const maxAlt = 1024

// paint lets the easel put a picture into an answer that has gone out. One
// without a picture is told too, for that of an answer before may be on its way
// to the same message.
func (r *answerer) paint(ctx context.Context, reply bot.Reply, at liveBoard) {
	if at.path == "" {
		return
	}
	edit := call{method: http.MethodPatch, path: at.path, early: true}
	send := func(ctx context.Context, m *message) error {
		ctx, cancel := context.WithTimeout(ctx, tidyLimit)
		defer cancel()
		_, err := r.deliver(ctx, edit, m)
		return err
	}
	work := r.easel.Put(at.origin, easel.Sitting{
		Reply:   reply,
		Words:   r.presenter(reply.Lang, reply.Style).speaker,
		Covered: r.covered,
		Send:    func(ctx context.Context, p easel.Painting) error { return send(ctx, r.pictured(reply, p)) },
		Restore: func(ctx context.Context) error { return send(ctx, r.present(reply)) },
		Failed:  func(err error) { r.log.Warn("a picture was not shown; the answer stands without", "error", err) },
	})
	if work != nil {
		r.work.Go(func() { work(context.WithoutCancel(ctx)) })
	}
}

// pictured shows a reply with its picture, which stands for a drawn board.
func (a *Adapter) pictured(r bot.Reply, p easel.Painting) *message {
	m := a.present(r)
	shown := a.presenter(r.Lang, r.Style)
	e := shown.embed(r)
	if r.Show == nil {
		e.Description = shown.withoutBoard(r)
	}
	e.Image = &discordgo.MessageEmbedImage{URL: "attachment://" + p.Name}
	m.Embeds = []*discordgo.MessageEmbed{e}
	m.attach(append(slices.Clone(r.Files), bot.File{Name: p.Name, Data: p.Data}))
	m.Attachments[len(m.Attachments)-1].Description = clip(p.Alt, maxAlt)
	return m
}

// overlay tells the easel that a message shows something else now.
func (r *answerer) overlay(origin string, restore func(ctx context.Context) error) {
	r.easel.Put(origin, easel.Sitting{Restore: restore, Failed: func(err error) {
		r.log.Debug("an old board was not turned into a line", "error", err)
	}})
}
