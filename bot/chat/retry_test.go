package chat

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// A call is repeated as long as its fault is temporary, tries are left, and the
// platform's wait fits.
func TestCallsAreRepeatedWhileThatMayHelp(t *testing.T) {
	failed := errors.New("failed")
	for name, tt := range map[string]struct {
		retry Retry
		fault Fault
		limit time.Duration // of the context
		tries int
		took  time.Duration
	}{
		"refused":           {Retry{Tries: 3, Pause: time.Second}, Fault{Kind: Refused}, time.Hour, 1, 0},
		"barred":            {Retry{Tries: 3, Pause: time.Second}, Fault{Kind: Barred}, time.Hour, 1, 0},
		"passing":           {Retry{Tries: 3, Pause: time.Second}, Fault{Kind: Passing}, time.Hour, 3, 3 * time.Second},
		"the platform asks": {Retry{Tries: 2, Pause: time.Second}, Fault{Kind: Passing, Wait: 7 * time.Second}, time.Hour, 2, 7 * time.Second},
		"for too long":      {Retry{Tries: 2, Longest: time.Second}, Fault{Kind: Passing, Wait: 7 * time.Second}, time.Hour, 1, 0},
		"deadline":          {Retry{Pause: time.Minute}, Fault{Kind: Passing}, 4 * time.Minute, 4, 3 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), tt.limit)
				defer cancel()
				begin, tries := time.Now(), 0
				err := tt.retry.Do(ctx, func(error) Fault { return tt.fault }, func(context.Context) error { tries++; return failed })
				if !errors.Is(err, failed) || tries != tt.tries || time.Since(begin) != tt.took {
					t.Errorf("%d tries in %v: %v", tries, time.Since(begin), err)
				}
			})
		})
	}
}

// A post is undeliverable only if the platform says so about the post itself.
func TestOnlyRefusalsAreUndeliverable(t *testing.T) {
	failed := errors.New("failed")
	for kind, want := range map[FaultKind]bool{Refused: true, Passing: false, Barred: false} {
		err := Undeliverable(failed, func(error) Fault { return Fault{Kind: kind} })
		if errors.Is(err, bot.ErrUndeliverable) != want || !errors.Is(err, failed) {
			t.Errorf("kind %d: %v", kind, err)
		}
	}
	if err := Undeliverable(nil, nil); err != nil {
		t.Errorf("without an error: %v", err)
	}
}

// A token that dies is logged once, and so is its return.
func TestDeadTokensAreLoggedOnce(t *testing.T) {
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	var token Token
	for _, refused := range []error{nil, errors.New("token_revoked"), errors.New("token_revoked"), nil, nil} {
		token.Note(logger, refused, "make a new one")
		if err := token.Err(); (err != nil) != (refused != nil) {
			t.Errorf("after %v: %v", refused, err)
		}
	}
	if got := log.String(); strings.Count(got, "level=ERROR") != 1 || strings.Count(got, "level=INFO") != 1 || !strings.Contains(got, "make a new one") {
		t.Errorf("logged:\n%s", got)
	}
}
