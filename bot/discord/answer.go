package discord

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
)

// How long Discord waits for the first response to an interaction, less what
// the way there may take, and how long the token is good for edits.
const (
	firstResponse = 2500 * time.Millisecond
	tokenLife     = 15*time.Minute - 10*time.Second
	editLimit     = 15 * time.Second
	editWait      = 500 * time.Millisecond // for another edit of the tapped message
)

// tidyLimit is how long what nobody waits for may take: less than a bot that stops
// waits for what is under way, so that a Discord that hangs doesn't spoil its end.
const tidyLimit = 8 * time.Second

// A callback is a first response. Discord takes one for each interaction.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`

	files []bot.File
	more  bool // there is more to do for the interaction
}

// show is the callback that shows a message.
func show(t discordgo.InteractionResponseType, m *message) callback {
	return callback{Type: t, Data: m, files: m.files}
}

// A transport takes the first response to an interaction where it belongs.
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
	private bool // what the deferral has fixed
}

// tap reports whether it was a tap that is answered, not a command.
func (r *answerer) tap() bool { return r.in.Type == discordgo.InteractionMessageComponent }

// hidden reports whether a reply is for the player's eyes only: besides what
// the bot says, all that comes of a tap on somebody else's message.
func (r *answerer) hidden(reply bot.Reply) bool {
	return reply.Private || r.tap() && !r.in.own() && !reply.Replace
}

// replaces reports whether a reply takes the place of the tapped message. What
// is private never goes into one that others see.
func (r *answerer) replaces(reply bot.Reply) bool {
	if !r.tap() || !reply.Replace || r.in.Message == nil {
		return false
	}
	return !reply.Private || !r.in.shared() || r.in.Message.ephemeral()
}

// Answer gives the reply as the first response. If the tapped message is gone,
// or too old to be edited, the reply is a new one.
func (r *answerer) Answer(ctx context.Context, reply bot.Reply) error {
	answer := func(t discordgo.InteractionResponseType, m *message) error {
		c := show(t, m)
		c.more = len(reply.Posts) > 0
		return r.first(ctx, r.in, c)
	}
	if r.replaces(reply) {
		err := r.present(reply, func(m *message) error {
			wait, cancel := context.WithTimeout(ctx, editWait) // then the tap has to be answered, come what may
			defer cancel()
			switch end, ok := r.begin(wait, reply); {
			case ok:
				defer end()
			case wait.Err() == nil: // the newer board stays
				return r.first(ctx, r.in, callback{Type: discordgo.InteractionResponseDeferredMessageUpdate})
			}
			return answer(discordgo.InteractionResponseUpdateMessage, m)
		})
		if !messageGone(err) {
			return r.posted(ctx, err, reply, r.tappedBoard())
		}
	}
	err := r.present(reply, func(m *message) error {
		return answer(discordgo.InteractionResponseChannelMessageWithSource, m.as(r.hidden(reply)))
	})
	return r.posted(ctx, err, reply, r.originalBoard())
}

// begin waits for the turn to change the tapped board to what a reply shows. It
// reports false if a newer board is there, or the context ends.
func (r *answerer) begin(ctx context.Context, reply bot.Reply) (end func(), ok bool) {
	if reply.Ref.Game == "" || !r.tap() {
		return func() {}, true
	}
	return r.place(reply.Ref.Game, r.in.ChannelID).Begin(ctx, reply.Ref.Version)
}

// messageGone reports whether a message can't be edited any more.
func messageGone(err error) bool {
	return refusedWith(err, codeUnknownMessage) || refusedWith(err, codeTooManyEdits)
}

// Defer says that the answer will come: for a command by a message that waits,
// for a tap without a sign.
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

// Finish gives the reply after Defer. It tries as long as the interaction's token
// lives. If the message to be edited is gone, or too old for that, the reply is a
// further one.
func (r *answerer) Finish(ctx context.Context, reply bot.Reply) error {
	left := tokenLife - r.now().Sub(r.in.received)
	if left <= 0 {
		return errors.New("the interaction's token has expired")
	}
	ctx, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	at, hidden := r.originalBoard(), r.hidden(reply)
	edits := hidden == r.private
	if r.tap() {
		at, edits = r.tappedBoard(), r.replaces(reply)
	}
	if edits {
		err := r.present(reply, func(m *message) error { return r.edit(ctx, m, reply) })
		if !messageGone(err) {
			return r.posted(ctx, err, reply, at)
		}
	}
	// The first follow-up would take the place and the visibility of a waiting
	// message, so that becomes a short one first. Then it goes.
	waits := !r.tap() && !edits
	if waits {
		if err := r.edit(ctx, r.notice(reply.Lang, "discord.below"), bot.Reply{}); err != nil && !messageGone(err) {
			return err
		}
	}
	err := r.present(reply, func(m *message) (err error) {
		at, err = r.follow(ctx, m.as(hidden))
		return err
	})
	if err == nil && waits {
		_, err = r.rest.do(ctx, call{method: http.MethodDelete, path: r.rest.original(r.in.Token)})
		if messageGone(err) {
			err = nil
		}
	}
	return r.posted(ctx, err, reply, at)
}

// follow posts a further message.
func (r *answerer) follow(ctx context.Context, m *message) (liveBoard, error) {
	posted, err := r.deliver(ctx, call{method: http.MethodPost, path: r.rest.hook(r.in.Token), once: true, early: true, patient: !m.optional}, m)
	if err != nil {
		return liveBoard{}, err
	}
	return r.furtherBoard(posted), nil
}

// edit puts a reply's message in the place of the one that the interaction posted
// or was tapped on, unless a newer board is there.
func (r *answerer) edit(ctx context.Context, m *message, reply bot.Reply) error {
	_, err := r.deliver(ctx, call{
		method: http.MethodPatch, path: r.rest.original(r.in.Token), early: true, patient: !m.optional,
		begin: func(ctx context.Context) (func(), bool) { return r.begin(ctx, reply) },
	}, m)
	return err
}

// deliver sends a message.
func (a *Adapter) deliver(ctx context.Context, c call, m *message) (answer []byte, err error) {
	if c.body, err = encode(m, m.files); err != nil {
		return nil, err
	}
	return a.rest.do(ctx, c)
}

// hook is the path under which an interaction's token is good.
func (c *rest) hook(token string) string { return "/webhooks/" + c.app + "/" + token }

// original is the path of the message that an interaction posted or was tapped
// on.
func (c *rest) original(token string) string { return c.hook(token) + "/messages/@original" }
