package slack

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// Limits of calls to Slack and of retries after a rate limit.
const (
	callLimit = 10 * time.Second
	maxTries  = 3
	maxWait   = time.Minute
	elsePause = 2 * time.Second // before a failed answer is tried again; it doubles
)

// A caller makes a call: [patiently] or [once].
type caller func(ctx context.Context, f func(ctx context.Context) error) error

// once makes a call within the time limit.
func once(ctx context.Context, f func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return f(ctx)
}

// patiently makes a call and retries it after a rate limit. It is not for the
// first answer to a request: the player waits for that.
func patiently(ctx context.Context, f func(ctx context.Context) error) error {
	return again(ctx, once(ctx, f), f)
}

// again retries a call that failed with err, as long as that is a rate limit.
func again(ctx context.Context, err error, f func(ctx context.Context) error) error {
	for range maxTries - 1 {
		var limited *slackgo.RateLimitedError
		if !errors.As(err, &limited) || limited.RetryAfter > maxWait || !chat.Sleep(ctx, limited.RetryAfter) {
			return err
		}
		err = once(ctx, f)
	}
	return err
}

// outage reports whether a call failed because Slack couldn't be reached or was
// broken, which passes.
func outage(err error) bool {
	_, temporary := retryAfter(err, 0)
	return temporary && !rateLimited(err)
}

func rateLimited(err error) bool {
	var limited *slackgo.RateLimitedError
	return errors.As(err, &limited)
}

// code returns Slack's code of an error, "" if it is not Slack's.
func code(err error) string {
	var said slackgo.SlackErrorResponse
	if errors.As(err, &said) {
		return said.Err
	}
	return ""
}

// reason formats an error for the log. Addresses are left out: anybody who has a
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
