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

// DaysAhead is the number of days, beginning with today, for which a service should have
// the daily deals ready.
const DaysAhead = 3

// jobsEvery is the time between two rounds of the jobs.
const jobsEvery = 20 * time.Second

// Jobs configures the jobs.
type Jobs struct {
	Days   int             // days, beginning with today, whose deals are made, shortened and rated
	Failed func(err error) // receives errors; two calls may overlap

	// Background is other work that keeps a core busy and can wait.
	Background []func(context.Context) error

	// Recovered, if not nil, is called for a post that succeeds after several tries, the
	// first of which was reported as an error.
	Recovered func(post string, tries int)
}

// jobs is the work without a request. Only one copy of the bot does it at a time, but
// doing it twice is safe.
type jobs struct {
	Jobs
	bot  *bot.Bot
	ctx  context.Context //nolint:containedctx // the jobs end with it
	last time.Time       // up to when reminders were decided on

	retries map[string]*retry // posts that couldn't be sent yet
	failed  map[string]int    // failed posts in a row, by platform, in this round
}

// Work does the jobs until the context ends. Timed jobs end attempts and challenges whose
// time has run out, and send reminders and posts. Meanwhile, background jobs make the
// deals of the coming days, rate them, and do the other background work, so that nobody
// waits for it. An error doesn't stop the jobs.
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

// timed does the timed jobs: results first, then the day's posts, then reminders.
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

// background does the background jobs. The deals of the coming days have priority over
// each other job.
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

// each calls f with all docs of a kind. It reports errors and continues.
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

// closeAttempts ends the attempts of closed days, which loading the player's record does.
// It deletes the doc in any case.
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
		if persist.OwnUnreadable(err, p) { // reported once; the attempt ends when the record is readable again
			err = errors.Join(err, j.bot.Remove(j.ctx, d))
		}
		return err
	})
}

// dropForgotten deletes the docs that kept forgotten players from a second attempt.
func (j *jobs) dropForgotten(now time.Time) {
	j.each(forgottenKind, func(d persist.Doc) error {
		if !Closed(dayOfKey(d.Key), now) {
			return errStop
		}
		return j.bot.Remove(j.ctx, d)
	})
}

// The pause before the next try of a failed post; it doubles each time.
const (
	pauseFirst = jobsEvery
	pauseMost  = time.Hour
)

// A retry is a post that couldn't be sent, or whose success couldn't be stored.
type retry struct {
	sent  bool // it was sent, which must still be stored; nobody gets it twice
	tries int
	pause time.Duration
	next  time.Time
	until time.Time // when it is no longer needed
}

// errNotNeeded means that there is nothing to send any more.
var errNotNeeded = errors.New("it is not needed any more")

// deliver sends a post and then calls note to store the result, unless one of them has
// just failed: each failure waits longer for the next try. The doc that requested the
// post requests it again in every round, with the same id. note gets nil, errNotNeeded or
// bot.ErrUndeliverable. An error is reported when a post begins to fail; when it then
// succeeds, [Jobs.Recovered] is called.
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
	r.next = now.Add(r.pause - jobsEvery/2) // a round may come a moment early
	if r.tries > 1 {
		return nil // it was reported
	}
	return fmt.Errorf("post %s, tried again: %w", what, err)
}

// mostFailed is how many posts in a row may fail on a platform before the rest wait for
// the next round: each may take until a time limit, and other platforms would wait for
// it.
const mostFailed = 3

// errLater means that a post wasn't tried in this round.
var errLater = errors.New("its platform is failing")

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
