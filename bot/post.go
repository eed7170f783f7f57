package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// A message for others reaches them, or somebody hears that it didn't. A [Post] that
// can't be delivered gives way to its Else; a direct message that has none waits in the
// player's record and stands above the answer to the player's next command.

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

	// Else returns what is posted instead if this can't be delivered. It may be nil:
	// then a direct message waits for the player's next command.
	Else func(ctx context.Context) ([]Post, error)

	// Settled is called once the post was sent, or can't be: nothing is kept of it
	// any more. If it is nil, nobody tries the post again.
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

// Try delivers a post on a platform that this copy of the bot reaches. The error is, by
// errors.Is, ErrUndeliverable if another try would fail too, or the address is nobody's.
func (b *Bot) Try(ctx context.Context, p Post) error {
	if p.To.Channel == "" && p.To.Player == (persist.Player{}) {
		return ErrUndeliverable
	}
	return b.Posters[p.To.Platform].Post(ctx, p)
}

// Send sends a post, and settles it unless it is to be tried again. On a platform
// that this copy of the bot doesn't reach it does nothing.
func (b *Bot) Send(ctx context.Context, p Post) error {
	if !b.Reaches(p.To.Platform) {
		return nil
	}
	return b.Settle(ctx, p, b.Try(ctx, p))
}

// Settle settles a post that was tried with a result, unless it is to be tried
// again. It returns the result, or else what went wrong while settling; nil if
// something else was delivered instead.
func (b *Bot) Settle(ctx context.Context, p Post, sent error) error {
	return b.settle(ctx, p, sent, b.Send)
}

// settle is Settle with a way to send what is posted instead.
func (b *Bot) settle(ctx context.Context, p Post, sent error, send func(context.Context, Post) error) error {
	givenUp := sent != nil && (errors.Is(sent, ErrUndeliverable) || p.Settled == nil)
	if sent != nil && !givenUp {
		return sent
	}
	if givenUp {
		reached, err := b.instead(ctx, p, send)
		if err != nil {
			return err
		}
		if reached {
			sent = nil
		}
	}
	if p.Settled != nil {
		if err := p.Settled(ctx); err != nil {
			return err
		}
	}
	return sent
}

// instead delivers the substitute of a post that was given up, and reports whether that
// reaches anybody.
func (b *Bot) instead(ctx context.Context, p Post, send func(context.Context, Post) error) (reached bool, err error) {
	if p.Else == nil {
		return b.leave(ctx, p)
	}
	posts, err := p.Else(ctx)
	reached = len(posts) == 0 // an earlier try has reached all
	for _, other := range posts {
		switch sent := send(ctx, other); {
		case sent == nil:
			reached = true
		case !errors.Is(sent, ErrUndeliverable):
			err = sent
		}
	}
	return reached, err
}

// mostWaiting is how many lines wait for a player's next command.
const mostWaiting = 20

// leave keeps a direct message for the player's next command. It reports false, and keeps
// nothing, if nothing is stored about the player.
func (b *Bot) leave(ctx context.Context, p Post) (kept bool, err error) {
	if p.To.Channel != "" || p.To.Player == (persist.Player{}) {
		return false, nil
	}
	err = b.Within(ctx, p.To.Player, func(t *Turn) error {
		if kept = t.Record.Version > 0; !kept {
			return nil
		}
		lines := append(t.waiting(), each(p.Reply.Lines, keepMessage)...)
		data, err := persist.Marshal(lines[max(0, len(lines)-mostWaiting):])
		t.Record.Waiting, t.changed = data, true
		return err
	})
	if err != nil {
		return false, fmt.Errorf("keep a message for the player's next command: %w", err)
	}
	return kept, nil
}

// waiting returns the lines kept for the player's next command.
func (t *Turn) waiting() (lines []keptMessage) {
	if len(t.Record.Waiting) > 0 && persist.Unmarshal(t.Record.Waiting, &lines) != nil {
		return nil // written by a later version
	}
	return lines
}

// sayWaiting puts the kept lines above the reply, if only the player reads it.
func (t *Turn) sayWaiting() {
	if len(t.Record.Waiting) == 0 || t.Forget || t.Request.Place.Shared && (t.Call.Public() || !t.NoBoard && t.showsPublicGame()) {
		return
	}
	t.Reply.Lines = slices.Concat(each(t.waiting(), readMessage), t.Reply.Lines)
	t.Record.Waiting, t.changed = nil, true
}

func (t *Turn) showsPublicGame() bool {
	i := t.slot(t.Record.Current)
	return i >= 0 && t.Record.Games[i].PublicIn(t.Scope())
}

// A Furtherer is a [Responder] that can post further messages where the request came
// from, even if the bot is no member there.
type Furtherer interface {
	Further(ctx context.Context, r Reply) error
}

// sendFor sends a post that a request has caused. A post to the person who made the
// request takes the way of the answer. So does a post to the request's place if the bot
// can't post there by itself.
func (b *Bot) sendFor(ctx context.Context, req Request, r Responder, p Post) error {
	further, can := r.(Furtherer)
	if can && p.To.Channel == "" && p.To.Player == req.Player {
		own := p.Reply
		own.Private = req.Place.Shared
		if further.Further(ctx, own) == nil {
			return b.Settle(ctx, p, nil)
		}
	}
	if !b.Reaches(p.To.Platform) {
		return nil
	}
	sent := b.Try(ctx, p)
	here := req.Place.Shared && p.To.Channel == req.Place.Channel && p.To.Server == req.Place.Server && p.To.Platform == req.Player.Platform
	if errors.Is(sent, ErrUndeliverable) && can && here {
		if err := further.Further(ctx, p.Reply); err == nil {
			sent = nil
		} else {
			sent = fmt.Errorf("%w; %w", sent, err)
		}
	}
	return b.settle(ctx, p, sent, func(ctx context.Context, p Post) error { return b.sendFor(ctx, req, r, p) })
}

// LanguageOf returns the language of a post to a player outside of a request: the player's
// choice, otherwise the place's. Errors fall back to the next choice.
func (b *Bot) LanguageOf(ctx context.Context, p persist.Player, place string) string {
	rec, _ := b.Store.Load(ctx, p)
	return locale.Match(rec.Settings[SettingLanguage], place)
}
