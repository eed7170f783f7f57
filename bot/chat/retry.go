package chat

import (
	"context"
	"fmt"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// A Fault is what a platform's error means for the call that failed.
type Fault struct {
	Kind FaultKind
	Wait time.Duration // the wait that the platform requests before another try
}

// A FaultKind says what helps.
type FaultKind uint8

// The kinds of faults.
const (
	// Refused: the platform doesn't accept this call, now or later. Unknown refusals are
	// of this kind.
	Refused FaultKind = iota
	// Passing: a rate limit, or a fault of the platform or of the network. Another try
	// may help.
	Passing
	// Barred: the bot can't reach the platform, for example because of a dead token. This
	// lasts, and says nothing about the call itself.
	Barred
)

// Undeliverable marks a refusal of a post, so that it isn't tried again.
func Undeliverable(err error, fault func(error) Fault) error {
	if err != nil && fault(err).Kind == Refused {
		return fmt.Errorf("%w: %w", bot.ErrUndeliverable, err)
	}
	return err
}

// maxPause is the longest pause between two tries, unless a platform asks for more.
const maxPause = time.Minute

// A Retry repeats calls whose faults are temporary.
type Retry struct {
	Tries   int           // at most; 0 means as many as the context's deadline allows
	Pause   time.Duration // before the second try; it doubles
	Longest time.Duration // the longest pause that a platform may request; 0 means up to the context's deadline
}

// Do makes a call until it succeeds or no further try helps. It returns the last
// error.
func (r Retry) Do(ctx context.Context, fault func(error) Fault, call func(ctx context.Context) error) error {
	return r.Again(ctx, call(ctx), fault, call)
}

// Again is Do after a first try that ended in err.
func (r Retry) Again(ctx context.Context, err error, fault func(error) Fault, call func(ctx context.Context) error) error {
	pause := r.Pause
	for try := 1; err != nil && try != r.Tries; try++ {
		f := fault(err)
		wait := max(pause, f.Wait)
		deadline, ends := ctx.Deadline()
		if f.Kind != Passing || r.Longest > 0 && f.Wait > r.Longest || ends && time.Until(deadline) <= wait || !Sleep(ctx, wait) {
			return err
		}
		pause = min(2*pause, maxPause)
		err = call(ctx)
	}
	return err
}

// Sleep waits. It reports whether the whole time has passed before the context ended.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
