package bot

import (
	"context"
	"errors"

	"github.com/solitaire-chat/solitaire/persist"
)

// An Address is where a message goes that does not answer a request: a channel, or a
// player's direct messages.
type Address struct {
	Platform string
	Server   string         // Discord's server or Slack's workspace
	Channel  string         // empty for a direct message
	Player   persist.Player // of a direct message
}

// A Post is a message for others than the person who asked, or for later.
type Post struct {
	To    Address
	Reply Reply  // without a board
	ID    string // the same whenever this is tried again; empty: it won't be

	// Settled is called once the post was sent, or can't be: nothing is kept of it
	// any more. It may be nil.
	Settled func(ctx context.Context) error
}

// ErrUndeliverable says that a message can't be delivered there, now or later: the
// channel is gone, or the bot may not write to it.
var ErrUndeliverable = errors.New("messages can't be delivered there")

// A Poster delivers posts on one platform.
type Poster interface {
	// Post delivers a message. The error is, by errors.Is, ErrUndeliverable if
	// another try would fail too.
	Post(ctx context.Context, p Post) error
}

// Reaches reports whether messages can be sent on a platform.
func (b *Bot) Reaches(platform string) bool { return b.Posters[platform] != nil }

// Send sends a post, and settles it unless it is to be tried again. On a platform
// that this copy of the bot doesn't reach it does nothing.
func (b *Bot) Send(ctx context.Context, p Post) error {
	if !b.Reaches(p.To.Platform) {
		return nil
	}
	return b.Settle(ctx, p, b.Posters[p.To.Platform].Post(ctx, p))
}

// Settle settles a post that was tried with a result, unless it is to be tried
// again. It returns the result, or else what went wrong while settling.
func (b *Bot) Settle(ctx context.Context, p Post, sent error) error {
	if p.Settled == nil || sent != nil && !errors.Is(sent, ErrUndeliverable) {
		return sent
	}
	if err := p.Settled(ctx); err != nil {
		return err
	}
	return sent
}
