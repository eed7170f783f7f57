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

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// Run connects to Discord's gateway and answers its interactions. It returns nil when ctx
// ends, and an error that names the remedy when no further attempt can succeed. Requests
// may still be in flight then, see [Adapter.Drain].
func (a *Adapter) Run(ctx context.Context) error {
	running, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	found, err := a.findGateway(running)
	if err == nil {
		shards := a.shards
		if shards == 0 {
			shards = max(1, found.Shards)
		}
		var all sync.WaitGroup
		for n := range shards {
			all.Go(func() {
				s := &shard{Adapter: a, number: n, of: shards, group: n % max(1, found.Limit.AtOnce)}
				if err := a.referee.Hold(running, "discord-shard-"+strconv.Itoa(n), s.keep); err != nil {
					cancel(err) // the other shards end too
				}
			})
		}
		all.Wait()
		err = context.Cause(running)
	}
	if err == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("discord: %w", err)
}

// A gateway is Discord's answer about its gateway.
type gateway struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Limit  struct {
		Remaining  int   `json:"remaining"`
		ResetAfter int64 `json:"reset_after"` // milliseconds
		AtOnce     int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// findGateway asks until Discord answers or the error is fatal.
func (a *Adapter) findGateway(ctx context.Context) (gateway, error) {
	a.wanted.Add(1)
	defer a.wanted.Add(-1)
	for pause := newBackoff(a.pace.identify, a.pace.most); ; {
		g, err := a.askGateway(ctx)
		if err == nil || errors.As(err, new(*fatalError)) {
			return g, err
		}
		a.log.Warn("could not look up Discord's gateway", "error", err)
		if !chat.Sleep(ctx, pause.next()) {
			return g, ctx.Err()
		}
	}
}

func (a *Adapter) askGateway(ctx context.Context) (g gateway, err error) {
	ctx, cancel := context.WithTimeout(ctx, a.pace.open)
	defer cancel()
	answer, err := a.rest.send(ctx, call{method: http.MethodGet, path: "/gateway/bot", asBot: true})
	if err != nil {
		return g, explainRefusedToken(err)
	}
	if err := json.Unmarshal(answer, &g); err != nil || g.URL == "" {
		return g, errors.New("no gateway in Discord's answer")
	}
	return g, nil
}

// CheckToken returns an error if Discord rejects the bot's token. If Discord can't be
// reached, it only logs that, so that the bot can start anyway.
func (a *Adapter) CheckToken(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.pace.open)
	defer cancel()
	_, err := a.rest.send(ctx, call{method: http.MethodGet, path: "/users/@me", asBot: true})
	if err = explainRefusedToken(err); errors.As(err, new(*fatalError)) {
		return fmt.Errorf("discord: %w", err)
	}
	if err != nil {
		a.log.Warn("Discord's token could not be checked", "error", err)
	}
	return nil
}

func explainRefusedToken(err error) error {
	if e := (*apiError)(nil); errors.As(err, &e) && e.Status == http.StatusUnauthorized {
		return errRefusedToken
	}
	return err
}

var errRefusedToken = &fatalError{"Discord refuses the bot's token. Set DISCORD_TOKEN to the one that the developer portal shows under Bot"}

// A fatalError is an error that no retry changes. Its text names the remedy.
type fatalError struct{ text string }

func (e *fatalError) Error() string { return e.text }

// A pace holds the pauses and timeouts of the gateway.
type pace struct {
	identify time.Duration // first pause before a further identify
	resume   time.Duration // first pause before a further resume
	most     time.Duration // longest pause
	healthy  time.Duration // after a connection of this length resumes start without a pause again
	settled  time.Duration // after a session of this length identifies do
	lease    time.Duration // between two identifies of a shard's group
	open     time.Duration // until a connection is ready
}

// usualPace leads to fewer than 600 identifies of a shard in a day in the worst
// case; Discord allows 1000. Discord wants 5 s between two identifies of a group;
// the lease is longer because the database's clock may differ from Discord's.
func usualPace() pace {
	return pace{
		identify: 5 * time.Second, resume: 50 * time.Millisecond, most: 5 * time.Minute,
		healthy: time.Minute, settled: 10 * time.Minute, lease: 5500 * time.Millisecond, open: 30 * time.Second,
	}
}

// A backoff is the pause before the next attempt. It doubles with each attempt.
type backoff struct{ first, most, pause time.Duration }

func newBackoff(first, most time.Duration) *backoff { return &backoff{first, most, first} }

// reset lets the next attempt start without a pause.
func (b *backoff) reset() { b.pause = 0 }

// next returns the pause, plus up to half of it so that bots which lost their
// connections together don't come back together.
func (b *backoff) next() time.Duration {
	wait := b.pause + rand.N(b.pause/2+1)
	b.pause = min(max(2*b.pause, b.first), b.most)
	return wait
}

// A Status counts the gateway's shards. Both numbers are 0 where interactions
// come over HTTP.
type Status struct {
	Wanted    int // shards of this copy of the bot; 1 until their number is known
	Connected int // of them
}

// Status returns how many shards are connected.
func (a *Adapter) Status() Status {
	return Status{Wanted: int(a.wanted.Load()), Connected: int(a.connected.Load())}
}
