package discord

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"
)

// handle answers one interaction, whatever it holds.
func (a *Adapter) handle(ctx context.Context, raw []byte, received time.Time, first transport) {
	in, err := decode(raw, received)
	if err != nil {
		a.unreadable(ctx, raw, received, first, err)
		return
	}
	a.answer(ctx, in, first)
}

// answer answers an interaction. A panic fails only this one.
func (a *Adapter) answer(ctx context.Context, in *interaction, first transport) {
	defer func() {
		if p := recover(); p != nil {
			a.failed(in, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
			a.apologise(ctx, in, first)
		}
	}()
	switch in.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent:
		req := a.request(in)
		if in.Type == discordgo.InteractionApplicationCommand {
			req.Text = a.chosen(ctx, in, req)
		}
		err := a.bot.Respond(ctx, req, &answerer{Adapter: a, in: in, first: first}, a.times)
		if err != nil {
			a.failed(in, err)
		}
	case discordgo.InteractionApplicationCommandAutocomplete:
		a.complete(ctx, in, first)
	default:
		a.apologise(ctx, in, first)
	}
}

// unreadable answers what can't be read, if it says where to.
func (a *Adapter) unreadable(ctx context.Context, raw []byte, received time.Time, first transport, fault error) {
	in, err := decodeStub(raw, received)
	if err != nil {
		a.log.Error("Discord sent what is no interaction", "error", err)
		return
	}
	a.failed(in, fault)
	a.apologise(ctx, in, first)
}

// apologise says that nothing was done. If something was said before, that
// stands.
func (a *Adapter) apologise(ctx context.Context, in *interaction, first transport) {
	c := show(discordgo.InteractionResponseChannelMessageWithSource, a.notice(in.Locale, "discord.unreadable").as(true))
	if in.Type == discordgo.InteractionApplicationCommandAutocomplete {
		c = suggest(nil)
	}
	if err := first(ctx, in, c); err != nil && !refusedWith(err, codeAcknowledged) && !errors.Is(err, errAnswered) {
		a.failed(in, err)
	}
}

// failed tells the operator of an interaction that was not answered as it
// should be. It names nobody, and says nothing of texts or cards.
func (a *Adapter) failed(in *interaction, err error) {
	if refusedWith(err, codeUnknownInteraction) {
		a.log.Warn("an answer came too late for Discord", "interaction", in.ID, "took", a.now().Sub(in.received))
		return
	}
	a.log.Error("an interaction went wrong", "interaction", in.ID, "error", err)
}
