package slack

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	slackgo "github.com/slack-go/slack"
)

// How calls of Slack are made: each has a limit, and when Slack says to wait,
// that is done a few times, though not for long.
const (
	callLimit = 10 * time.Second
	maxTries  = 3
	maxWait   = time.Minute
)

// A caller makes a call: [patiently] or [once].
type caller func(ctx context.Context, f func(ctx context.Context) error) error

// patiently makes a call, again after a while if there were too many. It is not
// for the first answer to a request, which can't wait.
func patiently(ctx context.Context, f func(ctx context.Context) error) error {
	return again(ctx, once(ctx, f), f)
}

// again makes a call that has failed again, as long as Slack says to wait.
func again(ctx context.Context, err error, f func(ctx context.Context) error) error {
	for range maxTries - 1 {
		var busy *slackgo.RateLimitedError
		if !errors.As(err, &busy) || busy.RetryAfter > maxWait || !wait(ctx, busy.RetryAfter) {
			return err
		}
		err = once(ctx, f)
	}
	return err
}

// putOff reports whether Slack says to wait.
func putOff(err error) bool {
	var busy *slackgo.RateLimitedError
	return errors.As(err, &busy)
}

func once(ctx context.Context, f func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return f(ctx)
}

func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// code returns Slack's word for an error, "" if it is none of Slack's.
func code(err error) string {
	var said slackgo.SlackErrorResponse
	if errors.As(err, &said) {
		return said.Err
	}
	return ""
}

// reason tells an error to the operator. Addresses are left out: whoever has a
// response_url can post there.
func reason(err error) string {
	var said slackgo.SlackErrorResponse
	if errors.As(err, &said) && said.Needed != "" {
		return fmt.Sprintf("%s: the app needs the scope %s; install it again with the manifest", said.Err, said.Needed)
	}
	var at *url.Error
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}
