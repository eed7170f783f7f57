package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Run connects to Discord's gateway and answers the interactions that come from
// there. It returns nil when ctx ends, and an error that says what to do when
// it can't go on; requests may still be under way then, see [Adapter.Drain].
//
// A lost connection is not resumed but made anew: what came in between is too
// old to be answered. Discord counts connections, so there is a pause before
// each further one, the longer the shorter the last ones lasted.
func (a *Adapter) Run(ctx context.Context) error {
	err := a.run(ctx)
	if err == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("discord: %w", err)
}

// run returns the first error of a shard; the others end then.
func (a *Adapter) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	gate, err := a.findGateway(ctx)
	if err != nil {
		return err
	}
	shards := a.shards
	if shards == 0 {
		shards = max(1, gate.Shards)
	}
	var all sync.WaitGroup
	for n := range shards {
		all.Go(func() {
			s := shard{a, n, shards, n % max(1, gate.Limit.AtOnce)}
			if err := a.referee.Hold(ctx, "discord-shard-"+strconv.Itoa(n), s.keep); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// A gateway is what Discord says of its own.
type gateway struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Limit  struct {
		Remaining  int   `json:"remaining"`
		ResetAfter int64 `json:"reset_after"` // milliseconds
		AtOnce     int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// findGateway asks until Discord answers, or it is clear that it never will.
func (a *Adapter) findGateway(ctx context.Context) (gateway, error) {
	a.status.add(1, 0)
	defer a.status.add(-1, 0)
	for b := newBackoff(a.pace); ; {
		g, err := a.askGateway(ctx)
		if err == nil || errors.As(err, new(*fatalError)) {
			return g, err
		}
		a.log.Warn("Discord's gateway can't be found yet", "error", err)
		if err := sleep(ctx, b.next(0)); err != nil {
			return g, err
		}
	}
}

func (a *Adapter) askGateway(ctx context.Context) (g gateway, err error) {
	ctx, cancel := context.WithTimeout(ctx, a.pace.open)
	defer cancel()
	answer, err := a.rest.send(ctx, call{method: http.MethodGet, path: "/gateway/bot", asBot: true})
	if err != nil {
		return g, deadToken(err)
	}
	if err := json.Unmarshal(answer, &g); err != nil || g.URL == "" {
		return g, errors.New("no gateway in what Discord answers")
	}
	return g, nil
}

// CheckToken finds a token that Discord refuses before anybody waits for what
// needs it. Discord not answering is no reason not to start.
func (a *Adapter) CheckToken(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.pace.open)
	defer cancel()
	_, err := a.rest.send(ctx, call{method: http.MethodGet, path: "/users/@me", asBot: true})
	if err = deadToken(err); errors.As(err, new(*fatalError)) {
		return fmt.Errorf("discord: %w", err)
	}
	if err != nil {
		a.log.Warn("Discord's token could not be checked", "error", err)
	}
	return nil
}

// deadToken says what to do about an error if Discord refuses the token.
func deadToken(err error) error {
	if e := (*apiError)(nil); errors.As(err, &e) && e.Status == http.StatusUnauthorized {
		return errToken()
	}
	return err
}

func errToken() error {
	return &fatalError{"Discord refuses the bot's token. Set DISCORD_TOKEN to the one that the developer portal shows under Bot"}
}

// A fatalError says why it is no use to go on, and what to do.
type fatalError struct{ text string }

func (e *fatalError) Error() string { return e.text }

// A pace says how long to wait for what.
type pace struct {
	least, most time.Duration // before a further connection
	settled     time.Duration // a connection that lasted so long was a good one
	identify    time.Duration // for so long nobody else of a shard's group identifies
	open        time.Duration // until a connection is ready
}

// usualPace lets one shard of a group identify in 5.5 s: Discord wants 5, and
// neither its clock nor the database's need go as ours does. It makes at most 400 connections of a shard in a day, whatever
// happens: Discord allows 1000.
func usualPace() pace {
	return pace{least: 5 * time.Second, most: 5 * time.Minute, settled: time.Hour, identify: 5500 * time.Millisecond, open: 30 * time.Second}
}

// A backoff is the pause before the next attempt. It doubles, up to a limit, as
// long as attempts don't last.
type backoff struct {
	pace
	pause time.Duration
}

func newBackoff(p pace) *backoff { return &backoff{p, p.least} }

// next returns how long to wait after an attempt that lasted so long: the pause
// and up to half of it more, so that not all come back at the same time.
func (b *backoff) next(lasted time.Duration) time.Duration {
	if lasted >= b.settled {
		b.pause = b.least
	}
	wait := b.pause + rand.N(b.pause/2+1)
	b.pause = min(2*b.pause, b.most)
	return wait
}
