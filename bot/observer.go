package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// An Observer is called after everything that was handled, for logs and metrics. It
// learns no names, texts or cards. It must not block: a caller may be reading the
// platform's connection.
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

// Completion is the command's name in a report of a completion. No command has it.
const Completion = "complete"

// An Outcome classes what came of a request.
type Outcome string

// The outcomes.
const (
	Changed  Outcome = "changed"  // something was done and is stored
	Answered Outcome = "answered" // said or refused; nothing to store but the delivery
	Repeated Outcome = "repeated" // a delivery that was carried out before
	Stale    Outcome = "stale"    // a tap on an old board, or on somebody else's
	Unknown  Outcome = "unknown"  // no command
	Limited  Outcome = "limited"  // too many requests; nothing was looked at
	Dropped  Outcome = "dropped"  // far too many at once; it was not looked at, nor answered
	Failed   Outcome = "failed"
)

// unobserved drops all reports.
type unobserved struct{}

func (unobserved) Handled(context.Context, Handled) {}

// Mark stands for a delivery's id in a log. The id may say more than a log should
// know; a mark finds what belongs together, and can't be used for anything else.
func Mark(delivery string) string {
	sum := sha256.Sum256([]byte(delivery))
	return hex.EncodeToString(sum[:6])
}
