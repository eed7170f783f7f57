package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// An Observer is called after everything that was handled, for logs and metrics. It gets
// no names, texts or cards. It must not block: a caller may be reading the platform's
// connection.
type Observer interface {
	Handled(ctx context.Context, h Handled)
}

// Handled describes how a request went.
type Handled struct {
	ID       string // of the delivery
	Platform string
	Command  string // the command's name; empty if it was unreadable
	Outcome  Outcome
	Took     time.Duration
	Err      error // the cause of Failed
}

// Completion is the command's name in a report about a completion. No command has this
// name.
const Completion = "complete"

// An Outcome classifies the result of a request.
type Outcome string

// The outcomes.
const (
	Changed  Outcome = "changed"  // something was changed and stored
	Answered Outcome = "answered" // answered or refused; nothing to store except the delivery
	Repeated Outcome = "repeated" // a repeated delivery
	Stale    Outcome = "stale"    // a tap on an old board, or on somebody else's
	Unknown  Outcome = "unknown"  // no command
	Limited  Outcome = "limited"  // too many requests; ignored, with an answer
	Dropped  Outcome = "dropped"  // far too many at once; ignored, without an answer
	Failed   Outcome = "failed"
)

// unobserved drops all reports.
type unobserved struct{}

func (unobserved) Handled(context.Context, Handled) {}

// Mark stands for a delivery's id in a log. The id may reveal more than a log should
// contain. A mark only finds related lines.
func Mark(delivery string) string {
	sum := sha256.Sum256([]byte(delivery))
	return hex.EncodeToString(sum[:6])
}
