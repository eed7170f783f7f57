package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
)

// Discord's timeout for the first response to an interaction, less the time on the
// network, and the lifetime of an interaction's token.
const (
	firstResponse = 2500 * time.Millisecond
	tokenLife     = 15*time.Minute - 10*time.Second
	editLimit     = 15 * time.Second
	editWait      = 500 * time.Millisecond // the longest wait for another edit of the tapped message, before the tap must be answered
)

// tidyLimit is the timeout of edits that no player waits for. It is shorter than the bot's
// drain time, so that they can't delay a shutdown while Discord hangs.
const tidyLimit = 8 * time.Second

// handle answers one decoded interaction; err is the error of decoding it. A panic fails
// only this interaction.
func (a *Adapter) handle(ctx context.Context, in *interaction, err error, first transport) {
	if in == nil {
		a.log.Error("Discord sent something that is not an interaction", "error", err)
		return
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		if err != nil {
			a.failed(in, err)
			a.apologise(ctx, in, first)
		}
	}()
	switch {
	case err != nil:
	case in.Type == discordgo.InteractionApplicationCommand, in.Type == discordgo.InteractionMessageComponent:
		req := a.chosen(ctx, in, a.request(in))
		a.sit(in, req)
		if err := a.bot.Respond(ctx, req, &answerer{Adapter: a, in: in, first: first}, a.times); err != nil {
			a.failed(in, err)
		}
	case in.Type == discordgo.InteractionApplicationCommandAutocomplete:
		a.complete(ctx, in, first)
	default:
		a.apologise(ctx, in, first)
	}
}

// apologise answers that nothing was done, unless an answer was given before.
func (a *Adapter) apologise(ctx context.Context, in *interaction, first transport) {
	c := show(discordgo.InteractionResponseChannelMessageWithSource, a.notice(in.Locale, "discord.unreadable").as(true))
	if in.Type == discordgo.InteractionApplicationCommandAutocomplete {
		c = suggest(nil)
	}
	if err := first(ctx, in, c); err != nil && !refusedWith(err, codeAcknowledged) && !errors.Is(err, errAnswered) {
		a.failed(in, err)
	}
}

// failed logs an interaction that wasn't answered properly, without names, texts or cards.
func (a *Adapter) failed(in *interaction, err error) {
	if refusedWith(err, codeUnknownInteraction) {
		a.log.Warn("an answer came too late for Discord", "request", bot.Mark(in.ID), "took", a.now().Sub(in.received))
		return
	}
	a.log.Error("an interaction failed", "request", bot.Mark(in.ID), "error", err)
}

// A callback is a first response. Discord accepts one for each interaction.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`

	files     []bot.File
	more      bool // more messages follow
	refusable bool // Discord may refuse it, as one with emojis that are gone
}

// show returns the callback that shows a message.
func show(t discordgo.InteractionResponseType, m *message) callback {
	return callback{Type: t, Data: m, files: m.files}
}

// A transport delivers the first response to an interaction.
type transport func(ctx context.Context, in *interaction, c callback) error

// callback is the transport over REST, for interactions from the gateway.
func (a *Adapter) callback(ctx context.Context, in *interaction, c callback) error {
	ctx, cancel := context.WithTimeout(ctx, firstResponse-a.now().Sub(in.received))
	defer cancel()
	b, err := encode(c, c.files)
	if err != nil {
		return err
	}
	_, err = a.rest.do(ctx, call{method: http.MethodPost, path: "/interactions/" + in.ID + "/" + in.Token + "/callback", body: b})
	return err
}

// An answerer answers one interaction; it is the bot's Responder.
type answerer struct {
	*Adapter
	in      *interaction
	first   transport
	private bool // the visibility fixed by the deferral
	tiled   bool // the latest message has emojis, see cards.go
	plain   bool // the next message must have none, since Discord has refused them
}

// Answer sends the reply as the first response. If the tapped message is gone, or too old
// to be edited, the reply is a new message.
func (r *answerer) Answer(ctx context.Context, reply bot.Reply) error {
	send := func(ctx context.Context, t discordgo.InteractionResponseType, m *message) error {
		c := show(t, m)
		c.more, c.refusable = len(reply.Posts) > 0, r.tiled
		return r.first(ctx, r.in, c)
	}
	way := r.way(reply)
	if r.replaces(reply) {
		way.Edits, way.Wait = true, editWait
		way.Newer = func(ctx context.Context) error {
			return r.first(ctx, r.in, callback{Type: discordgo.InteractionResponseDeferredMessageUpdate})
		}
		way.Send = func(ctx context.Context, p *chat.Picture) (chat.Message, error) {
			return r.tapped(), send(ctx, discordgo.InteractionResponseUpdateMessage, r.message(reply, p))
		}
		if err := r.boards.Show(ctx, way); !messageGone(err) {
			return err
		}
		way.Edits = false
	}
	way.Send = func(ctx context.Context, p *chat.Picture) (chat.Message, error) {
		return r.original(reply), send(ctx, discordgo.InteractionResponseChannelMessageWithSource, r.message(reply, p).as(r.hidden(reply)))
	}
	return r.boards.Show(ctx, way)
}

