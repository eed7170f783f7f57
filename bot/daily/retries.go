package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"errors"
	"fmt"
	"maps"
	"time"
)

// How long what could not be sent waits before it is tried again: twice as long
// each time.
const (
	pauseFirst = jobsEvery
	pauseMost  = time.Hour
)

// errMoot says that there is nothing to be sent any more.
var errMoot = errors.New("it is of no use any more")

// A retry is of a post that could not be sent, or not be noted as sent, though that
// may pass.
type retry struct {
	what  string // it is about, for the operator
	sent  bool
	tries int
	pause time.Duration
	next  time.Time
	until time.Time // when it is of no use any more
}

// once sends what was not sent yet: where only the noting has failed, nobody gets
// the same twice.
func (r *retry) once(send func() error) error {
	if r.sent {
		return nil
	}
	err := send()
	r.sent = err == nil
	return err
}

// fail lets some time pass before the next try. Half a round is left out, or a round
// that comes a moment early would be too early.
func (r *retry) fail(now time.Time) {
	r.pause = min(max(pauseFirst, 2*r.pause), pauseMost)
	r.tries, r.next = r.tries+1, now.Add(r.pause-jobsEvery/2)
}

// patiently sends what has not failed just now; what fails waits for its next turn,
// ever longer. The doc that asked for it asks again, in every round. id is the same
// for all tries. The error is for the operator, who is told when a post begins to
// fail, and when it comes through.
func (j *jobs) patiently(id string, fresh retry, send func(*retry) error) error {
	r, now := j.retries[id], j.bot.Now().UTC()
	if r == nil {
		r = &fresh
	}
	if now.Before(r.next) {
		return nil
	}
	err := send(r)
	if errors.Is(err, errLater) {
		return nil
	}
	if err == nil || errors.Is(err, errMoot) || errors.Is(err, bot.ErrUndeliverable) {
		delete(j.retries, id)
		return j.settled(r, err)
	}
	j.retries[id] = r
	if r.fail(now); r.tries > 1 {
		return nil // the operator knows
	}
	return fmt.Errorf("post %s, tried again: %w", r.what, err)
}

// settled tells of what needs no further try.
func (j *jobs) settled(r *retry, err error) error {
	switch {
	case errors.Is(err, errMoot):
		return nil
	case err == nil && r.tries > 0 && j.Recovered != nil:
		j.Recovered(r.what, r.tries+1)
	}
	return err
}

// beginRound forgets what is of no use any more, and tries every platform again.
func (j *jobs) beginRound(now time.Time) {
	maps.DeleteFunc(j.retries, func(_ string, r *retry) bool { return !now.Before(r.until) })
	clear(j.failed)
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
	err := j.bot.send(j.ctx, p)
	if j.failed[platform]++; err == nil || errors.Is(err, bot.ErrUndeliverable) {
		j.failed[platform] = 0
	}
	return err
}
