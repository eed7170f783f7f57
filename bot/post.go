package bot

import (
	"context"
	"errors"
	"fmt"

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
	Reply Reply  // without a board
	ID    string // the same whenever this is tried again; empty: it won't be

	tells string // the challenge whose result it is; else empty
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

// reaches reports whether messages can be sent on a platform.
func (b *Bot) reaches(platform string) bool { return b.Posters[platform] != nil }

// deliver sends a post. What can't be sent just now, or not by this bot, is left to
// the jobs if it is a challenge's result.
func (b *Bot) deliver(ctx context.Context, p Post) error {
	if !b.reaches(p.To.Platform) {
		return nil
	}
	return b.told(ctx, p, b.send(ctx, p))
}

// postID is the id of what a request posts while it is carried out, which may be
// done anew; empty where requests have none.
func (s *session) postID(what string) string {
	if s.req.ID == "" {
		return ""
	}
	return what + " " + s.req.ID
}

// send sends a post on a platform that the bot reaches.
func (b *Bot) send(ctx context.Context, p Post) error { return b.Posters[p.To.Platform].Post(ctx, p) }

// told keeps nothing of a challenge whose result was sent, or can't be: err says how
// that went. A result is not settled while its challenge is kept.
func (b *Bot) told(ctx context.Context, p Post, err error) error {
	if p.tells == "" || err != nil && !errors.Is(err, ErrUndeliverable) {
		return err
	}
	if kept := b.dropChallenge(ctx, p.tells); kept != nil {
		return fmt.Errorf("told: %w", kept)
	}
	return err
}

func (b *Bot) dropChallenge(ctx context.Context, id string) error {
	doc, err := b.Store.Doc(ctx, persist.ChallengeKind, id)
	if errors.Is(err, persist.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return b.remove(ctx, doc)
}

// remove deletes a doc.
func (b *Bot) remove(ctx context.Context, d persist.Doc) error {
	d.Data = nil
	return ignoreConflict(b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{d}}))
}
