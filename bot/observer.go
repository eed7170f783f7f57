package bot

import (
	"context"
	"time"
)

// An Observer is told of everything that was handled, for logs and metrics. It
// learns no names, texts or cards. It must not hold up who tells it of a drop: that
// one has a connection to read.
type Observer interface {
	Handled(ctx context.Context, h Handled)
}

// Handled says how a request went.
type Handled struct {
	ID       string // of the delivery
	Platform string
	Command  string // the command's name; empty if it could not be read
	Outcome  Outcome
	Took     time.Duration
	Err      error // with Failed: why
}

// Completion is the name under which the completion of what somebody types is told.
// No command has it.
const Completion = "complete"

// An Outcome classes what came of a request.
type Outcome string

// The outcomes.
const (
	Changed  Outcome = "changed"  // something was done and is stored
	Answered Outcome = "answered" // told or refused; nothing to store but the delivery
	Repeated Outcome = "repeated" // a delivery that was carried out before
	Stale    Outcome = "stale"    // a tap on an old board, or on somebody else's
	Unknown  Outcome = "unknown"  // no command
	Limited  Outcome = "limited"  // too many requests; nothing was looked at
	Dropped  Outcome = "dropped"  // far too many at once; nobody looked at it, or was told
	Failed   Outcome = "failed"
)

// nobody observes nothing.
type nobody struct{}

func (nobody) Handled(context.Context, Handled) {}
