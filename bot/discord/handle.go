package discord

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
)

// handle answers one interaction as it was decoded, with the error of that.
func (a *Adapter) handle(ctx context.Context, in *interaction, err error, first transport) {
	switch {
	case in == nil:
		a.log.Error("Discord sent something that isn't an interaction", "error", err)
	case err != nil:
		a.failed(in, err)
		a.apologise(ctx, in, first)
	default:
		a.answer(ctx, in, first)
	}
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
			req = a.chosen(ctx, in, req)
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

// failed reports to the operator an interaction that was not answered as it
// should be. It names nobody, and says nothing of texts or cards.
func (a *Adapter) failed(in *interaction, err error) {
	if refusedWith(err, codeUnknownInteraction) {
		a.log.Warn("an answer came too late for Discord", "request", bot.Mark(in.ID), "took", a.now().Sub(in.received))
		return
	}
	a.log.Error("an interaction failed", "request", bot.Mark(in.ID), "error", err)
}
