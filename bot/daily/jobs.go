package daily

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// DaysAhead is for how many days, from today on, a service should have the deals of
// the day ready.
const DaysAhead = 3

// jobsEvery is how often the jobs look at the clock.
const jobsEvery = 20 * time.Second

// Jobs says how the jobs are done.
type Jobs struct {
	Days   int             // whose deals are made, shortened and rated, from today on
	Failed func(err error) // gets faults; two calls may come at once

	// Background is further work that keeps a core busy and can wait.
	Background []func(context.Context) error

	// Recovered gets a post that has come through after some tries, the first of
	// which was reported as a fault. It may be nil.
	Recovered func(post string, tries int)
}

// jobs are what happens without a request. Of many copies of the bot one does them at
// a time; but they are safe to be done twice.
type jobs struct {
	Jobs
	bot  *bot.Bot
	ctx  context.Context //nolint:containedctx // the jobs end with it
	last time.Time       // up to when reminders were decided on

	retries map[string]*retry // what could not be sent yet
	failed  map[string]int    // posts in a row, on each platform in this round
}

// Work does the jobs until the context ends. Timed jobs end attempts and challenges
// whose time is over, and send what was asked for. Beside them, so that nobody waits
// for it, background jobs make the deals of the coming days, say how hard they are,
// and do the other background work. A fault doesn't stop them.
func Work(ctx context.Context, b *bot.Bot, how Jobs) {
	j := newJobs(ctx, b, how, b.Now().UTC().Add(-lateReminder))
	var both sync.WaitGroup
	both.Go(func() { j.repeat(j.timed) })
	both.Go(func() { j.repeat(j.background) })
	both.Wait()
}

func newJobs(ctx context.Context, b *bot.Bot, how Jobs, last time.Time) *jobs {
	return &jobs{Jobs: how, bot: b, ctx: ctx, last: last, retries: make(map[string]*retry), failed: make(map[string]int)}
}

func (j *jobs) repeat(round func()) {
	tick := time.NewTicker(jobsEvery)
	defer tick.Stop()
	for {
		round()
		select {
		case <-tick.C:
		case <-j.ctx.Done():
			return
		}
	}
}

// timed does what has its time: results first, then the day's posts, then reminders.
func (j *jobs) timed() {
	now := j.bot.Now().UTC()
	today := persist.DayOf(now)
	maps.DeleteFunc(j.retries, func(_ string, r *retry) bool { return !now.Before(r.until) })
	clear(j.failed)

	j.closeAttempts(now)
	j.dropForgotten(now)
	j.closeChallenges(now)
	j.announceDay(today)
	j.decideReminders(now)
	j.sendReminders(today)
}

// background does what can wait. The coming days' deals come before each piece of it.
func (j *jobs) background() {
	for _, f := range append([]func(context.Context) error{j.coming(shorten), j.coming(rate)}, j.Background...) {
		j.report(j.coming(prepare)(j.ctx))
		j.report(f(j.ctx))
	}
}

// coming returns f for the coming days.
func (j *jobs) coming(f func(context.Context, *bot.Bot, persist.Day, int) error) func(context.Context) error {
	return func(ctx context.Context) error { return f(ctx, j.bot, persist.DayOf(j.bot.Now()), j.Days) }
}

func prepare(ctx context.Context, b *bot.Bot, from persist.Day, days int) error {
	_, err := Prepare(ctx, b, from, days)
	return err
}

func (j *jobs) report(err error) {
	if err != nil && j.ctx.Err() == nil {
		j.Failed(err)
	}
}

// errStop ends a walk through docs early.
var errStop = errors.New("enough")

// each calls f with all docs of a kind. A fault with one is reported, and the walk
// continues.
func (j *jobs) each(kind string, f func(persist.Doc) error) {
	err := j.bot.Walk(j.ctx, kind, "", func(d persist.Doc) error {
		err := f(d)
		if !errors.Is(err, errStop) {
			j.report(err)
			return nil
		}
		return err
	})
	if !errors.Is(err, errStop) {
		j.report(err)
	}
}

