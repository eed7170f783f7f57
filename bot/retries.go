package bot

import (
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

// A retry is of a post that could not be sent, though that may pass.
type retry struct {
	what  string // it is about, for the operator
	tries int
	pause time.Duration
	next  time.Time
	until time.Time    // when it is of no use any more
	again func() error // nil: the doc that asked for it asks again
}

// patiently sends what has not failed just now; what fails waits for its next turn,
// ever longer. id is the same for all tries. The error is for the operator, who is
// told when a post begins to fail, and when it comes through.
func (j *jobs) patiently(id string, r retry, send func() error) error {
	now := j.bot.Now().UTC()
	before := j.retries[id]
	if before != nil && now.Before(before.next) {
		return nil
	}
	err := send()
	if err == nil || errors.Is(err, errMoot) || errors.Is(err, ErrUndeliverable) {
		return j.settled(id, err)
	}
	if before == nil {
		before, j.retries[id] = &r, &r
		err = fmt.Errorf("post %s, tried again: %w", r.what, err)
	} else {
		err = nil // the operator knows
	}
	before.fail(now)
	return err
}

// settled forgets what needs no further try.
func (j *jobs) settled(id string, err error) error {
	before := j.retries[id]
	delete(j.retries, id)
	switch {
	case errors.Is(err, errMoot):
		return nil
	case err == nil && before != nil && j.Recovered != nil:
		j.Recovered(before.what, before.tries+1)
	}
	return err
}

func (r *retry) fail(now time.Time) {
	r.pause = min(max(pauseFirst, 2*r.pause), pauseMost)
	r.tries, r.next = r.tries+1, now.Add(r.pause)
}

// tryAgain tries again what nothing else asks for, and forgets what is of no use any
// more.
func (j *jobs) tryAgain(now time.Time) {
	maps.DeleteFunc(j.retries, func(_ string, r *retry) bool { return !now.Before(r.until) })
	for id, r := range j.retries {
		if r.again != nil {
			j.report(j.patiently(id, *r, r.again))
		}
	}
}
