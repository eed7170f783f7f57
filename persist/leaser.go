package persist

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// A Leaser gives each job to one copy of the bot at a time. A copy that dies
// holds its lease until that runs out, by the store's clock, which all copies
// share.
type Leaser interface {
	// Lease takes the lease of this name for a holder, or renews it, and
	// reports whether the holder has it now. It lasts for ttl, or until it is
	// released. Holders must differ: two calls for the same one both get it.
	// An error, which is by errors.Is ErrClosed or the context's if it is
	// either, leaves open who has it.
	Lease(ctx context.Context, name, holder string, ttl time.Duration) (bool, error)

	// Release gives a lease back early. If the holder hasn't got it, nothing
	// happens.
	Release(ctx context.Context, name, holder string) error
}

// CheckLease reports whether a lease can be stored.
func CheckLease(name, holder string, ttl time.Duration) error {
	for _, s := range []string{name, holder} {
		if s == "" || len(s) > maxPart || !utf8.ValidString(s) || strings.Contains(s, "\x00") {
			return fmt.Errorf("a lease's name and holder must be text of 1 to %d bytes", maxPart)
		}
	}
	if ttl < time.Millisecond {
		return fmt.Errorf("a lease must last a millisecond at least, not %v", ttl)
	}
	return nil
}