// dayOfKey returns the day with which the keys of daily docs begin.
func dayOfKey(key string) persist.Day {
	text, _, _ := strings.Cut(key, "|")
	n, _ := strconv.Atoi(text)
	return persist.Day(n)
}

// closeAttempts ends the attempts of days that are closed: loading the player's
// record does that. The doc goes in any case.
func (j *jobs) closeAttempts(now time.Time) {
	j.each(attemptKind, func(d persist.Doc) error {
		if !Closed(dayOfKey(d.Key), now) {
			return errStop
		}
		p, err := persist.Unpack[persist.Player](d)
		if err != nil {
			return err
		}
		err = j.bot.Within(j.ctx, p, func(t *bot.Turn) error {
			t.Erase(attemptKind, d.Key)
			return nil
		})
		if persist.OwnUnreadable(err, p) { // reported once; the attempt ends when the record can be read again
			err = errors.Join(err, j.bot.Remove(j.ctx, d))
		}
		return err
	})
}

// dropForgotten drops what kept forgotten players from a second attempt.
func (j *jobs) dropForgotten(now time.Time) {
	j.each(forgottenKind, func(d persist.Doc) error {
		if !Closed(dayOfKey(d.Key), now) {
			return errStop
		}
		return j.bot.Remove(j.ctx, d)
	})
}

// How long a post that could not be sent waits before the next try: twice as long
// each time.
const (
	pauseFirst = jobsEvery
	pauseMost  = time.Hour
)

// A retry is of a post that could not be sent, or not be noted as sent.
type retry struct {
	sent  bool // nobody gets it twice, though it must still be noted
	tries int
	pause time.Duration
	next  time.Time
	until time.Time // when it is not needed any more
}

// errNotNeeded says that there is nothing to be sent any more.
var errNotNeeded = errors.New("it is not needed any more")

// deliver sends a post, and then has the result noted, unless that has just failed:
// what fails waits for its next try, ever longer. The doc that asked for the post asks
// again, in every round, with the same id. note gets nil, errNotNeeded or
// bot.ErrUndeliverable. The error is reported when a post begins to fail, and when it
// comes through [Jobs.Recovered] gets what it is about.
func (j *jobs) deliver(id, what string, until time.Time, send func() error, note func(sent error) error) error {
	now := j.bot.Now().UTC()
	r := cmp.Or(j.retries[id], &retry{until: until})
	if now.Before(r.next) {
		return nil
	}
	var sent error
	if !r.sent {
		sent = send()
		r.sent = sent == nil
	}
	err := sent
	switch {
	case errors.Is(sent, errLater):
		return nil
	case sent == nil, errors.Is(sent, errNotNeeded), errors.Is(sent, bot.ErrUndeliverable):
		if err = note(sent); err == nil || errors.Is(err, bot.ErrUndeliverable) {
			delete(j.retries, id)
			if sent == nil && r.tries > 0 && j.Recovered != nil {
				j.Recovered(what, r.tries+1)
			}
			return err
		}
	}
	j.retries[id] = r
	r.tries++
	r.pause = min(max(pauseFirst, 2*r.pause), pauseMost)
	r.next = now.Add(r.pause - jobsEvery/2) // a round that comes a moment early would be too early
	if r.tries > 1 {
		return nil // it was reported
	}
	return fmt.Errorf("post %s, tried again: %w", what, err)
}

// mostFailed is how many posts in a row may fail on a platform before the others
// there are left to the next round: each may take until a time limit, and other
// platforms would wait for it.
const mostFailed = 3

// errLater says that a post was not tried in this round.
var errLater = errors.New("its platform fails just now")

// send sends a post, unless its platform has failed too often in this round.
func (j *jobs) send(p bot.Post) error {
	platform := p.To.Platform
	if j.failed[platform] >= mostFailed {
		return errLater
	}
	err := j.bot.Try(j.ctx, p)
	if j.failed[platform]++; err == nil || errors.Is(err, bot.ErrUndeliverable) {
		j.failed[platform] = 0
	}
	return err
}
