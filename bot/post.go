package bot

import (
	"context"
	"errors"

	"github.com/solitaire-chat/solitaire/persist"
)

// An Address is where a message that nobody asked for just now goes: a channel,
// or a player's direct messages.
type Address struct {
	Platform string
	Server   string         // Discord's server or Slack's workspace
	Channel  string         // empty for a direct message
	Player   persist.Player // of a direct message
}

// A Post is a message for others than the one who asked, or for later.
type Post struct {
	To    Address
	Reply Reply // without a board
}

// ErrUndeliverable says that a message can't be delivered there, now or later:
// the channel is gone, or the bot may not write to it.
var ErrUndeliverable = errors.New("messages can't be delivered there")

// A Poster delivers posts on one platform.
type Poster interface {
	// Post delivers a message. The error is, by errors.Is, ErrUndeliverable if
	// trying again is of no use.
	Post(ctx context.Context, p Post) error
}
