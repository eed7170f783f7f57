package discord

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// A shard is the part of Discord's servers whose interactions come over one
// connection.
type shard struct {
	*Adapter
	number, of int
	group      int // Discord lets one shard of a group identify at a time
}

// spareIdentifies are left over for whoever restarts the bot by hand.
const spareIdentifies = 20

// keep keeps the shard connected. It returns when the context ends, or with an
// error that no further attempt would change.
func (s shard) keep(ctx context.Context) error {
	s.status.add(1, 0)
	defer s.status.add(-1, 0)
	for b := newBackoff(s.pace); ; {
		lasted, err := s.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if fatal := (*fatalError)(nil); errors.As(err, &fatal) {
			return fatal
		}
		wait := b.next(lasted)
		s.log.Warn("the connection to Discord has ended, there will be another", "shard", s.number, "lasted", lasted, "in", wait, "error", err)
		if sleep(ctx, wait) != nil {
			return nil
		}
	}
}

// turn waits until the shard is the only one of its group, in all copies of the
// bot, that may do something now.
func (s shard) turn(ctx context.Context, to string) error {
	if err := s.referee.Take(ctx, "discord-"+to+"-"+strconv.Itoa(s.group), s.pace.identify); err != nil {
		return fmt.Errorf("waiting for the turn to %s: %w", to, err)
	}
	return nil
}

// errFewLeft says that connections were saved up.
var errFewLeft = errors.New("hardly any connections are left")

// connect makes one connection, in its turn, and stays until it ends. It
// returns how long it was ready, and why it ended. The turn to identify is
// another one, since nobody knows how long connecting takes: this one keeps
// many from waiting for that at once, with an old count of what is left.
func (s shard) connect(ctx context.Context) (lasted time.Duration, err error) {
	if err := s.turn(ctx, "connect"); err != nil {
		return 0, err
	}
	g, err := s.askGateway(ctx)
	if err != nil {
		return 0, err
	}
	if g.Limit.AtOnce > 0 && g.Limit.Remaining <= spareIdentifies {
		reset := time.Duration(g.Limit.ResetAfter) * time.Millisecond
		s.log.Error("Discord allows hardly any more connections for now", "left", g.Limit.Remaining, "reset_after", reset)
		_ = sleep(ctx, reset) // the caller looks at the context
		return 0, errFewLeft
	}
	l, err := s.dial(ctx, g.URL)
	if err != nil {
		return 0, err
	}
	return l.stay(ctx)
}
