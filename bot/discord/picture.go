package discord

import (
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
)

// maxAlt is the longest description of a file that Discord takes.
const maxAlt = 1024

// present sends a reply's message with its picture. If there is none in time, or
// Discord refuses it, the message is sent without.
func (r *answerer) present(reply bot.Reply, send func(m *message) error) error {
	p, err := r.painter.Paint(reply, r.presenter(reply.Lang, reply.Style).speaker)
	if err == nil && p != nil {
		m := r.pictured(reply, p)
		m.optional = true
		if err = send(m); !pictureRefused(err) {
			return err
		}
	}
	if err != nil {
		r.log.Warn("a picture was not shown; the answer stands without", "request", bot.Mark(r.in.ID), "error", err)
	}
	return send(r.message(reply))
}

// pictureRefused reports whether a message with a picture was refused, and might be
// taken without.
func pictureRefused(err error) bool {
	var refused *apiError
	return errors.As(err, &refused) && !messageGone(err) && !refusedWith(err, codeUnknownInteraction) && !refusedWith(err, codeAcknowledged)
}

// pictured is a reply with its picture, which stands for a drawn board.
func (a *Adapter) pictured(r bot.Reply, p *chat.Picture) *message {
	m := a.message(r)
	shown := a.presenter(r.Lang, r.Style)
	e := shown.embed(r)
	if r.Show == nil {
		e.Description = shown.withoutBoard(r)
	}
	e.Image = &discordgo.MessageEmbedImage{URL: "attachment://" + p.Name}
	m.Embeds = []*discordgo.MessageEmbed{e}
	m.attach(append(slices.Clone(r.Files), bot.File{Name: p.Name, Data: p.Data}))
	m.Attachments[len(m.Attachments)-1].Description = chat.Cut(p.Alt, maxAlt)
	return m
}