// Defer announces an answer: after a command by a placeholder message, after a tap without
// any sign.
func (r *answerer) Defer(ctx context.Context, private bool) error {
	c := callback{Type: discordgo.InteractionResponseDeferredMessageUpdate, more: true}
	if !r.tap() {
		r.private = private
		c.Type = discordgo.InteractionResponseDeferredChannelMessageWithSource
		if private {
			c.Data = struct {
				Flags discordgo.MessageFlags `json:"flags"`
			}{discordgo.MessageFlagsEphemeral}
		}
	}
	return r.first(ctx, r.in, c)
}

// Finish sends the reply after Defer. It retries as long as the interaction's token lives.
// If the message to be edited is gone, or too old, the reply is a further message.
func (r *answerer) Finish(ctx context.Context, reply bot.Reply) error {
	left := tokenLife - r.now().Sub(r.in.received)
	if left <= 0 {
		return errors.New("the interaction's token has expired")
	}
	ctx, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	patiently := func(passes func(error) chat.Fault, try func(context.Context) error) error {
		return chat.Retry{Pause: r.rest.pause}.Do(ctx, passes, try)
	}
	at, edits, hidden := r.original(reply), r.hidden(reply) == r.private, r.hidden(reply)
	if r.tap() {
		at, edits = r.tapped(), r.replaces(reply)
	}
	edit := call{method: http.MethodPatch, path: r.rest.original(r.in.Token), early: true}
	way := r.way(reply)
	if edits {
		way.Edits = r.tap()
		way.Send = func(ctx context.Context, p *chat.Picture) (chat.Message, error) {
			_, err := r.deliver(ctx, edit, r.message(reply, p))
			return at, err
		}
		if err := patiently(fault, func(ctx context.Context) error { return r.boards.Show(ctx, way) }); !messageGone(err) {
			return err
		}
		way.Edits = false
	}
	// The first follow-up would take over the place and visibility of the placeholder. So
	// the placeholder is answered with a short line first, and deleted afterwards.
	waits := !r.tap() && !edits
	if waits {
		below := r.notice(reply.Lang, "discord.below")
		err := patiently(fault, func(ctx context.Context) error { _, err := r.deliver(ctx, edit, below); return err })
		if err != nil && !messageGone(err) {
			return err
		}
	}
	way.Send = func(ctx context.Context, p *chat.Picture) (chat.Message, error) {
		post := call{method: http.MethodPost, path: r.rest.hook(r.in.Token), once: true, early: true}
		answer, err := r.deliver(ctx, post, r.message(reply, p).as(hidden))
		return r.further(answer), err
	}
	err := patiently(onlyLimits, func(ctx context.Context) error { return r.boards.Show(ctx, way) })
	if err == nil && waits {
		_, err = r.rest.do(ctx, call{method: http.MethodDelete, path: r.rest.original(r.in.Token)})
		if messageGone(err) {
			err = nil
		}
	}
	return err
}

// way returns the common part of all ways to show a reply.
func (r *answerer) way(reply bot.Reply) chat.Way {
	w := chat.Way{Request: r.in.ID, Channel: r.in.ChannelID, Reply: reply}
	p, err := r.painter.Paint(reply, r.presenter(reply.Lang, reply.Style).speaker)
	if err != nil {
		r.log.Warn("could not show a picture, so the answer has none", "request", bot.Mark(r.in.ID), "error", err)
	}
	w.Picture = p
	w.Plain = func(err error) bool {
		r.plain = pictureRefused(err)
		return r.plain && (p != nil || r.tiled)
	}
	return w
}

// tap reports whether the interaction is a tap, not a command.
func (r *answerer) tap() bool { return r.in.Type == discordgo.InteractionMessageComponent }

// hidden reports whether only the player may see a reply: the bot says so, or the reply
// answers a tap on somebody else's message.
func (r *answerer) hidden(reply bot.Reply) bool {
	return reply.Private || r.tap() && !r.in.own() && !reply.Replace
}

