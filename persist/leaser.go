package persist

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// A Leaser gives each job to one copy of the bot at a time. A copy that dies keeps its
// lease until that expires, by the store's clock, which all copies share.
type Leaser interface {
	// Lease takes or renews the lease with a name for a holder, and reports whether the
	// holder now has it. The lease lasts for ttl, or until it is released. Holders must
	// differ: two calls with the same holder both get the lease. After an error, it is
	// unknown who has it. The error wraps ErrClosed or the context's error, if either is
	// the cause.
	Lease(ctx context.Context, name, holder string, ttl time.Duration) (bool, error)

	// Release gives a lease back early. It does nothing if the holder doesn't have it.
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
		return fmt.Errorf("a lease must last at least a millisecond, not %v", ttl)
	}
	return nil
}
