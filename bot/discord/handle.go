package discord

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
)

// handle answers one interaction as it was decoded, with the error of that. A panic
// fails only this one.
func (a *Adapter) handle(ctx context.Context, in *interaction, err error, first transport) {
	if in == nil {
		a.log.Error("Discord sent what is no interaction", "error", err)
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
		if err := a.bot.Respond(ctx, req, &answerer{Adapter: a, in: in, first: first}, a.times); err != nil {
			a.failed(in, err)
		}
	case in.Type == discordgo.InteractionApplicationCommandAutocomplete:
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
	a.log.Error("an interaction went wrong", "request", bot.Mark(in.ID), "error", err)
}
