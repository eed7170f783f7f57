package discord

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// A shard is the part of Discord's servers whose interactions come over one
// connection.
type shard struct {
	*Adapter
	number, of int
	group      int      // Discord lets one shard of a group identify at a time
	session    *session // nil: the next connection identifies
}

// A session is Discord's memory of a shard across connections. A new connection
// that resumes it gets the events after the last one that the old one received.
type session struct {
	id, url  string
	begun    time.Time
	sequence atomic.Int64 // of the last event
}

// keep keeps the shard connected: it resumes the session as long as Discord knows it, and
// otherwise identifies again. It returns nil when the context ends, or an error that no
// retry can mend.
func (s *shard) keep(ctx context.Context) error {
	s.wanted.Add(1)
	defer s.wanted.Add(-1)
	for retry := newRetry(s.pace); ; {
		lasted, err := s.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if fatal := (*fatalError)(nil); errors.As(err, &fatal) {
			return fatal
		}
		var age time.Duration
		if s.session != nil {
			age = time.Since(s.session.begun)
		}
		resume, wait := retry.after(lasted, age, s.session == nil || sessionLost(err))
		if !resume {
			s.session = nil
		}
		s.log.Warn("disconnected from Discord, connecting again", "shard", s.number, "lasted", lasted, "resume", resume, "in", wait, "error", err)
		if !chat.Sleep(ctx, wait) {
			return nil
		}
	}
}

// A retry decides how the next connection begins, and when.
type retry struct {
	pace
	identifies, resumes *backoff
	failed              int // resumes in a row
}

func newRetry(p pace) *retry {
	return &retry{pace: p, identifies: newBackoff(p.identify, p.most), resumes: &backoff{first: p.resume, most: p.most}}
}

// after returns whether to resume, after a connection that was ready for the time
// given, in a session of the age given, and the pause before it. Identifies count
// against a daily limit, so only a session that lasted lets them start without a
// pause.
func (r *retry) after(lasted, age time.Duration, lost bool) (resume bool, wait time.Duration) {
	const maxFailed = 5
	if r.failed++; lasted > 0 {
		r.failed = 0
	}
	if lasted >= r.healthy {
		r.resumes.reset()
	}
	if !lost && r.failed < maxFailed {
		return true, r.resumes.next()
	}
	if age >= r.settled {
		r.identifies.reset()
	}
	r.failed = 0
	r.resumes.reset()
	return false, r.identifies.next()
}

// sessionLost reports whether an error says that Discord has forgotten the session.
func sessionLost(err error) bool {
	return errors.Is(err, errInvalidSession) || websocket.IsCloseError(err, closeNotAuthenticated, closeBadSequence, closeTimedOut)
}

// spareIdentifies are reserved for an operator who restarts the bot.
const spareIdentifies = 20

// connect makes one connection and returns when it ends, with the time for which it was
// ready. Identifies count against a daily limit and wait for their turn; resumes don't.
// The turn to identify is taken after connecting, because connecting may take any time.
// The turn to connect comes before it: without that, several shards could wait to identify
// with an outdated count of the remaining identifies.
func (s *shard) connect(ctx context.Context) (lasted time.Duration, err error) {
	if s.session != nil {
		return s.dial(ctx, s.session.url)
	}
	if err := s.turn(ctx, "connect"); err != nil {
		return 0, err
	}
	g, err := s.askGateway(ctx)
	if err != nil {
		return 0, err
	}
	if g.Limit.AtOnce > 0 && g.Limit.Remaining <= spareIdentifies {
		reset := time.Duration(g.Limit.ResetAfter) * time.Millisecond
		s.log.Error("Discord allows only a few more connections for now", "left", g.Limit.Remaining, "reset_after", reset)
		chat.Sleep(ctx, reset) // the caller looks at the context
		return 0, errors.New("only a few identifies are left")
	}
	return s.dial(ctx, g.URL)
}

// turn waits until this shard is the only one of its group, in all copies of the bot, that
// may take a step.
func (s *shard) turn(ctx context.Context, to string) error {
	if err := s.referee.Take(ctx, "discord-"+to+"-"+strconv.Itoa(s.group), s.pace.lease); err != nil {
		return fmt.Errorf("waiting for the turn to %s: %w", to, err)
	}
	return nil
}
