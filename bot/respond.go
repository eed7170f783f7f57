package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Responder is an adapter's way to answer one request. Platforms want a first response
// within seconds, so a slow answer is announced by Defer and given by Finish.
type Responder interface {
	// Answer gives the reply as the first response.
	Answer(ctx context.Context, r Reply) error
	// Defer says that the answer will come. Where its visibility has to be
	// fixed now, private says so; see [Bot.Private].
	Defer(ctx context.Context, private bool) error
	// Finish gives the reply after Defer, whether that failed or not.
	Finish(ctx context.Context, r Reply) error
}

// Times are how long a request may take.
type Times struct {
	Patience time.Duration // until the answer is deferred
	Limit    time.Duration // until the request is given up
}

// DefaultTimes fit platforms that want a first response within three seconds.
func DefaultTimes() Times { return Times{Patience: 1500 * time.Millisecond, Limit: 30 * time.Second} }

// Respond carries out a request, answers it in time, and delivers what it leaves for
// others. Commands know nothing of time limits: slow answers are deferred here. A panic
// fails only this request. The error is for the operator: a panic, or why the answer or a
// post failed. It doesn't include the error of [Bot.Handle], which the observer has
// reported.
func (b *Bot) Respond(ctx context.Context, req Request, r Responder, times Times) error {
	req = b.Read(req)
	limited, cancel := context.WithTimeout(ctx, times.Limit)
	defer cancel()
	deferred := make(chan error, 1)
	patience := time.AfterFunc(times.Patience, func() { deferred <- r.Defer(ctx, b.Private(req)) })

	reply, err := b.handleSafely(limited, req)
	if patience.Stop() {
		err = join(err, "answer", r.Answer(ctx, reply))
	} else {
		err = join(err, "defer", <-deferred)
		err = join(err, "finish", r.Finish(ctx, reply))
	}
	for _, p := range reply.Posts {
		err = join(err, "post", b.sendFor(ctx, req, r, p))
	}
	return err
}

// handleSafely is Handle, but its error is only a panic, with the stack.
func (b *Bot) handleSafely(ctx context.Context, req Request) (reply Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			reply = b.failure(req, err)
		}
	}()
	reply, _ = b.Handle(ctx, req) // the observer has reported the error
	return reply, nil
}

// join joins an error and that of a further step.
func join(err error, what string, further error) error {
	switch {
	case further == nil:
		return err
	case err == nil:
		return fmt.Errorf("%s: %w", what, further)
	}
	return fmt.Errorf("%w; %s: %w", err, what, further)
}

// ErrLoad marks what failed before anything could be changed: reading.
var ErrLoad = errors.New("load")

// failure returns the reply to a request during which the store failed.
func (b *Bot) failure(req Request, err error) Reply {
	key := "failure.store"
	switch {
	case errors.Is(err, ErrLoad) && !persist.Unreadable(err):
		key = "failure.load"
	case persist.OwnUnreadable(err, req.Player) && errors.Is(err, persist.ErrDamaged):
		key = "failure.damaged"
	case errors.Is(err, persist.ErrDamaged): // the damage is in shared data: the player's own is intact
		key = "failure.shared"
	case errors.Is(err, persist.ErrNewer):
		key = "failure.newer"
	case errors.Is(err, persist.ErrBusy), errors.Is(err, persist.ErrConflict), errors.Is(err, context.DeadlineExceeded):
		key = "failure.busy"
	}
	return b.plain(req, key)
}

// plain returns a reply of one message, made without the store.
func (b *Bot) plain(req Request, key string) Reply {
	return Reply{Lines: []locale.Message{locale.Msg(key)}, Lang: b.Lang(req), Private: req.Place.Shared}
}