// replaces reports whether a reply takes the place of the tapped message. A private reply
// never replaces a message that others see.
func (r *answerer) replaces(reply bot.Reply) bool {
	if !r.tap() || !reply.Replace || r.in.Message == nil {
		return false
	}
	if reply.Ref.Game != "" && !reply.Private && r.in.shared() && r.in.Message.ephemeral() {
		return false // a public board never goes into a message that only one person sees
	}
	return !reply.Private || !r.in.shared() || r.in.Message.ephemeral()
}

// message returns a reply as a message, with its picture in place of a drawn board; nil is
// none.
func (a *Adapter) message(r bot.Reply, p *chat.Picture) *message {
	shown := a.presenter(r.Lang, r.Style)
	m, e := newMessage(), shown.embed(r)
	if r.ForOthers {
		shown.sayTo(m, r)
		e = new(discordgo.MessageEmbed)
	}
	if p != nil {
		if r.Show == nil {
			e.Description = shown.withoutBoard(r)
		}
		e.Image = &discordgo.MessageEmbedImage{URL: "attachment://" + p.Name}
		r.Files = append(slices.Clone(r.Files), bot.File{Name: p.Name, Data: p.Data})
	}
	if e.Title != "" || e.Description != "" || p != nil {
		m.Embeds = append(m.Embeds, e)
	}
	m.Components = shown.rows(r)
	m.attach(r.Files)
	if p != nil {
		m.Attachments[len(m.Attachments)-1].Description = chat.Cut(p.Alt, maxAlt)
	}
	return m
}

// deliver sends a message.
func (a *Adapter) deliver(ctx context.Context, c call, m *message) (answer []byte, err error) {
	if c.body, err = encode(m, m.files); err != nil {
		return nil, err
	}
	return a.rest.do(ctx, c)
}

// A shownBoard is a message that shows a board.
type shownBoard struct {
	*Adapter
	origin string // the interaction that posted the message
	public bool   // others see the message

	// path edits the message by the token of its last interaction, which works for a
	// while. lasting edits it as a message of a channel that the bot is in; "" if it isn't
	// in one, or the message's id isn't known.
	path    string
	until   time.Time
	lasting string
}

// shownBoard returns a message that the interaction's token can edit.
func (r *answerer) shownBoard(origin, path string, hidden bool) *shownBoard {
	return &shownBoard{Adapter: r.Adapter, origin: origin, public: !hidden && r.in.shared(), path: path, until: r.in.received.Add(tokenLife)}
}

// original returns the first message that the interaction posted, for a reply.
func (r *answerer) original(reply bot.Reply) chat.Message {
	return r.shownBoard(r.in.ID, r.rest.original(r.in.Token), r.hidden(reply))
}

// tapped returns the tapped message; nil if it has no id.
func (r *answerer) tapped() chat.Message {
	m := r.in.Message
	b := r.shownBoard(m.ID, r.rest.original(r.in.Token), m.ephemeral())
	if m.Origin != nil && m.Origin.ID != "" {
		b.origin = m.Origin.ID
	}
	if b.origin == "" {
		return nil
	}
	b.lasting = r.in.lasting(m)
	return b
}

// further returns the follow-up message that Discord has named in its answer; nil if that
// can't be read.
func (r *answerer) further(answer []byte) chat.Message {
	var m tapped
	if json.Unmarshal(answer, &m) != nil || m.ID == "" {
		return nil
	}
	b := r.shownBoard(r.in.ID, r.rest.hook(r.in.Token)+"/messages/"+m.ID, m.ephemeral())
	b.lasting = r.in.lasting(&m)
	return b
}

// lasting returns the path of a public message in a server that has installed the bot:
// there the bot is a member and can edit it.
func (in *interaction) lasting(m *tapped) string {
	if m.ephemeral() || in.GuildID == "" || in.Owners[guildInstall] != in.GuildID {
		return ""
	}
	return "/channels/" + in.ChannelID + "/messages/" + m.ID
}

// ID implements [chat.Message].
func (b *shownBoard) ID() string { return b.origin }

// Line implements [chat.Message]. A board that others see is deleted: a line for each
// move would fill the channel.
func (b *shownBoard) Line(ctx context.Context, lang string) error {
	edit := b.edit()
	if edit.path == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, tidyLimit)
	defer cancel()
	if b.public {
		away := edit
		away.method = http.MethodDelete
		if _, err := b.rest.do(ctx, away); err == nil || messageGone(err) {
			return nil
		}
	}
	_, err := b.deliver(ctx, edit, b.line(lang, "discord.moved"))
	return err
}
